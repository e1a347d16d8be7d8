"""Everybody's screens and terminals, as they are at the far end of their sockets.

Each looks at every message that comes: whether it shows just what the fold of the log shows this audience at that
version, whether versions go on without a gap and never back, whether anything is told that lies face down. An order is
sent again, under the same id, until it is answered; what is answered is looked up in the log at once.
"""

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from app.realtime.audience import Audience
from tests.simulation.whole.invariants import holds
from tests.simulation.whole.places import Way
from tests.simulation.whole.wire import Closed, Cut, Socket, request
from tests.simulation.whole.world import World

Json = dict[str, Any]
SILENT_S, ANSWERED_S = 6.0, 150.0
FIRST_WAIT_S, LONGEST_WAIT_S = 0.02, 0.6
ASKED_AGAIN_S, TIMES_ASKED = 0.25, 600
VIEW = '"view":'
# In these the cards of the table stand, and one that lies face down may have a twin among them.
WITH_CARDS = ("corrections", "view", "hello")
# The server could not say whether it was done: the same may be asked again.
UNSURE = ("internal",)


class Acknowledged(NamedTuple):
    """What somebody outside was told of his order."""

    number: str
    first_version: int
    events: int


class Acknowledgements:
    """Every answer that was seen outside; each is looked up in the log when it comes, and again at the end."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.seen: dict[str, Acknowledged] = {}
        self.refused: dict[str, str] = {}

    def accepted(self, number: str, id_: str, said: Json) -> None:
        """An order was carried out, it says."""
        told = Acknowledged(number, said["first_version"], said["events"])
        before = self.seen.setdefault(id_, told)
        holds("acknowledged: the same order has the same answer", before == told, id_, before, told)
        holds("acknowledged: nothing refused is carried out", id_ not in self.refused, id_, self.refused.get(id_))
        self._look_up(id_, told)

    def _look_up(self, id_: str, told: Acknowledged) -> None:
        kept = self._world.invariants.stream(f"table:{told.number}").by.get(UUID(id_), [])
        versions = list(range(told.first_version, told.first_version + told.events))
        holds("acknowledged: its events are in the log", kept == versions, id_, told, kept)

    def turned_down(self, id_: str, code: str) -> None:
        """An order was refused, it says."""
        holds("acknowledged: nothing acknowledged is refused later", id_ not in self.seen, id_, code)
        self.refused[id_] = code

    def check_all(self) -> None:
        """Everything that was acknowledged is in the log once, with its answer, whatever has happened since."""
        kept: dict[str, list[Any]] = {}
        for row in self._world.commands():
            kept.setdefault(str(row["id"]), []).append(row)
        for id_, told in self.seen.items():
            self._look_up(id_, told)
            rows = [(row["stream"], row["first_version"], row["events"], row["answer"]) for row in kept.get(id_, ())]
            whole = [(f"table:{told.number}", told.first_version, told.events, "null")]
            holds("acknowledged: the command is in the log once, as it was answered", rows == whole, id_, told, rows)
        for id_, code in self.refused.items():
            done = [row for row in kept.get(id_, ()) if row["answer"] == "null"]
            holds("acknowledged: what was refused was not done", not done, id_, code, done)


class Screen:
    """One socket of a table, opened again whenever it is lost. `who`: the token of whoever looks now."""

    def __init__(
        self, world: World, acknowledgements: Acknowledgements, number: str, audience: Audience, host: str,
        who: Callable[[], Awaitable[str]],
    ) -> None:  # fmt: skip
        self._world, self._acknowledgements, self._who = world, acknowledgements, who
        self.number, self.audience, self._host = number, audience, host
        self.name = f"{audience} {number}"
        self._dice = Random(f"screen/{world.seed}/{self.name}")
        self._way = Way(world.places)
        self.socket: Socket | None = None
        self.version, self._newest, self.shown = -1, -1, ""
        self.messages = self.reconnected = 0
        self._unanswered: dict[str, tuple[str, asyncio.Future[Json]]] = {}
        self._view: Json | None = None
        self.closings: list[int] = []
        self.checks = True

    @property
    def view(self) -> Json:
        """What is shown."""
        if self._view is None:
            self._view = orjson.loads(self.shown) if self.shown else {}
        return self._view

    @property
    def connected(self) -> bool:
        """Whether it is the newest that is shown, as far as anybody here could know."""
        return self.socket is not None and self.version >= 0

    async def run(self) -> None:
        """Look, for ever."""
        wait_s = FIRST_WAIT_S
        while True:
            messages = self.messages
            try:
                token = await self._who()
                path = f"/ws/v1/tables/{self.number}?audience={self.audience}"
                self.socket = await Socket.opened(self._way.door, self._host, path, token)
                await self._follow(self.socket)
            except Closed as closed:
                self.closings.append(closed.code)
                self._world.journal.add(f"{self.name} is closed {closed}")
                if not self._way.follow(closed.reason):
                    self._way.on()
            except (Cut, TimeoutError):
                self._world.journal.add(f"{self.name} is cut")
                self._way.on()
            finally:
                self._leave()
            wait_s = FIRST_WAIT_S if self.messages > messages else min(2 * wait_s, LONGEST_WAIT_S)
            self.reconnected += 1
            await asyncio.sleep(wait_s * self._dice.uniform(0.5, 1.0))

    def _leave(self) -> None:
        if self.socket is not None:
            self.socket.close()
        self.socket, self.version = None, -1

    def drop(self) -> None:
        """Somebody else looks from now on."""
        if self.socket is not None:
            self.socket.close()

    async def _follow(self, socket: Socket) -> None:
        while True:
            async with asyncio.timeout(SILENT_S):
                text = await socket.receive()
            if self._world.broken is None:
                self.take(text)
                if self.messages and text.startswith('{"type":"hello"'):
                    for frame, _ in list(self._unanswered.values()):
                        socket.send(frame)

    # --- what comes

    def take(self, text: str) -> None:
        """A message has come."""
        self.messages += 1
        self._world.journal.add(f"{self.name} {sha256(text.encode()).hexdigest()[:24]}")
        message = orjson.loads(text)
        kind = message["type"]
        stream = f"table:{self.number}"
        self._world.invariants.secrets.search(stream, self.audience, text, view=kind in WITH_CARDS)
        if kind in ("hello", "view", "skip"):
            self._see(kind, message, text)
        elif kind == "heartbeat":
            # A sign that takes nothing for a while gets what waits in one: an older heartbeat may come behind it.
            told, late = message["version"], self.audience == "sign"
            known = told == self.version or (late and told < self.version)
            holds("screens: nobody is told of a version before he has it", known, self.name, self.version, text)
        elif kind == "answer":
            self._answered(message)

    def _see(self, kind: str, message: Json, text: str) -> None:
        version = message["version"]
        stream = self._world.invariants.stream(f"table:{self.number}")
        holds("screens: nothing is shown that is not in the log", version <= stream.version, self.name, version)
        if kind == "hello":
            holds("screens: a screen never goes back", version >= self._newest, self.name, version, self._newest)
        else:
            follows = message["first"] == self.version + 1 <= version
            holds("screens: versions have no gap", follows, self.name, self.version, message["first"], version)
        expected = stream.shown(version, self.audience)
        if kind == "skip":
            holds("screens: what is passed over changes nothing", expected == self.shown, self.name, version)
        else:
            at = text.index(VIEW) + len(VIEW)
            holds("screens: what is shown is the fold of the log", text.startswith(expected, at), self.name, version,
                  text[at : at + 400], expected[:400])  # fmt: skip
            ends = kind == "hello" or text[at + len(expected) :] == "}"
            holds("screens: a view has nothing beside it", ends, self.name, version)
            self.shown, self._view = expected, None
        self.version, self._newest = version, max(version, self._newest)

    def _answered(self, message: Json) -> None:
        id_ = message["id"]
        if message["ok"]:
            self._acknowledgements.accepted(self.number, id_, message)
        elif not message["problem"]["retry"] and message["problem"]["code"] not in UNSURE:
            self._acknowledgements.turned_down(id_, message["problem"]["code"])
        if id_ in self._unanswered and not self._unanswered[id_][1].done():
            self._unanswered[id_][1].set_result(message)

    # --- what is asked

    async def order(self, order: Json) -> Json:
        """The answer, however often it has to be sent."""
        for _ in range(TIMES_ASKED):
            message = await self._sent(order)
            frozen = not message["ok"] and message["problem"]["code"] == "frozen"
            holds("tables: none stands still because of a defect", not frozen, self.name, order["command"], message)
            if message["ok"] or not message["problem"]["retry"]:
                return message
            await asyncio.sleep(ASKED_AGAIN_S)
        raise AssertionError(f"{self.name}: no answer to {order['command']['type']}, but: {message}")

    async def _sent(self, order: Json) -> Json:
        frame = orjson.dumps({"type": "order", **order}).decode()
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._unanswered[order["id"]] = frame, answer
        if self.socket is not None and self.version >= 0:
            self.socket.send(frame)
        try:
            async with asyncio.timeout(ANSWERED_S):
                return await answer
        finally:
            del self._unanswered[order["id"]]


class Person:
    """Somebody with an account, and the token of his session."""

    def __init__(self, world: World, name: str, pin: str, host: str) -> None:
        self._world, self.name, self.pin, self.host = world, name, pin, host
        self._ways: dict[str, Way] = {}
        self._token = ""
        self._signing = asyncio.Lock()

    async def token(self) -> str:
        """Signs in, if he has not."""
        async with self._signing:
            while not self._token:
                status, said = await self.ask("POST", "/sessions", {"who": self.name, "pin": self.pin}, signed_in=False)
                if status in (200, 201):
                    self._token = said["token"]
                else:
                    await asyncio.sleep(1.0)
        return self._token

    def _way(self, path: str) -> Way:
        """Each table's page is open by itself, at the server that has the table."""
        table = path.split("/")[2] if path.startswith("/tables/") else ""
        return self._ways.setdefault(table, Way(self._world.places))

    async def ask(self, method: str, path: str, body: Any = None, *, signed_in: bool = True) -> tuple[int, Any]:
        """The answer; whoever gets none asks the very same again."""
        way = self._way(path)
        for _ in range(TIMES_ASKED):
            token = await self.token() if signed_in else ""
            try:
                async with asyncio.timeout(30.0):
                    status, said = await request(way.door, self.host, method, f"/api/v1{path}", body, token)
            except (Cut, TimeoutError):
                way.on()
                await asyncio.sleep(ASKED_AGAIN_S)
                continue
            self._world.journal.add(f"{self.name} {method} {path} {status}")
            if not (status >= 400 and said["retry"]):
                return status, said
            way.follow((said["details"] or {}).get("address"))
            await asyncio.sleep(ASKED_AGAIN_S)
        raise AssertionError(f"{self.name}: nobody answers {method} {path}")

    async def done(self, method: str, path: str, body: Any = None, *, but: tuple[str, ...] = ()) -> Any:
        """What is said; it must be done, or have been."""
        status, said = await self.ask(method, path, body)
        assert status < 400 or said["code"] in but, f"{method} {path}: {status} {said}"
        return said
