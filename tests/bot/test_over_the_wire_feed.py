"""The bot's end of a table's socket, against a far end that does to it what servers do on bad days."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from device_simulators.bot.terminal.feed import Away, Feed, Late

ORDER = {"id": "1c6f1a5e-0000-4000-8000-000000000001", "question": None, "command": {"type": "CloseBets"}}
Behaviour = Callable[["FarEnd", ServerConnection, int], Awaitable[None]]


class FarEnd:
    """A server of one table, which behaves as the test wants it to; counts connections and keeps what it was told."""

    def __init__(self, behaviour: Behaviour) -> None:
        self._behaviour = behaviour
        self.connections = 0
        self.told: list[dict[str, Any]] = []

    async def __call__(self, socket: ServerConnection) -> None:
        """One connection."""
        self.connections += 1
        await self._behaviour(self, socket, self.connections)

    async def order(self, socket: ServerConnection) -> str:
        """The id of the next order."""
        self.told.append(json.loads(await socket.recv()))
        return str(self.told[-1]["id"])


async def say(socket: ServerConnection, type_: str, **more: Any) -> None:
    await socket.send(json.dumps({"type": type_, **more}))


async def hello(socket: ServerConnection, version: int) -> None:
    await say(socket, "hello", version=version, view={"at": version})


def played(behaviour: Behaviour, act: Callable[[Feed, FarEnd], Awaitable[None]]) -> None:
    """Open a feed at such a far end, and do this with it."""

    async def run() -> None:
        far = FarEnd(behaviour)
        async with serve(far, "127.0.0.1", 0, subprotocols=[Subprotocol("tables.v1")]) as server:
            port = server.sockets[0].getsockname()[1]
            feed = Feed(f"http://127.0.0.1:{port}/ws/v1/tables/1", "a token", audience="dealer")
            try:
                async with asyncio.timeout(20):
                    await act(feed, far)
            finally:
                await feed.close()

    asyncio.run(run())


def test_views_and_skips_move_the_version_and_only_views_the_view() -> None:
    async def behaviour(_far: FarEnd, socket: ServerConnection, _n: int) -> None:
        await hello(socket, 4)
        await say(socket, "skip", first=5, version=6)
        await say(socket, "view", first=7, version=9, view={"at": 9})
        await say(socket, "skip", first=10, version=10)
        await socket.wait_closed()

    async def act(feed: Feed, far: FarEnd) -> None:
        await feed.open()
        await feed.until(lambda: feed.version == 10, "the last version")
        assert feed.view == {"at": 9}
        assert far.connections == 1

    played(behaviour, act)


def test_a_version_that_is_missing_is_fetched_by_coming_back() -> None:
    async def behaviour(_far: FarEnd, socket: ServerConnection, n: int) -> None:
        await hello(socket, 4 if n == 1 else 8)
        if n == 1:
            await say(socket, "view", first=6, version=8, view={"at": "with a gap"})
        await socket.wait_closed()

    async def act(feed: Feed, far: FarEnd) -> None:
        await feed.open()
        await feed.until(lambda: feed.version == 8, "the newest view")
        assert feed.view == {"at": 8}
        assert far.connections == 2

    played(behaviour, act)


def test_views_that_name_the_rules_are_made_whole() -> None:
    async def behaviour(_far: FarEnd, socket: ServerConnection, _n: int) -> None:
        await say(socket, "rules", hash="a", limits={"boxes": 7}, rules={"title": "old"})
        await say(socket, "hello", version=4, view={"sign": {"rules": {"hash": "a"}}})
        await say(socket, "rules", hash="b", limits={"boxes": 5}, rules={"title": "new"})
        await say(socket, "view", first=5, version=5, view={"sign": {"rules": {"hash": "b"}}})
        await socket.wait_closed()

    async def act(feed: Feed, _far: FarEnd) -> None:
        await feed.open()
        await feed.until(lambda: feed.version == 5, "the last version")
        assert feed.view == {"sign": {"limits": {"boxes": 5}, "rules": {"title": "new"}}}
        assert feed.connections == 1

    played(behaviour, act)


def test_rules_that_were_not_told_are_fetched_by_coming_back() -> None:
    """What an earlier connection was told is forgotten: the next one is told anew."""

    async def behaviour(_far: FarEnd, socket: ServerConnection, n: int) -> None:
        if n != 2:
            await say(socket, "rules", hash="a", limits={}, rules={"title": f"of connection {n}"})
        await say(socket, "hello", version=n, view={"sign": {"rules": {"hash": "a"}}})
        if n == 1:
            await say(socket, "view", first=2, version=9, view={"sign": {"rules": {"hash": "b"}}})
        await socket.wait_closed()

    async def act(feed: Feed, _far: FarEnd) -> None:
        await feed.open()
        await feed.until(lambda: feed.version == 3, "the third connection")
        assert feed.view["sign"]["rules"] == {"title": "of connection 3"}
        assert feed.connections == 3

    played(behaviour, act)


def test_an_order_without_an_answer_is_sent_again_under_its_id() -> None:
    async def behaviour(far: FarEnd, socket: ServerConnection, n: int) -> None:
        await hello(socket, n)
        id_ = await far.order(socket)
        if n < 3:
            await socket.close(4408 if n == 1 else 4410, "come back")
            return
        await say(socket, "answer", id=id_, ok=True, version=n)
        await socket.wait_closed()

    async def act(feed: Feed, far: FarEnd) -> None:
        await feed.open()
        answer = await feed.order(ORDER)
        assert answer["version"] == 3
        assert [each["id"] for each in far.told] == [ORDER["id"]] * 3

    played(behaviour, act)


@pytest.mark.parametrize("code", [4401, 4403, 4404, 4409])
def test_who_has_no_place_there_does_not_come_back(code: int) -> None:
    async def behaviour(far: FarEnd, socket: ServerConnection, _n: int) -> None:
        await hello(socket, 1)
        await far.order(socket)
        await socket.close(code, "not for you")

    async def act(feed: Feed, far: FarEnd) -> None:
        await feed.open()
        with pytest.raises(Away, match=f"{code} not for you"):
            await feed.order(ORDER)
        with pytest.raises(Away):
            await feed.until(lambda: False, "anything")
        assert far.connections == 1

    played(behaviour, act)


def test_what_does_not_come_is_said() -> None:
    async def behaviour(_far: FarEnd, socket: ServerConnection, _n: int) -> None:
        await hello(socket, 1)
        await socket.wait_closed()

    async def act(feed: Feed, _far: FarEnd) -> None:
        await feed.open()
        with pytest.raises(Late, match="a card did not come"):
            await feed.until(lambda: feed.version > 1, "a card", longest_s=0.05)

    played(behaviour, act)
