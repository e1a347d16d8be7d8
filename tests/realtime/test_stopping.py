"""A server that stops, and comes back: nobody loses a version, and nobody comes at the same moment."""

import asyncio
import re
import resource
import time
from typing import Any

from app.game import commands as c
from app.realtime.feeds import COME_BACK_AFTER_MS, COME_BACK_EVERY_MS
from app.settings import Settings
from app.store.database import Database
from app.terminal.terminal import Ordered
from tests.realtime.here import Here, Screen, opened, serving
from tests.store.live import bet_and_deal

MANY = 500
STAND = {"type": "Stand", "box": 1}


async def test_everybody_is_told_when_to_come_back(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        await here.ready(number)
        async with here.look(boss, number, "floor") as floor, here.look(boss, None) as wall:
            await floor.first("hello")
            await wall.first("floor_hello")
            await here.feeds.close()
            told = [await floor.closed(), await wall.closed()]
            assert [code for code, _ in told] == [4410, 4410]
            after_ms = [int(re.findall(r"(\d+) ms", words)[0]) for _, words in told]
            assert after_ms == [COME_BACK_AFTER_MS, COME_BACK_AFTER_MS + COME_BACK_EVERY_MS]
            async with opened(f"{here.url(None)}&ticket={here.people.ticket(boss)}") as late:
                assert (await Screen(late, "wall").closed())[0] == 4410


async def test_an_order_under_way_is_answered_first(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer = await here.person(number, "dealer")
        actor = await here.ready(number, dealer.name)
        await here.do(number, *bet_and_deal())
        async with here.look(dealer, number, "dealer") as screen:
            await screen.first("hello")
            began, goes_on, ask = asyncio.Event(), asyncio.Event(), here.terminal.order

            async def slow(*order: Any) -> Ordered:
                began.set()
                await goes_on.wait()
                return await ask(*order)

            here.terminal.order = slow  # type: ignore[assignment,method-assign]
            ordering = asyncio.create_task(screen.order(STAND, here.questions(number)[0].id))
            await began.wait()
            closing = asyncio.create_task(here.feeds.close())
            await asyncio.sleep(0)
            goes_on.set()
            await closing
            answer = await ordering
            assert answer["ok"] and answer["version"] == actor.version
            assert (await screen.closed())[0] == 4410


async def test_many_sockets_come_through_a_restart(database: Database, settings: Settings, number: str) -> None:
    """Five hundred signs and supervisors; each follows every version again, from a hello at the newest."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (4_096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    async with serving(database, settings) as here:
        _, token = await here.signed_in(number, "supervisor")
        await here.ready(number)
        port, before = here.port, await looking(here, number, token)
        await here.do(number, c.OpenBetting())
        await everybody_at(before, here, number)
    for screen in before:
        assert (await screen.closed())[0] == 4410
        await screen.close()
    async with serving(database, settings, port) as here:
        await here.tables.open(number)
        began_s = time.monotonic()
        after = await looking(here, number, token)
        await here.do(number, c.PlaceWager(1, "ann", "main", 1_000, seated=True))
        await everybody_at(after, here, number)
        print(f"all are back after {time.monotonic() - began_s:.1f} s")
        for screen in after:
            await screen.connection.close()


async def looking(here: Here, number: str, token: str) -> list[Screen]:
    """So many sockets, half of them signs."""
    screens = []
    for each in range(MANY):
        audience = "sign" if each % 2 else "floor"
        connection = await opened(here.url(number, audience), token)
        screens.append(Screen(connection, audience))
    return screens


async def everybody_at(screens: list[Screen], here: Here, number: str) -> None:
    """All are at the newest version."""
    version = here.tables.live()[number].version
    for screen in screens:
        await screen.at(version)
