"""Wagers and the end of betting, where a script cannot say it."""

import pytest

from app.game import commands as c
from app.game.events import NoMoreBetsCalled, RoundAbandoned, RoundOpened
from tests.game.tables import ACT, MA, NZ, SG, At


def test_place_your_bets_opens_a_round() -> None:
    at = At(SG).do(c.OpenBetting())
    assert isinstance(at.events[-1], RoundOpened)
    assert at.refused(c.OpenBetting()) == "round_not_over"


@pytest.mark.parametrize("implied", [True, False])
def test_both_instants_of_no_more_bets_are_kept(implied: bool) -> None:
    at = At(NZ).bet(1, "ann", 1000)
    if not implied:
        at.do(c.CloseBets())
    at.cards("9C")
    assert [event.implied for event in at.events if isinstance(event, NoMoreBetsCalled)] == [implied]


def test_betting_is_closed_once() -> None:
    assert At(NZ).refused(c.CloseBets()) == "bets_closed"
    assert At(NZ).bet(1, "ann", 1000).do(c.CloseBets()).refused(c.CloseBets()) == "bets_closed"


def test_a_round_that_was_called_and_has_no_wager_any_more_is_none() -> None:
    """Until the first card, where the book lets wagers be taken back so long."""
    config = At(NZ).table.config
    for onward in (c.CloseTable("the end of the day"), c.ChangeConfig(config), c.OpenFloat(100_00, ("sue", "sam"))):
        at = At(NZ).bet(1, "ann", 1000).do(c.CloseBets(), c.WithdrawWagers(1, "ann"), onward)
        assert any(isinstance(event, RoundAbandoned) for event in at.events), onward
    assert At(NZ).bet(1, "ann", 1000).do(c.CloseBets()).refused(c.CloseTable("the end of the day")) == "round_not_over"


def test_a_wager_is_a_positive_amount() -> None:
    assert At(NZ).refused(c.PlaceWager(1, "ann", "main", 0)) == "bad_amount"


def test_nothing_is_withdrawn_where_nothing_lies() -> None:
    assert At(NZ).refused(c.WithdrawWagers(1, "ann")) == "no_such_player"
    assert At(NZ).bet(1, "ann", 1000).refused(c.WithdrawWagers(1, "bob")) == "no_such_player"


def test_a_side_wager_is_taken_back_by_itself() -> None:
    at = At(NZ).bet(1, "ann", 1000).do(c.PlaceWager(1, "ann", "perfect_pairs", 500, seated=True))
    at.do(c.PlaceWager(1, "ann", "perfect_pairs", 0, seated=True))
    assert at.table.round is not None
    assert at.table.round.places[0].sides == ()


def test_a_match_wager_keeps_its_main_wager_up() -> None:
    at = At(MA).bet(1, "ann", 2500).do(c.PlaceWager(1, "ann", "match_super_bonus", 2500, seated=True))
    assert at.refused(c.PlaceWager(1, "ann", "main", 500, seated=True)) == "side_bet_limit"
    at.do(c.PlaceWager(1, "ann", "main", 500, seated=True, noticed=False))


def test_the_seated_bettor_comes_first() -> None:
    at = At(SG, maximum_cents=20000).bet(1, "bob", 20000, seated=False)
    at.do(c.PlaceWager(1, "bob", "bonus", 500), c.PlaceWager(1, "ann", "main", 20000, seated=True))
    assert at.table.round is not None
    assert [(place.player, place.main_cents) for place in at.table.round.places] == [("bob", 0), ("ann", 20000)]


def test_a_bettor_without_side_wagers_is_displaced_whole() -> None:
    at = At(SG, maximum_cents=20000).bet(1, "bob", 5000, seated=False).bet(1, "cat", 15000, seated=False)
    at.bet(1, "ann", 15000)
    assert at.table.round is not None
    assert [(p.player, p.main_cents) for p in at.table.round.places] == [("bob", 5000), ("ann", 15000)]


def test_what_nobody_noticed_is_not_displaced() -> None:
    at = At(SG, maximum_cents=20000)
    at.do(c.PlaceWager(1, "bob", "main", 30000, noticed=False)).bet(1, "ann", 5000)
    assert at.table.round is not None
    assert [place.main_cents for place in at.table.round.places] == [30000, 5000]


def test_at_a_full_table_nobody_decides_for_two_boxes() -> None:
    at = At(ACT, full_table=True).bet(1, "ann", 1000).bet(2, "ann", 1000, seated=False)
    assert at.refused(c.CloseBets()) == "seated_elsewhere"


def test_at_a_full_table_somebody_else_on_the_box_decides() -> None:
    at = At(NZ, full_table=True).bet(1, "ann", 1000).bet(2, "ann", 1000, seated=False)
    at.bet(2, "cat", 1000, seated=False).bet(3, "dan", 1000, seated=False).cards("9C")
    assert at.table.round is not None
    assert [box.controller for box in at.table.round.boxes] == ["ann", "cat", "dan"]


def test_whoever_decides_at_one_box_of_a_full_table_decides_at_no_other() -> None:
    at = At(NZ, full_table=True).bet(1, "ann", 1000, seated=False).bet(2, "ann", 1000, seated=False)
    assert at.refused(c.DrawCard("9C")) == "seated_elsewhere"  # type: ignore[arg-type]


def test_limits_of_one_player() -> None:
    at = At(NZ, player_maximum_cents=5000)
    assert at.refused(c.PlaceWager(1, "ann", "main", 6000, seated=True)) == "above_player_maximum"
    at.do(c.PlaceWager(1, "ann", "main", 6000, seated=True, noticed=False))


def test_lowering_a_wager_is_possible_on_a_box_over_its_maximum() -> None:
    at = At(ACT, maximum_cents=5000).bet(1, "ann", 5000)
    at.do(c.PlaceWager(1, "bob", "main", 3000, noticed=False), c.PlaceWager(1, "ann", "main", 3000, seated=True))
    assert at.refused(c.PlaceWager(1, "ann", "main", 4000, seated=True)) == "above_maximum"


def test_double_and_split_name_bettors_of_the_hand() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("8C 9S 8D")
    assert at.refused(c.Double(1, (("bob", 100),))) == "no_such_player"
    assert at.refused(c.Split(1, (("bob", 0),))) == "no_such_player"


def test_a_bettor_is_named_once_and_keeps_one_of_two_hands() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(1, "bob", 1000, seated=False).cards("8C 9S 8D")
    assert at.refused(c.Double(1, (("ann", 1000), ("ann", 500)))) == "double_amount"
    assert at.refused(c.Split(1, (("bob", 2),))) == "split_choice"
    assert at.refused(c.Split(1, (("bob", 0), ("bob", 1)))) == "split_choice"


def test_a_box_of_small_wagers_over_its_maximum_plays_as_it_lies() -> None:
    at = At(SG, minimum_cents=1000, maximum_cents=1500)
    for player in ("ann", "bob"):
        at.do(c.PlaceWager(1, player, "main", 900, seated=player == "ann", noticed=False))
    at.cards("9C")
    assert at.table.round is not None
    assert [place.effective_cents for place in at.table.round.places] == [900, 900]
