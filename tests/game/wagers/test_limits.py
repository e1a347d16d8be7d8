"""Wagers at the very edge of a limit."""

from app.game import commands as c
from tests.game.tables import ACT, MA, NZ, SG, At
from tests.game.wagers.lying import mains


def test_a_wager_is_a_positive_amount() -> None:
    assert At(NZ).refused(c.PlaceWager(1, "ann", "main", 0)) == "bad_amount"


def test_a_match_wager_keeps_its_main_wager_up() -> None:
    at = At(MA).bet(1, "ann", 2500).do(c.PlaceWager(1, "ann", "match_super_bonus", 2500, seated=True))
    assert at.refused(c.PlaceWager(1, "ann", "main", 500, seated=True)) == "side_bet_limit"
    at.do(c.PlaceWager(1, "ann", "main", 500, seated=True, noticed=False))


def test_limits_of_one_player() -> None:
    at = At(NZ, player_maximum_cents=5000)
    assert at.refused(c.PlaceWager(1, "ann", "main", 6000, seated=True)) == "above_player_maximum"
    at.do(c.PlaceWager(1, "ann", "main", 6000, seated=True, noticed=False))


def test_lowering_a_wager_is_possible_on_a_box_over_its_maximum() -> None:
    at = At(ACT, maximum_cents=5000).bet(1, "ann", 5000)
    at.do(c.PlaceWager(1, "bob", "main", 3000, noticed=False), c.PlaceWager(1, "ann", "main", 3000, seated=True))
    assert at.refused(c.PlaceWager(1, "ann", "main", 4000, seated=True)) == "above_maximum"


def test_a_box_of_small_wagers_over_its_maximum_plays_as_it_lies() -> None:
    at = At(SG, minimum_cents=1000, maximum_cents=1500)
    for player in ("ann", "bob"):
        at.do(c.PlaceWager(1, player, "main", 900, seated=player == "ann", noticed=False))
    at.cards("9C")
    assert at.table.round is not None
    assert [place.effective_cents for place in at.table.round.places] == [900, 900]


def wager(box: int, player: str, cents: int, kind: str = "main", **more: bool) -> c.PlaceWager:
    """A seated wager, unless it says otherwise."""
    return c.PlaceWager(
        box,
        player,
        kind,
        cents,
        seated=more.get("seated", True),
        noticed=more.get("noticed", True),
        consent=more.get("consent", True),
    )


def test_the_least_wager_is_one_cent() -> None:
    at = At(NZ).bet(1, "ann", 1).do(wager(1, "ann", 1, "perfect_pairs"))
    assert mains(at) == [(1, "ann", 1)]


def test_without_a_minimum_a_restricted_player_may_bet_what_he_likes() -> None:
    assert mains(At(ACT, restricted=("ann",)).bet(1, "ann", 700)) == [(1, "ann", 700)]


def test_a_wager_of_just_the_minimum_warns_nobody() -> None:
    at = At(ACT, minimum_cents=500).bet(1, "ann", 500).cards("9C")
    assert at.table.warned == frozenset()


def test_a_wager_may_lie_again_as_it_lies_on_a_box_over_its_maximum() -> None:
    at = At(ACT, maximum_cents=5000).bet(1, "ann", 5000).do(wager(1, "bob", 3000, seated=False, noticed=False))
    assert mains(at.bet(1, "ann", 5000)) == [(1, "ann", 5000), (1, "bob", 3000)]


def test_a_main_wager_may_go_down_to_its_match_wager() -> None:
    at = At(MA).bet(1, "ann", 2500).do(wager(1, "ann", 500, "match_super_bonus"))
    assert mains(at.bet(1, "ann", 500)) == [(1, "ann", 500)]


def test_a_side_wager_is_measured_each_time() -> None:
    at = At(NZ, side_maximum_cents=1000).bet(1, "ann", 1000)
    assert at.refused(wager(1, "ann", 0, "perfect_pairs")) == "side_bet_limit"
    at.do(wager(1, "ann", 1000, "perfect_pairs"))
    assert at.refused(wager(1, "ann", 1001, "perfect_pairs")) == "side_bet_limit"


def test_an_unnoticed_side_wager_is_still_a_wager() -> None:
    at = At(MA).bet(1, "ann", 2500)
    assert at.refused(wager(1, "ann", 0, "match_super_bonus", noticed=False)) == "side_bet_limit"
    at.do(wager(1, "ann", 1, "match_super_bonus", noticed=False))
