"""The cells of the matrix over sockets: who is let in, what is ordered, and when who may not look any more is out."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any
from uuid import uuid4

import orjson
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from app.problems.catalogue import CATALOGUE
from app.realtime.audience import ORDERING
from tests.authorisation.cells import Ask, Asked, Cell, refusal
from tests.authorisation.house import House, Somebody
from tests.authorisation.written import ACTIONS, FEEDS

OUT_WITHIN_S = 1.0
# A dealer and a supervisor could do this at any time.
LATE = '{"type": "order", "id": "$", "command": {"type": "OpenBetting"}}'
CLOSED = 4_000


def feed(name: str) -> Cell:
    """To look at this feed."""
    return Cell(name, "socket", name)


def takes_orders(name: str) -> bool:
    """Whether orders may be sent over a socket of this feed; all others only look."""
    return name.rpartition(".")[2] in ORDERING and name != "feed.floor"


async def first(connection: ClientConnection) -> Asked:
    """Whether the first thing that comes is the feed, or the reason why there is none."""
    try:
        said = orjson.loads(await connection.recv())
    except ConnectionClosed:
        return Asked((connection.close_code or 0) - CLOSED, (connection.close_reason or "").partition(":")[0])
    assert said["type"] in ("hello", "floor_hello")
    return Asked(200, None)


async def knocks(house: House, who: Somebody, cell: Cell) -> Asked:
    """What comes first over a socket of this feed; a close code as the status that it is made of."""
    house.cells += 1
    async with house.socket(who, cell.path) as connection:
        return await first(connection)


def ordering(connection: ClientConnection) -> Ask:
    """Asks for what a cell orders over this socket."""

    async def ask(house: House, _who: Somebody, cell: Cell) -> Asked:
        house.cells += 1
        await connection.send(orjson.dumps({"type": "order", **cell.body}).decode())
        answer: Any = {}
        while answer.get("id") != cell.body["id"]:
            answer = orjson.loads(await connection.recv())
        code = None if answer["ok"] else answer["problem"]["code"]
        return Asked(200 if code is None else CATALOGUE[code].status, code)

    return ask


def his_feeds(who: Somebody) -> list[str]:
    """Every feed that is for him as it is written."""
    return [name for name in FEEDS if refusal(ACTIONS[name], who) is None]


async def looking(house: House, who: Somebody, stack: AsyncExitStack) -> dict[str, ClientConnection]:
    """A socket of every feed that is for him, each with its first message."""
    sockets = {name: await stack.enter_async_context(house.socket(who, name)) for name in his_feeds(who)}
    for name, connection in sockets.items():
        assert await first(connection) == (200, None), f"{who.actor} may look at {name}"
    return sockets


async def out(house: House, who: Somebody, sockets: dict[str, ClientConnection], close: int) -> list[str]:
    """Which of these were not closed with this code within a second, or could still be ordered over."""
    house.cells += len(sockets)
    versions = await house.versions()
    codes = await asyncio.gather(*[_closed(name, connection) for name, connection in sockets.items()])
    found = zip(sockets, codes, strict=True)
    wrong = [f"{who.actor} still looks at {name}: {code}, not {close}" for name, code in found if code != close]
    return wrong if await house.versions() == versions else [*wrong, f"{who.actor} still orders"]


async def _closed(name: str, connection: ClientConnection) -> int | None:
    """The close code, if it comes in time; what is ordered now is ordered too late."""
    try:
        async with asyncio.timeout(OUT_WITHIN_S):
            if takes_orders(name):
                await connection.send(LATE.replace("$", str(uuid4())))
            while True:
                await connection.recv()
    except TimeoutError:
        return None
    except ConnectionClosed:
        return connection.close_code
