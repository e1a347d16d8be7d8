"""Clients that do not read: they cost nobody anything, and who has to see everything is closed in the end."""

import asyncio
import time

import orjson

from app.game import commands as c
from app.game.core.state import TableConfig
from app.realtime import outlet
from app.realtime.outlet import MOST_WAITING
from app.settings import Settings
from app.store.database import Database
from tests.realtime.here import Here, Screen, serving
from tests.realtime.stuck import Reading, close_code, raw

MOST_CHANGES = 1_000


async def change(here: Here, number: str, each: int) -> int:
    """Something that everybody sees: the minimum is another. The version after it."""
    config = TableConfig(side_bets=(), minimum_cents=500 + 100 * (each % 2))
    (answer,) = await here.do(number, c.ChangeConfig(config))
    assert answer.refused is None, answer.refused
    return answer.first_version + answer.events - 1


async def fill(here: Here, number: str) -> None:
    """Change things until somebody's line is full."""
    for each in range(MOST_CHANGES):
        await change(here, number, each)
        if here.feeds.longest_queue():
            return
    raise AssertionError("no line was ever full")


async def slowest(here: Here, number: str, screen: Screen, times: int) -> float:
    """The longest that anything took from the table to this screen."""
    worst_s = 0.0
    for each in range(times):
        began_s = time.perf_counter()
        await screen.at(await change(here, number, each))
        worst_s = max(worst_s, time.perf_counter() - began_s)
    return worst_s


async def test_a_sign_that_never_reads_costs_nobody_anything(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        dealer, boss = await here.person(number, "dealer"), await here.person(number, "supervisor")
        actor = await here.ready(number, dealer.name)
        async with raw(f"{here.url(number, 'sign')}&ticket={here.people.ticket(boss)}") as line:
            async with here.look(dealer, number, "dealer") as screen:
                await screen.first("hello")
                await here.until(lambda: here.feeds.sockets()["sign"], "for the sign")
                await fill(here, number)
                assert await slowest(here, number, screen, MOST_WAITING * 2) < 0.5
                assert here.feeds.longest_queue() <= 3
                assert here.feeds.sockets()["sign"] == 1
            reading = Reading(line)
            while (message := orjson.loads(await reading.text())).get("version") != actor.version:
                last = message
            # All that it slept through is one message, without a gap.
            assert message["type"] == "view" and message["version"] - message["first"] >= MOST_WAITING
            assert message["first"] == last["version"] + 1


async def test_a_dealer_who_never_reads_is_closed(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, boss = await here.person(number, "dealer"), await here.person(number, "supervisor")
        await here.ready(number, dealer.name)
        async with (
            raw(f"{here.url(number, 'dealer')}&ticket={here.people.ticket(dealer)}") as line,
            here.look(boss, number, "floor") as screen,
        ):
            await here.until(lambda: here.feeds.sockets()["dealer"], "for the dealer")
            await fill(here, number)
            assert await slowest(here, number, screen, MOST_WAITING + 5) < 0.5
            reading = asyncio.create_task(close_code(line))
            assert await reading == 4408
            await here.until(lambda: not here.feeds.sockets()["dealer"], "for the dealer to be gone")
            await here.do(number, c.OpenBetting())


async def test_who_takes_nothing_at_all_is_left_to_himself(database: Database, settings: Settings, number: str) -> None:
    """He does not even take the close frame; about seven seconds, for he is given five and two."""
    async with serving(database, settings) as here:
        dealer = await here.person(number, "dealer")
        await here.ready(number, dealer.name)
        async with raw(f"{here.url(number, 'dealer')}&ticket={here.people.ticket(dealer)}"):
            await here.until(lambda: here.feeds.sockets()["dealer"], "for the dealer")
            await fill(here, number)
            began_s = time.monotonic()
            await here.until(lambda: not here.feeds.sockets()["dealer"], "for the dealer to be gone")
            taken_s = time.monotonic() - began_s
            print(f"gone after {taken_s:.1f} s")
            assert taken_s > outlet.PATIENCE_S
