"""Every row of the bot's books matters: with any of them changed, the bot and the table differ.

It is the same as that mistake in the table's own pay: the bot plays rounds rich enough to show it. Slow for
a test (some seconds a book), since a row may matter once in some hundred rounds.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from device_simulators.bot.habits import EVENTFUL
from device_simulators.bot.pace import FAST
from device_simulators.bot.pay.books import BOOKS, Book
from device_simulators.bot.pay.dealer_hand import dealer_fault
from device_simulators.bot.pay.dealer_pontoon import DEALER_PONTOON
from device_simulators.bot.pay.fifty_dollars import FIFTY_DOLLARS
from device_simulators.bot.pay.lines import Line
from device_simulators.bot.pay.played import PlayedRound
from device_simulators.bot.pay.settlement import settle
from device_simulators.bot.player import Player
from tests.bot.tables import set_up

SEED = 1
ROUNDS = 1_200
# Nearly every round is stacked, and people bet on several boxes: who gets the fifty dollars is the rarest difference.
HABITS = replace(EVENTFUL, stacked=0.95, alone=0.1, player_on_two_boxes=0.4)
FLAGS = (
    "doubled_aces_hard",
    "undoubled_keeps_odds",
    "pontoon_beats_21",
    "dealer_hits_soft_17",
    "dealer_always_draws",
    "only_suited_sevens_bar",
)
# The Gazette's rows are those of NZ Division 15.
FLIPPED = ("nz-division-15", "sg-pontoon-plus-v5", "act-canberra-2005", "ma-pontoon-21-v3")

Settled = tuple[PlayedRound, list[Line]]


def _rounds(book_id: str) -> Iterator[Settled]:
    """Rounds that the bot plays under this book, and what the table says of each, as long as somebody wants more."""
    table = set_up(book_id, SEED)
    player = Player(table, table, HABITS, Random(SEED), FAST)
    with asyncio.Runner() as runner:
        for _ in range(ROUNDS):
            played, view = runner.run(player.play_round())
            yield played, sorted(view.settlements)


def _differ(round_: Settled, book: Book) -> bool:
    """Whether this book and the table differ in the round."""
    played, stated = round_
    return sorted(settle(played, book)) != stated or dealer_fault(played, book) != ""


def _changes(book: Book) -> Iterator[dict[str, Any]]:
    """Each row of the book changed, one at a time."""
    yield from ({flag: not getattr(book, flag)} for flag in FLAGS)
    yield from ({"dealer_pontoon": each} for each in DEALER_PONTOON.values() if each is not book.dealer_pontoon)
    yield from ({"fifty_dollars": each} for each in FIFTY_DOLLARS.values() if each is not book.fifty_dollars)
    yield {"surrender_final_against": "AJQK"}
    yield {"high_prize_from_cents": 4 * book.high_prize_from_cents}
    for name, pays in book.side_bets.items():
        for row, odds in pays.items():
            yield {"side_bets": {**book.side_bets, name: {**pays, row: odds + 1}}}


def _words(change: dict[str, Any]) -> str:
    ((row, value),) = change.items()
    return f"{row} {getattr(value, '__name__', value)}"


@pytest.mark.parametrize("book_id", FLIPPED)
def test_every_changed_row_is_found(book_id: str) -> None:
    book = BOOKS[book_id]
    unseen = list(_changes(book))
    assert unseen
    for round_ in _rounds(book_id):
        assert not _differ(round_, book)
        unseen = [change for change in unseen if not _differ(round_, replace(book, **change))]
        if not unseen:
            return
    assert [_words(change) for change in unseen] == []
