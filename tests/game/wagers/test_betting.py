"""Wagers and the end of betting, where a script cannot say it."""

import pytest

from app.game import commands as c
from app.game.events import BetsClosed, NoMoreBetsCalled, RoundAbandoned, RoundOpened
from tests.game.tables import NZ, SG, At


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


def test_nothing_is_withdrawn_where_nothing_lies() -> None:
    assert At(NZ).refused(c.WithdrawWagers(1, "ann")) == "no_such_player"
    assert At(NZ).bet(1, "ann", 1000).refused(c.WithdrawWagers(1, "bob")) == "no_such_player"


def test_a_side_wager_is_taken_back_by_itself() -> None:
    at = At(NZ).bet(1, "ann", 1000).do(c.PlaceWager(1, "ann", "perfect_pairs", 500, seated=True))
    at.do(c.PlaceWager(1, "ann", "perfect_pairs", 0, seated=True))
    assert at.table.round is not None
    assert at.table.round.places[0].sides == ()


def finished(at: At) -> At:
    """A round with one hand at box 1 is over."""
    return at.bet(1, "ann", 1000).cards("9C 9S KD").do(c.Stand(1)).cards("8D")


def test_rounds_count_from_one() -> None:
    at = finished(At(NZ)).do(c.OpenBetting())
    assert [event.number for event in at.events if isinstance(event, RoundOpened)] == [1, 2]


def test_the_call_closes_the_betting_where_the_book_says_so() -> None:
    for book, closed in ((SG, True), (NZ, False)):
        at = At(book).bet(1, "ann", 1000).do(c.CloseBets())
        assert any(isinstance(event, BetsClosed) for event in at.events) is closed


def test_squeezing_is_permitted_during_a_round_only() -> None:
    assert At(SG).refused(c.PermitSqueeze(1)) == "squeeze_not_allowed"
    assert finished(At(SG)).refused(c.PermitSqueeze(1)) == "squeeze_not_allowed"
