"""What rounds are compared with: PokerKit, which is somebody else's engine, and a loop over our events."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter

import orjson
from pokerkit import Automation, NoLimitTexasHoldem

from app.store.codec import encode
from tests.bench.core import Player
from tests.bench.event_loop import Row, played_again
from tests.bench.poker_hands import hands_from
from tests.bench.sides.answering import Handlers, answer
from tests.bench.sides.books import load_ruleset

# PokerKit does by itself whatever needs no decision; cards are dealt and burnt, and players act, one by one.
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
STACK, PLAYERS = 200, 2


def play_poker(cards: list[str]) -> None:
    """One hand of two players who call everything: dealt, shown, settled, paid."""
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, STACK, PLAYERS)
    state.deal_hole("".join(cards[0:2]))
    state.deal_hole("".join(cards[2:4]))
    _both_call(state)
    for burnt, first, after in ((4, 5, 8), (8, 9, 10), (10, 11, 12)):
        state.burn_card(cards[burnt])
        state.deal_board("".join(cards[first:after]))
        _both_call(state)
    assert not state.status
    assert sum(state.stacks) == PLAYERS * STACK


def _both_call(state: object) -> None:
    for _ in range(PLAYERS):
        state.check_or_call()  # type: ignore[attr-defined]


def pokerkit(seed: int, count: int) -> float:
    """PokerKit's rounds a second."""
    hands = hands_from(seed)
    cards = [next(hands) for _ in range(count)]
    began_s = perf_counter()
    for each in cards:
        play_poker(each)
    return count / (perf_counter() - began_s)


def events(book: str, seed: int, count: int) -> float:
    """Rounds a second of the loop, over the events of so many of our rounds, as any reader of the log gets them."""
    player = Player(load_ruleset(book), seed)
    before = len(player.events)
    for _ in range(count):
        player.round()
    rows: list[Row] = [orjson.loads(encode(event)) for event in player.events[before:]]
    began_s = perf_counter()
    result = played_again(rows)
    took_s = perf_counter() - began_s
    assert result.rounds == count
    return count / took_s


@asynccontextmanager
async def opened() -> AsyncIterator[Handlers]:
    """Nothing has to be set up."""
    await asyncio.sleep(0)
    yield {"pokerkit": pokerkit, "events": events}


if __name__ == "__main__":
    answer(opened)
