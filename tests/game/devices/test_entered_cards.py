"""Cards that are not in the record, and are entered by hand in a doubt."""

from collections.abc import Callable

import pytest

from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.state import LaidBy
from tests.game.devices.line import (
    KING_D,
    TWO_C,
    after_the_round,
    burn_due,
    choices,
    conserved,
    dealt,
    doubted,
    given,
    peek_due,
    shuffle_due,
    why,
)
from tests.game.tables import MA, NZ, SG, At


def test_a_card_that_was_not_read_is_entered_and_nothing_is_asked_again() -> None:
    at = conserved(dealt().do(c.Stand(1), c.DoubtDevice("card_unread"), c.Resolve("enter_card", card=Card("KD"))))
    assert (given(at)[-1].card, given(at)[-1].box, given(at)[-1].source) == ("KD", 0, "manual")
    assert at.table.held is None
    assert at.table.round is not None
    assert at.table.round.complete


def test_after_lost_reports_it_is_asked_whether_there_was_another_card() -> None:
    at = conserved(doubted().do(c.Resolve("enter_card", card=Card("2C"))))
    assert why(at) == ("device_doubt", "reports_lost", "play")
    at.do(c.Resolve("enter_card", card=Card("AC")), c.Resolve("continue"))
    assert [each.card for each in given(at)] == ["9S", "8H", "8D", "2C", "AC"]


def test_a_hole_card_and_a_burn_are_entered_face_down() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S").do(c.ChangeDealer("dee"))
    at.do(c.DoubtDevice("card_unread"))
    assert at.refused(c.Resolve("enter_card", card=Card("2C"))) == "burn_due"
    assert at.refused(c.Resolve("enter_card")) == "choice_unknown"
    at.do(c.Resolve("enter_card", commitment=TWO_C), c.DrawCard(Card("9D")), c.DoubtDevice("card_unread"))
    assert at.refused(c.Resolve("enter_card", card=Card("KD"))) == "hole_card_first"
    conserved(at.do(c.Resolve("enter_card", commitment=KING_D)))
    assert [event.source for event in at.events if isinstance(event, e.CardBurnt | e.CardDealtDown)][-2:] == [
        "manual", "manual",
    ]  # fmt: skip
    assert at.table.round is not None
    assert at.table.round.hole == KING_D


def test_a_squeezed_card_is_entered_face_down() -> None:
    at = At(SG).bet(1, "ann", 1000).do(c.PermitSqueeze(1), c.DoubtDevice("card_unread"))
    conserved(at.do(c.Resolve("enter_card", commitment=TWO_C)))
    assert at.table.round is not None
    assert [down.commitment for down in at.table.round.boxes[0].hands[0].down] == [TWO_C]


def test_an_entered_card_that_nothing_awaits_leaves_the_doubt_waiting() -> None:
    at = after_the_round().do(c.DoubtDevice("reports_lost"), c.Resolve("enter_card", card=Card("2C")))
    assert why(at) == ("card_not_awaited", "", "complete")
    assert at.table.laid_by == (LaidBy(None, "reports_lost"),)
    conserved(at.do(c.Resolve("discard"), c.TakeUp(), c.Resolve("continue")))


@pytest.mark.parametrize("moment", [lambda: At(NZ), shuffle_due, peek_due])
def test_no_card_is_entered_where_none_could_have_been_dealt(moment: Callable[[], At]) -> None:
    at = moment().do(c.DoubtDevice("reports_lost"))
    assert choices(at) == ("continue",)
    assert at.refused(c.Resolve("enter_card", card=Card("2C"))) == "choice_unknown"


def test_an_empty_shoe_has_no_burn_and_no_hole_card_to_enter() -> None:
    burn = burn_due()
    hole = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S 9D")
    for at in burn, hole:
        at.table = replace(at.table, shoe=replace(at.table.shoe, left=0))
        assert choices(at.do(c.DoubtDevice("card_unread"))) == ("continue",)
