"""What the dealer has ticked off is money; what only the record has settled is none (S18): corrections and the undo."""

import pytest

from app.game import commands as c
from app.game.remedies.corrections import Correction, corrections, undoable
from tests.unit.tables import ACT, MA, NZ, SG, At


def two_boxes(book: str) -> At:
    """Ann has 9 + 5 = 14, bob 8 + 10 = 18, the dealer a 6."""
    return At(book).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S 8H 6C 5D KH")


def what(at: At) -> list[tuple[int, str, int, int]]:
    assert at.table.round is not None
    return [(each.box, each.outcome, each.pays_cents, each.takes_cents) for each in at.table.round.lines]


@pytest.mark.parametrize("book", [NZ, SG, ACT])
def test_a_hand_that_was_ticked_off_as_paid_is_not_corrected(book: str) -> None:
    """Tapped as a hit the seven makes 21; ann had stood, and it is bob's: 25."""
    at = two_boxes(book).do(c.Hit(1)).cards("7S")
    assert what(at) == [(1, "win", 1000, 0)]
    assert Correction("stood", 1, 1) in corrections(at.table, at.rules)
    at.do(c.TickPayments(1, 1, 1000, 0))
    assert corrections(at.table, at.rules) == ()
    assert at.refused(c.CorrectRecord("stood", 1)) == "correction_not_offered"
    at.do(c.UntickPayments(1, 1), c.CorrectRecord("stood", 1))
    assert what(at) == [(2, "lose", 0, 1000)]


def test_what_was_paid_and_stays_due_does_not_stand_in_the_way() -> None:
    """Ann's 21 is paid and stays; the king bust bob in the record, and was the dealer's: 6 + 10."""
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S 8H 6C 5D 6H").do(c.Hit(1)).cards("7S")
    at.do(c.TickPayments(1, 1, 1000, 0), c.Hit(2)).cards("KS")
    assert what(at) == [(1, "win", 1000, 0), (2, "lose", 0, 1000)]
    at.do(c.CorrectRecord("stood", 2))
    assert what(at) == [(1, "win", 1000, 0)]


@pytest.mark.parametrize("book", [NZ, ACT])
def test_a_rescue_that_was_ticked_off_is_not_undone(book: str) -> None:
    at = two_boxes(book).do(c.Double(1)).cards("3D").do(c.TakeBackDouble(1, "ann"))
    assert what(at) == [(1, "rescue", 0, 1000)]
    at.do(c.TickPayments(1, 1, 0, 1000))
    assert undoable(at.table) is None
    assert at.refused(c.UndoTap()) == "nothing_to_undo"
    at.do(c.UntickPayments(1, 1), c.UndoTap())
    assert what(at) == []


def test_a_surrender_that_was_ticked_off_is_not_undone() -> None:
    at = two_boxes(MA).do(c.Surrender(1))
    assert undoable(at.table) is not None
    at.do(c.TickPayments(1, 1, 0, 500))
    assert at.refused(c.UndoTap()) == "nothing_to_undo"
