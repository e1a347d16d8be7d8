"""A server with its feeds in the process of the test: real tables, real people, real sockets."""

import asyncio
import itertools
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, cast
from uuid import uuid4

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

from app.game import commands as c
from app.game.questions import Question, open_questions
from app.house.roles import PersonRole
from app.house.subjects.people.commands import AddPerson
from app.people.authentication import People
from app.people.caller import Caller
from app.realtime.audience import Audience
from app.realtime.feeds import Feeds
from app.realtime.sockets import floor_socket, table_socket
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.table.actor import TableActor
from app.table.requests import Answer, Request
from app.terminal.terminal import Terminal
from tests.realtime.by_hash import Knowing
from tests.realtime.validating import validated
from tests.store.housed import HousedTables, house_of
from tests.store.live import ready as opened_table

PIN = "276841"
BOOK = "nz-division-15"
PATIENCE_S = 10.0
LINE_BYTES = 16_384
ANYBODY = Caller("somebody", frozenset({"administrator"}), "", "test")
Order = dict[str, Any]


class Clock:
    """This machine's clock, which a test may put forward."""

    def __init__(self) -> None:
        self.ahead_us = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000 + self.ahead_us


class Here:
    """The server, and everybody's sockets."""

    def __init__(self, database: Database, settings: Settings, clock: Clock) -> None:
        self.clock = clock
        self.tables = HousedTables(database, settings, "http://here.example", clock)
        self.house_log = HouseLog(database, settings.gaming_day, clock)
        keeping = house_of(self.tables)
        self.people = People(database, keeping, self.house_log, clock, settings.gaming_day)
        self.terminal = Terminal(self.tables, self.people, keeping, clock)
        self.feeds = Feeds(self.tables, self.people, self.terminal, clock, keeping, ("https://floor.example",))
        self._numbers = itertools.count(1)
        self._server: uvicorn.Server | None = None
        self._serving: asyncio.Task[None] | None = None
        self.port = 0

    async def start(self, port: int) -> None:
        """Begin to serve."""
        await self.tables.start()
        await self.people.start()
        await self.feeds.start()
        await self.listen(port)

    async def listen(self, port: int) -> None:
        """Let sockets in; over lines that hold little, so that who does not read is soon seen."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LINE_BYTES)
        line.bind(("127.0.0.1", port))
        config = uvicorn.Config(
            _app(self.feeds), ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off",
            ws_max_size=1 << 18, log_level="critical", timeout_graceful_shutdown=2,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._serving = asyncio.create_task(self._server._serve([line]))
        await self.until(lambda: self._server is not None and self._server.started, "for the server")
        self.port = line.getsockname()[1]

    async def shut(self) -> None:
        """Let nobody in any more."""
        assert self._server is not None and self._serving is not None
        self._server.should_exit = True
        await self._serving

    async def close(self) -> None:
        """Serve no more."""
        await self.feeds.close()
        await self.shut()
        await self.people.close()
        await self.tables.close()

    async def until(self, holds: Callable[[], Any], what: str) -> None:
        """Wait until this is so; the time is nobody's measure."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline_s, f"waited in vain {what}"
            await asyncio.sleep(0.005)

    # --- people

    async def person(self, number: str, *roles: PersonRole) -> Caller:
        """Somebody who is signed in, with these roles."""
        caller, _ = await self.signed_in(number, *roles)
        return caller

    async def signed_in(self, number: str, *roles: PersonRole) -> tuple[Caller, str]:
        """The same, with the token."""
        name = f"{roles[0]}-{number}-{next(self._numbers)}"
        await self.people.add(ANYBODY, AddPerson(name, name, roles), PIN)
        signed_in = await self.people.sign_in(name, PIN, name)
        return signed_in.caller, signed_in.token

    # --- the table

    async def ready(self, number: str, dealer: str = "") -> TableActor:
        """A table whose shoe is in use, with this dealer."""
        actor = await opened_table(self.tables, number, BOOK)
        if dealer:
            await self.do(number, c.ChangeDealer(dealer))
        return actor

    async def do(self, number: str, *commands: c.Command) -> list[Answer]:
        """What somebody else does at the table."""
        desk, actor = self.tables.devices.desk(number), self.tables.live()[number]
        answers = []
        for command in commands:
            open_ = open_questions(actor.table, actor.rules)
            questions = open_ if isinstance(command, c.Hit | c.Stand | c.Proceed) else ()
            question = questions[0].id if questions else None
            answers.append(await desk.ask(Request(uuid4(), command, "test", question)))
        return answers

    def questions(self, number: str) -> tuple[Question, ...]:
        """What is open there."""
        actor = self.tables.live()[number]
        return open_questions(actor.table, actor.rules)

    # --- sockets

    def url(self, number: str | None, audience: str = "") -> str:
        """Where the feed is."""
        if number is None:
            return f"ws://127.0.0.1:{self.port}/ws/v1/floor?"
        return f"ws://127.0.0.1:{self.port}/ws/v1/tables/{number}?audience={audience}"

    @asynccontextmanager
    async def look(
        self,
        caller: Caller,
        number: str | None,
        audience: str = "wall",
        origin: str | None = None,
        *,
        by_hash: bool = False,
    ) -> AsyncIterator["Screen"]:
        """A socket of this caller's; `by_hash`: its views name the rules."""
        asked = "&views=2" if by_hash else ""
        url = f"{self.url(number, audience)}{asked}&ticket={self.people.ticket(caller)}"
        async with opened(url, origin=origin) as connection:
            screen = Screen(connection, audience, by_hash=by_hash)
            try:
                yield screen
            finally:
                await screen.close()


