"""Rounds that were dealt on paper, and entered by two people."""

import pytest

from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.state import LaidBy, Paper
from app.game.views.audiences import floor_view, surveillance_view
from tests.game.tables import NZ, At

BY = ("ann", "bob")
PAPER = c.BeginPaper(BY, "the server was away")


def a_round(at: At) -> At:
    """A round that is over."""
    return at.bet(1, "gus", 1000).cards("9C 9S 8D").do(c.Stand(1)).cards("JS")


def test_rounds_that_are_opened_meanwhile_are_marked() -> None:
    at = a_round(At(NZ)).do(PAPER)
    assert at.table.round is None
    a_round(at)
    assert at.table.round is not None
    assert at.table.round.paper == BY
    at.do(c.OpenBetting())
    assert [event.paper for event in at.events if isinstance(event, e.RoundOpened)] == [(), BY, BY]


def test_a_round_after_it_is_not_marked() -> None:
    at = a_round(At(NZ).do(PAPER)).do(c.EndPaper(), c.OpenBetting())
    assert at.table.round is not None
    assert (at.table.round.paper, at.table.paper) == ((), None)


def test_it_begins_and_ends_between_rounds_and_once() -> None:
    at = At(NZ)
    assert at.refused(c.EndPaper()) == "paper_not_on"
    assert at.bet(1, "gus", 1000).refused(PAPER) == "round_not_over"
    at = At(NZ).do(PAPER)
    assert at.refused(PAPER) == "paper_on"
    assert at.refused(c.CloseTable("")) == "paper_on"
    assert at.bet(1, "gus", 1000).refused(c.EndPaper()) == "round_not_over"


@pytest.mark.parametrize(("by", "code"), [(("ann", "ann"), "same_person"), (("", "bob"), "who_signs")])
def test_two_people_enter_them(by: tuple[str, str], code: str) -> None:
    assert At(NZ).refused(c.BeginPaper(by, "")) == code


def test_what_the_shoe_told_comes_first() -> None:
    at = At(NZ)
    at.table = replace(at.table, laid_by=(LaidBy(None, "restarted"),))
    assert at.refused(PAPER) == "waiting_first"


def test_no_word_of_the_shoe_is_waited_for() -> None:
    at = At(NZ).bet(1, "gus", 1000)
    at.do(*[c.DrawCard(Card(card), "keyed") for card in ("9C", "9S", "8D")], c.Stand(1))
    at.do(c.DrawCard(Card("JS"), "keyed"))
    assert len(at.table.keyed) == 4
    assert at.do(PAPER).table.keyed == ()


def test_the_floor_and_surveillance_see_it() -> None:
    at = At(NZ)
    assert (floor_view(at.table, at.rules).paper, floor_view(at.table, at.rules).round_paper) == (None, ())
    at.do(PAPER).bet(1, "gus", 1000)
    seen = surveillance_view(at.table, at.rules).floor
    assert (seen.paper, seen.round_paper) == (Paper(BY, "the server was away"), BY)
