"""Cards that were pushed back into the shoe: they are taken back, and come again."""

from collections.abc import Callable

import pytest

from app.books.rulebook import ruleset_ids
from app.game import commands as c
from app.game.core.records import replace
from tests.game.devices.line import KING_D, TWO_C, choices, conserved, dealt, doubted
from tests.game.tables import ACT, MA, NZ, At, face_down

PUSHED_BACK = (c.DoubtDevice("card_pushed_back"), c.Resolve("taken_back"))


def as_before(at: At, pushed: Callable[[At], At]) -> At:
    """The card came, went back into the shoe, and was taken back: the table is as it was before, and says that it
    held."""
    before = at.table
    conserved(pushed(at).do(*PUSHED_BACK))
    assert at.table.holds == before.holds + 1
    assert at.table.irregularities[-1].choice == "taken_back"
    log = replace(before, holds=at.table.holds, irregularities=at.table.irregularities, record=at.table.record)
    assert at.table == log
    return at


@pytest.mark.parametrize("book", ruleset_ids())
def test_a_card_that_was_pushed_back_is_taken_back_and_comes_again(book: str) -> None:
    at = At(book).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S 8H")
    as_before(at, lambda at: at.cards("8D"))
    at.cards("8D 7D 2C")
    assert at.table.round is not None
    assert [box.hands[0].cards for box in at.table.round.boxes] == [("9S", "7D"), ("8H", "2C")]
    assert at.table.round.dealer == ("8D",)
    assert at.table.shoe.left == at.table.shoe.size - at.table.shoe.discarded - 5


def test_two_cards_that_were_pushed_back_one_after_the_other() -> None:
    at = dealt()
    before = at.table.shoe
    at.cards("2C AC").do(c.DoubtDevice("card_pushed_back"), c.DoubtDevice("card_pushed_back"), c.Resolve("taken_back"))
    conserved(at.do(c.TakeUp(), c.Resolve("taken_back")))
    assert at.table.round is not None and at.table.round.boxes[0].hands[0].cards == ("9S", "8D")
    assert at.table.shoe == before


def test_what_a_card_had_settled_is_not_settled_when_it_is_back_in_the_shoe() -> None:
    at = as_before(At(NZ).bet(1, "ann", 1000).cards("AS 8H"), lambda at: at.cards("KD"))
    at.cards("5D")
    assert at.table.round is not None and at.table.round.lines == ()


def test_a_card_that_was_paid_for_is_not_just_taken_back() -> None:
    paid = c.TickPayments(1, 1, 1500, 0)
    at = At(NZ).bet(1, "ann", 1000).cards("AS 8H KD").do(paid, c.DoubtDevice("card_pushed_back"))
    assert at.refused(c.Resolve("taken_back")) == "choice_forbidden"
    assert "taken_back" not in choices(at)
    conserved(at.do(c.Resolve("continue")))
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("AS 9H 8H KD 7C").do(paid)
    as_before(at, lambda at: at.cards("2D"))


def test_the_last_card_of_a_hole_card_and_of_a_burn() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S")
    as_before(at.do(c.ChangeDealer("dee")), lambda at: at.do(c.BurnCard(TWO_C)))
    at.do(c.BurnCard(TWO_C)).cards("9D")
    as_before(at, lambda at: at.do(c.DrawFaceDown(KING_D, hole=True)))


def test_a_card_that_lay_ready_is_taken_back_from_there() -> None:
    at = dealt().do(c.LayBy(TWO_C), c.DoubtDevice("card_pushed_back"), c.Resolve("use_as_next"))
    kept, left = list(at.table.kept), at.table.shoe.left
    conserved(at.do(c.TakeUp(), c.Resolve("taken_back")))
    assert (len(kept), len(at.table.kept), at.table.shoe.left) == (1, 0, left + 1)


def unseen_ten_removed(at: At) -> At:
    """The next card came unseen, lay ready, and was a ten when it was turned up: it is no card of the set."""
    sealed, opened = face_down("TS")
    return at.do(c.LayBy(sealed), c.Resolve("use_as_next"), c.TurnUpKept(opened), c.Resolve("remove"))


def test_not_a_card_that_was_removed_but_the_one_before_it_is_taken_back() -> None:
    at = unseen_ten_removed(At(ACT).bet(1, "ann", 1000).cards("5S JC"))
    before = at.table.shoe.left
    conserved(at.do(*PUSHED_BACK))
    assert at.table.round is not None
    assert (at.table.round.boxes[0].hands[0].cards, at.table.round.dealer) == (("5S",), ())
    assert at.table.shoe.left == before + 1


def test_a_card_that_was_removed_is_not_offered_as_one_in_the_shoe() -> None:
    at = At(ACT).bet(1, "ann", 1000).do(c.CloseBets())
    unseen_ten_removed(at).do(c.DoubtDevice("card_pushed_back"))
    assert "taken_back" not in choices(at)
    assert at.refused(c.Resolve("taken_back")) == "choice_forbidden"
    conserved(at.do(c.Resolve("continue")))


def test_what_cannot_be_taken_back_is_not_offered() -> None:
    assert "taken_back" not in choices(doubted()), "nothing was pushed back"
    idle = At(NZ).do(c.DoubtDevice("card_pushed_back"))
    assert "taken_back" not in choices(idle), "no round"
    assert "taken_back" not in choices(At(NZ).bet(1, "ann", 1000).do(c.DoubtDevice("card_pushed_back"))), "no card"
    assert idle.refused(c.Resolve("taken_back")) == "choice_unknown"


def test_a_card_on_which_more_was_done_is_not_just_taken_back() -> None:
    at = dealt().do(c.Stand(1), c.DoubtDevice("card_pushed_back"))
    assert at.refused(c.Resolve("taken_back")) != ""
    assert choices(at) == ("continue", "enter_card"), "nor is it offered"
    conserved(at.do(c.Resolve("continue")))
