"""Who may not look any more is put out, within a second, whatever the reason."""

import time
from uuid import uuid4

import orjson

from app.game import commands as c
from app.house.subjects.people.commands import ChangePerson
from app.people.authentication import SESSION_US
from app.settings import Settings
from app.store.database import Database
from tests.realtime.here import ANYBODY, PIN, Screen, serving
from tests.store.live import bet_and_deal

WITHIN_S = 1.0
STAND = {"type": "Stand", "box": 1}


async def put_out(screen: Screen, began_s: float) -> int:
    """The close code, in time."""
    code, _ = await screen.closed()
    assert time.monotonic() - began_s < WITHIN_S
    return code


async def test_who_is_suspended_is_out(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        await here.ready(number)
        async with here.look(boss, number, "floor") as floor, here.look(boss, None) as wall:
            await floor.first("hello")
            await wall.first("floor_hello")
            began_s = time.monotonic()
            await here.people.suspend(ANYBODY, boss.name, "left the house")
            assert await put_out(floor, began_s) in (4401, 4403)
            assert await put_out(wall, began_s) in (4401, 4403)


async def test_who_signs_out_is_out(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss, other = await here.person(number, "supervisor"), await here.person(number, "supervisor")
        await here.ready(number)
        async with here.look(boss, number, "floor") as screen, here.look(other, number, "floor") as stays:
            await screen.first("hello")
            began_s = time.monotonic()
            await here.people.sign_out(boss)
            assert await put_out(screen, began_s) == 4401
            await stays.nth("heartbeat", 2)


async def test_a_new_pin_puts_out_who_had_the_old_one(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        await here.ready(number)
        async with here.look(boss, number, "floor") as screen:
            await screen.first("hello")
            began_s = time.monotonic()
            await here.people.set_pin(ANYBODY, boss.name, PIN[::-1])
            assert await put_out(screen, began_s) == 4401


async def test_who_loses_the_role_is_out(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        both = await here.person(number, "supervisor", "surveillance")
        await here.ready(number)
        async with here.look(both, number, "floor") as floor, here.look(both, number, "surveillance") as watching:
            await floor.first("hello")
            await watching.first("hello")
            began_s = time.monotonic()
            await here.people.change(ANYBODY, ChangePerson(both.name, both.name, ("supervisor",)))
            assert await put_out(watching, began_s) == 4403
            await floor.nth("heartbeat", 2)


async def test_a_session_that_runs_out_is_out(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        await here.ready(number)
        async with here.look(boss, number, "floor") as screen:
            await screen.nth("heartbeat", 2)
            here.clock.ahead_us += SESSION_US
            began_s = time.monotonic()
            assert await put_out(screen, began_s) == 4401


async def test_a_dealer_who_is_relieved_is_out(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, other = await here.person(number, "dealer"), await here.person(number, "dealer")
        await here.ready(number, dealer.name)
        async with here.look(dealer, number, "dealer") as screen:
            await screen.first("hello")
            began_s = time.monotonic()
            await here.do(number, c.ChangeDealer(other.name))
            assert await put_out(screen, began_s) == 4403
        async with here.look(other, number, "dealer") as screen:
            await screen.first("hello")


async def test_a_sign_that_was_taken_down_is_out(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        await here.ready(number)
        token = await here.people.add_display(ANYBODY, f"sign-{number}", number)
        async with here.look(await here.people.caller(token, "sign"), number, "sign") as screen:
            await screen.first("hello")
            began_s = time.monotonic()
            await here.people.remove_display(ANYBODY, f"sign-{number}")
            assert await put_out(screen, began_s) in (4401, 4403)


async def test_an_order_of_who_is_out_is_refused(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer = await here.person(number, "dealer")
        actor = await here.ready(number, dealer.name)
        await here.do(number, *bet_and_deal())
        async with here.look(dealer, number, "dealer") as screen:
            await screen.first("hello")
            version = actor.version
            await here.people.sign_out(dealer)
            await screen.send(orjson.dumps({"type": "order", "id": str(uuid4()), "command": STAND}).decode())
            assert (await screen.closed())[0] == 4401
            assert actor.version == version
