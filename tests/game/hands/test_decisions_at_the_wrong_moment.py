"""Decisions at the wrong moment: each has its own code, and none of them is a crash."""

import pytest

from app.game import commands as c
from tests.game.tables import MA, NZ, At


def dealt(book: str = NZ, cards: str = "9C 9S 9D") -> At:
    return At(book).bet(1, "ann", 1000).cards(cards)


def done(at: At) -> list[str]:
    """Why each hand is complete."""
    assert at.table.round is not None
    return [hand.done for box in at.table.round.boxes for hand in box.hands]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.Insure(1, "ann", 500), "no_such_player"),
        (c.TakeBackDouble(1, "ann"), "rescue_not_offered"),
        (c.Proceed(), "nothing_to_proceed"),
        (c.Surrender(1), "surrender_not_offered"),
        (c.Hit(1), "not_this_hand"),
    ],
)
def test_before_the_first_wager_nothing_can_be_decided(command: c.Command, code: str) -> None:
    assert At(NZ).refused(command) == code


def test_after_the_round_nothing_can_be_decided() -> None:
    at = dealt().do(c.Stand(1)).cards("8D")
    assert at.refused(c.Stand(1)) == at.refused(c.Hit(1)) == at.refused(c.Double(1)) == "round_over"
    assert at.refused(c.Proceed()) == "nothing_to_proceed"


def test_when_every_hand_is_complete_it_is_nobodys_turn() -> None:
    assert dealt().do(c.Stand(1)).refused(c.Hit(1)) == "not_this_hand"


def test_a_hand_whose_card_is_on_its_way_decides_nothing() -> None:
    at = dealt(cards="8C 9S 8D").do(c.Hit(1))
    assert at.refused(c.Hit(1)) == "hit_not_allowed"
    assert at.refused(c.Double(1)) == "double_not_allowed"
    assert at.refused(c.Split(1)) == "split_not_allowed"


def test_a_split_hand_without_its_second_card_decides_nothing() -> None:
    at = dealt(cards="8C 9S 8D").do(c.Split(1))
    assert at.refused(c.Hit(1)) == "hit_not_allowed"
    assert at.refused(c.Double(1)) == "double_not_allowed"


def test_why_a_hand_is_complete_is_on_record() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9C 6S 9S KD 5D").do(c.Stand(1), c.Double(2)).cards("8D")
    assert done(at) == ["stand", "one_card"]


def test_a_split_hand_does_not_stand_before_its_second_card() -> None:
    at = At(MA).bet(1, "ann", 1000).cards("KC 9S KD").do(c.Split(1))
    assert at.refused(c.Stand(1)) == "stand_not_allowed"
