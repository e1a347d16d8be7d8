"""The last three rounds of a shoe, once they are announced."""

import pytest

from app.game import commands as c
from app.game.events import ShuffleFellDue
from tests.game.shoe.rounds import play_round, to_the_end
from tests.game.tables import ACT, At


def final_rounds(played: int) -> At:
    """The last three rounds were announced, and so many of them are over."""
    at = At(ACT).do(c.AnnounceFinalRounds())
    for _ in range(played):
        play_round(at, 1)
    return at


@pytest.mark.parametrize("played", [0, 1, 2])
def test_in_the_three_announced_rounds_the_cutting_card_ends_nothing(played: int) -> None:
    assert final_rounds(played).do(c.DrawCutCard()).table.shoe.shuffle_due is None
    assert final_rounds(played).bet(1, "ann", 1000).do(c.DrawCutCard()).table.shoe.shuffle_due is None
    at = final_rounds(played).bet(1, "ann", 1000).cards("9C").do(c.DrawCutCard())
    assert not at.table.shoe.ends_after_round


def test_after_the_three_announced_rounds_it_counts_again() -> None:
    assert final_rounds(3).do(c.DrawCutCard()).table.shoe.shuffle_due is not None
    assert final_rounds(3).bet(1, "ann", 1000).do(c.DrawCutCard()).table.shoe.shuffle_due is not None
    at = final_rounds(3).bet(1, "ann", 1000).cards("9C").do(c.DrawCutCard())
    assert at.table.shoe.ends_after_round


def test_the_round_of_the_announcement_is_not_one_of_the_last() -> None:
    at = At(ACT).bet(1, "ann", 1000).cards("9C 9S 9D").do(c.AnnounceFinalRounds(), c.DrawCutCard())
    assert any(isinstance(event, ShuffleFellDue) for event in to_the_end(at).events)


def test_the_last_rounds_are_announced_once() -> None:
    at = At(ACT).do(c.AnnounceFinalRounds())
    assert at.refused(c.AnnounceFinalRounds()) == "final_rounds_not_allowed"
    for _ in range(2):
        to_the_end(at.bet(1, "ann", 1000).cards("9C 9S 9D"))
    assert at.refused(c.AnnounceFinalRounds()) == "final_rounds_not_allowed"
    to_the_end(at.bet(1, "ann", 1000).cards("9C 9S 9D")).do(c.AnnounceFinalRounds())
