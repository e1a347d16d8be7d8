"""What the dealer has ticked off is money; what only the record has settled is none (S18): corrections and the undo."""

import pytest

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.rejections import Rejected
from app.game.decide import decide
from app.game.subjects.payments.payment_list import payments_shown
from app.game.subjects.remedies.dealer_corrections import Correction, corrections, undoable
from app.game.subjects.remedies.reconstruction import merged, split_acts
from app.game.views.audiences import dealer_view, floor_view
from app.language.rendering import say
from tests.game.tables import ACT, MA, NZ, SG, At


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


# --- while the table holds for a card that lies elsewhere


def shown(at: At) -> list[tuple[int, int, int, int, int]]:
    """Box, to be paid and taken, and on hold."""
    return [
        (each.box, each.pays_cents, each.takes_cents, each.held_pays_cents, each.held_takes_cents)
        for each in payments_shown(at.table, at.rules)
    ]


@pytest.mark.parametrize("book", [NZ, SG, ACT])
def test_what_a_card_settled_that_lies_elsewhere_is_on_hold(book: str) -> None:
    """Ann's 21 is of the record only: the seven that she asked for lies on box 2, where it makes 25. Neither is paid or
    taken until it is said what lies where; nothing of it is on the sign, and it cannot be ticked off."""
    at = two_boxes(book).do(c.Hit(1)).cards("7S")
    assert shown(at) == [(1, 1000, 0, 0, 0)]
    at.do(c.Report("missed_hit", 1))
    assert shown(at) == [(1, 0, 0, 1000, 0)]
    view = dealer_view(at.table, at.rules)
    assert (view.settlements, view.sign.boxes[0].results) == ((), ())
    assert view.hold is not None
    assert [(line.box, line.pays_cents) for line in view.hold.lines] == [(1, 1000)]
    assert at.refused(c.TickPayments(1, 1, 1000, 0)) == "nothing_to_tick"
    at.do(c.UndoTap())
    assert shown(at) == [(1, 1000, 0, 0, 0)]


def test_what_stands_wherever_the_card_lies_is_paid_during_the_hold() -> None:
    """Ann's 21 came before; bob's king makes 28 in the record, and lies with the dealer."""
    at = two_boxes(NZ).do(c.Hit(1)).cards("7S").do(c.Hit(2)).cards("KS").do(c.Report("missed_hit", 2))
    assert shown(at) == [(1, 1000, 0, 0, 0), (2, 0, 0, 0, 1000)]


def test_what_was_ticked_off_is_not_taken_back_by_the_hold() -> None:
    at = two_boxes(NZ).do(c.Hit(1)).cards("7S").do(c.TickPayments(1, 1, 1000, 0), c.Report("missed_hit", 1))
    assert shown(at) == [(1, 0, 0, 0, 0)]


# --- where the round cannot have gone as was reported


def test_a_choice_that_the_cards_do_not_fit_is_shown_and_not_offered() -> None:
    """The ace would lie on box 1, and bob could not have insured."""
    at = At(SG).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("8H 9C AD 8D 4C").do(c.Insure(2, "bob", 500))
    at.do(c.Report("missed_dealer_card"))
    for questions in (dealer_view(at.table, at.rules).questions, floor_view(at.table, at.rules).dealer.questions):
        assert questions[0].choices == ("reconstruct",)
        assert [(each.choice, each.fits) for each in questions[0].options] == [
            ("reconstruct", True),
            ("continue", False),
        ]
    answer = decide(at.table, at.rules, c.Resolve("continue"))
    assert isinstance(answer, Rejected)
    assert answer.code == "cards_do_not_fit"
    assert "Two supervisors say what lies where, by a reconstruction." in say(answer.message)


def test_a_report_of_which_nothing_fits_is_refused_with_what_to_do() -> None:
    """The book has only a dead hand or a late card for it; no second card has come to the box."""
    at = At(MA).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("8H")
    answer = decide(at.table, at.rules, c.Report("missed_card", 1, felt=1, first=True))
    assert isinstance(answer, Rejected)
    assert answer.code == "cards_do_not_fit"
    assert say(answer.message).endswith("Two supervisors say what lies where, by a reconstruction.")
    assert at.table.held is None


# --- rounds that are played again


def test_an_offer_that_was_made_late_is_there_when_the_round_is_played_again() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S 8H AC 5D KH").do(c.Proceed())
    at.do(c.Report("missed_insurance_offer", 1, "ann"), c.Resolve("offer_late"), c.Insure(1, "ann", 500), c.Stand(1))
    at.do(c.UndoTap())
    assert at.table.round is not None
    assert [place.insurance_cents for place in at.table.round.places] == [500, 0]


def test_what_no_correction_is_about_keeps_its_place_though_it_is_sent_back() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S 8H").do(c.ReportDamage(Card("9S")), c.Resolve("replace_after_round"))
    at.cards("8D")
    _, after = split_acts(at.table.record)
    assert [act for _, act in merged(after, after, whole=True)] == list(after)