class Screen:
    """What a screen does: it takes every message, each as its schema says, and finds no gap."""

    def __init__(self, connection: ClientConnection, audience: str, *, by_hash: bool = False) -> None:
        self.connection, self.audience = connection, audience
        self._schema = f"{audience}-2" if by_hash else audience
        self.rules = Knowing(cast(Audience, audience)) if by_hash else None
        self.messages: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.version: int | None = None
        self.view: Any = None
        self.views: list[tuple[int, Any]] = []
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            await self._take_all()

    async def _take_all(self) -> None:
        async for text in self.connection:
            assert isinstance(text, str)
            self.texts.append(text)
            message = validated(self._schema, orjson.loads(text))
            self._take(message)
            self.messages.append(message)

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if self.rules is not None:
            message = self.rules.take(message)
        if kind == "rules":
            return
        assert (self.version is None) == (kind in ("hello", "floor_hello") or self.audience == "wall"), kind
        if kind in ("view", "skip"):
            assert self.version is not None and message["first"] == self.version + 1 <= message["version"]
        if kind == "heartbeat" and self.audience != "wall":
            assert message["version"] == self.version
        if kind in ("hello", "view", "skip"):
            self.version = message["version"]
        if "view" in message:
            self.view = message["view"]
            self.views.append((message["version"], self.view))

    async def until(self, holds: Callable[[], Any], what: str) -> None:
        """Wait until this is so, as long as the socket lives or what is waited for is its end."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not holds():
            if self._reader.done() and self._reader.exception() is not None:
                self._reader.result()
            assert time.monotonic() < deadline_s, f"waited in vain {what}: {self.messages[-3:]}"
            await asyncio.sleep(0.002)

    async def first(self, kind: str) -> dict[str, Any]:
        """The first message of this kind."""
        return await self.nth(kind, 1)

    async def nth(self, kind: str, count: int) -> dict[str, Any]:
        """The message of this kind that comes as this one."""
        await self.until(lambda: len(self.all(kind)) >= count, f"for {count} of {kind}")
        return self.all(kind)[count - 1]

    def all(self, kind: str) -> list[dict[str, Any]]:
        """Every message of this kind."""
        return [each for each in self.messages if each["type"] == kind]

    async def at(self, version: int) -> None:
        """Wait until this version has come."""
        await self.until(lambda: self.version is not None and self.version >= version, f"for version {version}")

    async def send(self, frame: str | bytes) -> None:
        """Send this as it is."""
        await self.connection.send(frame)

    async def order(self, command: Order, question: str | None = None, id_: str | None = None) -> dict[str, Any]:
        """The answer to this order."""
        id_ = id_ or str(uuid4())
        before = len(self.answers(id_))
        order = {"type": "order", "id": id_, "question": question, "command": command}
        await self.send(orjson.dumps(order).decode())
        await self.until(lambda: len(self.answers(id_)) > before, f"for the answer to {command}")
        return self.answers(id_)[-1]

    def answers(self, id_: str) -> list[dict[str, Any]]:
        """Every answer to the order of this id."""
        return [each for each in self.all("answer") if each["id"] == id_]

    async def closed(self) -> tuple[int, str]:
        """The close code and words, once the server has closed."""
        await self.until(self._reader.done, "for the socket to be closed")
        close = self.connection.protocol.close_rcvd
        return (close.code, close.reason) if close is not None else (1006, "")

    async def close(self) -> None:
        """Look no more."""
        await self.connection.close()
        await asyncio.gather(self._reader)


def opened(
    url: str, token: str | None = None, origin: str | None = None, protocol: str | None = "tables.v1"
) -> connect:
    """A socket with a header of its own."""
    headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
    return connect(
        url,
        origin=Origin(origin) if origin is not None else None,
        subprotocols=[Subprotocol(protocol)] if protocol is not None else None,
        additional_headers=headers,
        compression=None,
        max_size=None,
        ping_interval=None,
        close_timeout=2,
        proxy=None,
    )


def _app(feeds: Feeds) -> Starlette:
    async def table(websocket: WebSocket) -> None:
        await table_socket(feeds, websocket, websocket.path_params["number"])

    async def floor(websocket: WebSocket) -> None:
        await floor_socket(feeds, websocket)

    routes = [WebSocketRoute("/ws/v1/tables/{number}", table), WebSocketRoute("/ws/v1/floor", floor)]
    return Starlette(routes=routes)


@asynccontextmanager
async def serving(database: Database, settings: Settings, port: int = 0) -> AsyncIterator[Here]:
    """The server, let go of at the end."""
    here = Here(database, settings, Clock())
    await here.start(port)
    try:
        yield here
    finally:
        await here.close()
