"""A client that plays one table without end, over any number of broken connections.

What was acknowledged is kept here, outside of whatever is killed: id, answer, version. A command that has no answer is
sent again under the same id until it has one.
"""

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from app.store.codec import encode
from tests.crash.script import Ask, Script, questions_open
from tests.crash.server import LINE_AT_MOST

CONNECT_EVERY_S = 0.005
AGAIN_AFTER_S = 0.01
ANSWER_WITHIN_S = 60.0
LATER = ("Unavailable", "Busy")


class Acknowledged(NamedTuple):
    """An answer as it came; `again`: the command had been answered before, and that was not heard."""

    id: UUID
    refused: str
    first_version: int
    events: int
    again: bool
    at: float


class Gone(Exception):
    """The connection broke."""


class Connection:
    """One connection to a server; several requests may be under way."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._sent = 0
        self.published: list[dict[str, Any]] = []
        self._task = asyncio.create_task(self._read())

    @classmethod
    async def to(cls, path: Path, within_s: float = 30.0) -> "Connection":
        """Connected, as soon as somebody listens there."""
        until = time.monotonic() + within_s
        while True:
            try:
                return cls(*await asyncio.open_unix_connection(path, limit=LINE_AT_MOST))
            except OSError:
                assert time.monotonic() < until, f"nobody listens at {path.name}"
                await asyncio.sleep(CONNECT_EVERY_S)

    def send(self, *requests: Mapping[str, Any]) -> "list[asyncio.Future[dict[str, Any]]]":
        """The requests in one write; their replies to come."""
        futures, lines = [], []
        for request in requests:
            self._sent += 1
            lines.append(json.dumps({"n": self._sent, **request}).encode() + b"\n")
            future = self._waiting[self._sent] = asyncio.get_running_loop().create_future()
            future.add_done_callback(_retrieved)
            futures.append(future)
            if self._task.done():
                future.set_exception(Gone())
        self._writer.write(b"".join(lines))
        return futures

    async def ask(self, **request: Any) -> dict[str, Any]:
        """The reply to one request."""
        return await asyncio.wait_for(self.send(request)[0], ANSWER_WITHIN_S)

    async def ended(self) -> None:
        """Wait until the other side is gone, and all that it said is read."""
        await asyncio.wait_for(asyncio.shield(self._task), ANSWER_WITHIN_S)

    async def close(self) -> None:
        """Hang up."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _read(self) -> None:
        try:
            while (line := await self._reader.readline()).endswith(b"\n"):
                said = json.loads(line)
                if "n" in said:
                    self._answered(self._waiting.pop(said["n"]), said)
                else:
                    self.published.append(said)
        except ConnectionError:
            pass
        finally:
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(Gone())
            self._writer.close()

    @staticmethod
    def _answered(future: "asyncio.Future[dict[str, Any]]", said: dict[str, Any]) -> None:
        if not future.done():
            future.set_result(said)


def _retrieved(future: "asyncio.Future[dict[str, Any]]") -> None:
    if not future.cancelled():
        future.exception()


def request_of(table: str, ask: Ask, actor: str) -> dict[str, Any]:
    """The command as a request."""
    return {
        "do": "ask", "table": table, "id": str(ask.id), "command": encode(ask.command), "question": ask.question,
        "actor": actor, "sealed": ask.sealed,
    }  # fmt: skip


def acknowledged(ask: Ask, reply: Mapping[str, Any]) -> Acknowledged:
    """The answer to this command, which has to be the one that was worked out here."""
    found = Acknowledged(
        ask.id, reply["refused"], reply["first_version"], reply["events"], reply["again"], time.monotonic()
    )
    expected = ask.refused, ask.version - ask.events + 1, ask.events
    assert (found.refused, found.first_version, found.events) == expected, (ask.command, expected, reply)
    return found


class Player:
    """Plays a table; `at` is the server that it believes to keep the table."""

    def __init__(self, number: str, book: str, seed: int, at: Path, who: str = "client") -> None:
        self.number, self.book, self.at, self.who = number, book, at, who
        self.script = Script(book, seed)
        self.before: Ask | None = None
        self.unanswered: Ask | None = None
        self.acknowledged: list[Acknowledged] = []
        self.told: dict[str, int] = {}
        self.unforeseen: list[str] = []
        self.connection: Connection | None = None
        self.cut = asyncio.Event()
        self.stopping = False
        self.heard: Callable[[Acknowledged], None] = lambda _: None

    async def play(self) -> None:
        """Until told to stop; the last command is answered."""
        while not self.stopping:
            ask = self.script.next()
            self.unanswered = ask
            answer = acknowledged(ask, await self._answered(ask))
            self.acknowledged.append(answer)
            self.unanswered, self.before = None, ask
            self.heard(answer)
        if self.connection is not None:
            await self.connection.close()

    async def _answered(self, ask: Ask) -> dict[str, Any]:
        while True:
            try:
                if self.connection is None:
                    await self._connect()
                assert self.connection is not None
                reply = await self.connection.ask(**request_of(self.number, ask, self.who))
            except Gone:
                self.connection = None
                self.cut.set()
                continue
            if "error" not in reply:
                return reply
            await self._put_off(reply)

    async def _connect(self) -> None:
        """Connect, and see that the table is where it was."""
        connection = await Connection.to(self.at)
        try:
            reply = await connection.ask(do="look", table=self.number)
        except Gone:
            return
        self.connection = connection
        if "error" not in reply:
            self.compare(reply)

    async def _put_off(self, reply: Mapping[str, Any]) -> None:
        """Not answered: another server, or later."""
        name = reply["error"]
        self.told[name] = self.told.get(name, 0) + 1
        if reply.get("unforeseen"):
            self.unforeseen.append(f"{name}: {reply['says']}")
        if reply.get("address"):
            self.at = Path(reply["address"])
            if self.connection is not None:
                await self.connection.close()
            self.connection = None
        await asyncio.sleep(AGAIN_AFTER_S)

    def compare(self, seen: Mapping[str, Any]) -> None:
        """The table is where it was before the unanswered command, or after it; and awaits what it awaited."""
        moments = [each for each in (self.before, self.unanswered) if each is not None]
        places = [(each.version, encode(each.after), questions_open(each.after, self.script.rules)) for each in moments]
        if self.before is None and seen["version"] == 0:
            return
        known = [(version, questions) for version, _, questions in places]
        found = seen["version"], seen["table"], seen["questions"]
        assert found in places, (seen["version"], seen["questions"], known)
