"""A shoe that runs out in a round, or is counted, and the cards that are shuffled in."""

import pytest

from app.books.rulebook import ruleset_ids
from app.game import commands as c
from app.game.core.records import replace
from tests.game.errors import in_place, played, two_sign
from tests.game.tables import ACT, NZ, At


def test_a_round_that_is_void_while_its_shoe_is_filled_up_leaves_the_cards_to_be_shuffled() -> None:
    at = At(ACT).bet(1, "ann", 1000).cards("9S 8H 8D")
    at.do(c.ReportShoeEmpty(at.table.shoe.left), c.Resolve("shuffle_discards"))
    assert at.table.shoe.refill == "discards"
    assert at.refused(c.Hit(1)) == "shuffle_due"
    assert at.refused(c.BringSet("B", "blue")) == "round_not_over"
    two_sign(at, c.Void("round", "other"))
    assert (at.table.shoe.refill, at.table.shoe.shuffle_due, at.table.preparation) == ("", "17.3", None)


def test_a_card_ready_counts_as_out_of_the_refilled_shoe() -> None:
    at = played(At(NZ)).bet(1, "ann", 1000).cards("9S 8H 5D 7C")  # the seven drawn in error: 21, taken back
    at.do(c.Report("error_card"), c.Resolve("use_as_next"), c.ReportShoeEmpty(at.table.shoe.left))
    at.do(c.Resolve("shuffle_discards"), c.FinishShuffle())
    at.do(c.CutCards(1, at.table.shoe.discarded // 2), c.PlaceCutCard(1), c.LoadShoe())
    assert in_place(at.table)
    assert sum(at.table.shoe.drawn) == 4


def test_a_hand_whose_cards_lie_in_the_rack_is_void_without_them() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S KS 8H 7D 5C KC")  # box 1 is bust: taken at once
    at.do(c.ReportShoeEmpty(at.table.shoe.left), c.Resolve("shuffle_discards"))
    assert at.table.round is not None
    assert at.table.round.boxes[0].hands[0].cleared
    two_sign(at, c.Void("hand", "another", 1))
    assert in_place(at.table)


def test_hands_that_were_paid_are_shuffled_in_and_stay_so_when_a_tap_is_undone() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("AS 9H 6C KS 5D")  # box 1: pontoon, paid
    at.do(c.ReportShoeEmpty(at.table.shoe.left), c.Resolve("shuffle_discards"), c.FinishShuffle())
    at.do(c.CutCards(1, at.table.shoe.discarded // 2), c.PlaceCutCard(1), c.LoadShoe())
    assert sum(at.table.shoe.drawn) == 3
    before = at.table
    at.do(c.Hit(2), c.UndoTap())
    assert replace(at.table, record=(), corrections=()) == replace(before, record=(), corrections=())
    assert in_place(at.table)


@pytest.mark.parametrize("book", ruleset_ids())
def test_a_persons_count_is_taken_back_and_the_shoes_own_is_not(book: str) -> None:
    at = At(book).bet(1, "ann", 1000).cards("9S 8C 7D")
    left = at.table.shoe.left
    for said in (c.CountShoe(left - 1), c.CountShoe(left + 1), c.ReportShoeEmpty(left), c.ReportShoeEmpty(1)):
        at.do(said, c.UndoTap())
        assert (at.table.held, at.table.shoe.left, at.table.irregularities) == (None, left, ())
    at.do(c.CountShoe(left - 1, source=""))
    assert at.refused(c.UndoTap()) == "table_holds"
