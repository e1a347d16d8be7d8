"""Cards that nothing awaits: they lie sealed, and the table holds."""

from collections.abc import Callable
from typing import Any

import pytest

from app.books.rulebook import ruleset_ids
from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.records import replace
from tests.game.devices.line import (
    CARD,
    KING,
    KING_D,
    TEN,
    TEN_S,
    TWO_C,
    after_the_round,
    burn_due,
    choices,
    conserved,
    dealt,
    held,
    peek_due,
    shuffle_due,
    why,
)
from tests.game.tables import MA, NZ, At

MOMENTS: dict[str, Callable[[], At]] = {
    "betting": lambda: At(NZ),
    "complete": after_the_round,
    "play": dealt,
    "initial_deal": burn_due,
}


@pytest.mark.parametrize("phase", MOMENTS)
def test_a_card_out_of_turn_lies_sealed_and_the_table_holds(phase: str) -> None:
    at = conserved(MOMENTS[phase]().do(c.LayBy(TWO_C)))
    assert why(at) == ("error_card_unseen", "", phase)
    assert (held(at).commitment, held(at).card, held(at).from_shoe) == (TWO_C, None, True)
    assert "2C" not in repr(at.table.held)
    conserved(at.do(c.Resolve("use_as_next")))
    assert at.table.held is None


@pytest.mark.parametrize("moment", [shuffle_due, peek_due, burn_due])
def test_a_card_is_not_refused_where_dealing_one_would_be(moment: Callable[[], At]) -> None:
    at = moment()
    assert at.refused(c.DrawCard(Card("2C"))) in ("shuffle_due", "peek_first", "burn_due")
    conserved(at.do(c.LayBy(TWO_C)))
    assert held(at).irregularity == "error_card_unseen"
    conserved(at.do(c.SeeHeld(CARD), c.Resolve("discard")))


@pytest.mark.parametrize("book", ruleset_ids())
@pytest.mark.parametrize("opened", [CARD, TEN], ids=["of the shoe", "a ten"])
def test_something_can_be_done_about_it_in_every_book_before_and_in_a_round(book: str, opened: Any) -> None:
    commitment = TWO_C if opened is CARD else TEN_S
    for at in (At(book), At(book).bet(1, "ann", 1000), At(book).bet(1, "ann", 1000).cards("9S 8H")):
        at.do(c.LayBy(commitment))
        assert choices(at)
        assert choices(at.do(c.SeeHeld(opened)))
        conserved(at)


def test_a_card_that_was_seen_is_judged_like_one_that_was_drawn() -> None:
    at = dealt().do(c.LayBy(TWO_C))
    assert at.refused(c.SeeHeld(KING)) == "wrong_card"
    conserved(at.do(c.SeeHeld(CARD)))
    assert (held(at).irregularity, held(at).card, held(at).commitment) == ("card_not_awaited", "2C", None)
    assert [(each.code, each.card) for each in at.table.irregularities] == [("card_not_awaited", "2C")]
    assert at.refused(c.SeeHeld(CARD)) == "nothing_to_turn"
    conserved(at.do(c.Resolve("discard")))
    assert at.table.shoe.discarded == 1
    assert at.refused(c.SeeHeld(CARD)) == "nothing_to_turn"


def test_a_ten_that_was_seen_is_removed_once() -> None:
    at = dealt()
    left = at.table.shoe.left
    conserved(at.do(c.LayBy(TEN_S), c.SeeHeld(TEN)))
    assert (held(at).irregularity, held(at).from_shoe) == ("foreign_card", False)
    assert conserved(at.do(c.Resolve("remove"))).table.shoe.left == left


def test_what_is_no_commitment_and_no_shoe_is_refused() -> None:
    assert At(NZ).refused(c.LayBy("2C")) == "bad_commitment"
    unshuffled = At(NZ, opened=False)
    assert unshuffled.refused(c.LayBy(TWO_C)) == "not_shuffled"
    assert unshuffled.refused(c.DoubtDevice("reports_lost")) == "not_shuffled"
    assert At(NZ).refused(c.DoubtDevice("")) == "not_now"


def test_a_card_of_an_empty_shoe_is_a_doubt_that_keeps_its_seal() -> None:
    at = dealt()
    at.table = replace(at.table, shoe=replace(at.table.shoe, left=0))
    at.do(c.LayBy(TWO_C))
    assert why(at) == ("device_doubt", "card_of_an_empty_shoe", "play")
    assert (held(at).commitment, held(at).from_shoe) == (TWO_C, False)


def test_an_alarm_says_that_the_shoe_cannot_hold_the_card_and_no_more() -> None:
    assert why(conserved(dealt().do(c.LayBy(TWO_C, alarm=True)))) == ("error_card_unseen", "composition", "play")
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S 9D")
    conserved(at.do(c.DrawFaceDown(KING_D, hole=True, alarm=True)))
    assert why(at) == ("device_doubt", "composition", "initial_deal")
    assert held(at).commitment is None
    at = conserved(burn_due().do(c.BurnCard(KING_D, alarm=True)))
    assert why(at) == ("device_doubt", "composition", "initial_deal")


def test_a_card_out_of_turn_is_marked_by_where_it_is_known_from() -> None:
    at = dealt().do(c.LayBy(TWO_C, source="unchecked"))
    assert [event.source for event in at.events if isinstance(event, e.TableHeld)] == ["unchecked"]


def test_a_face_up_card_may_be_one_too_many_by_what_lies_face_down() -> None:
    at = conserved(dealt().do(c.DrawCard(Card("2C"), unfit=True)))
    assert (held(at).irregularity, held(at).card, held(at).from_shoe) == ("impossible_card", "2C", False)
