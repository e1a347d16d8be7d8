"""A stream that many may write, rarely, such as the house's own. Each reads where it ends, decides, and appends behind
that; who comes second finds that it has moved on, and decides again on what is there now. So it needs no lease."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import date
from functools import partial
from hashlib import sha256
from random import random
from typing import Generic, NamedTuple, TypeAlias, TypeVar
from uuid import UUID

import asyncpg

from app.backoff import Backoff
from app.game.core.records import Record, name_of
from app.house.refusal import Refused
from app.house.refusal_in_words import RefusedInWords, in_words
from app.store.appending import Append, CommandRow, statement
from app.store.chain import GENESIS, Entry, sealed
from app.store.codec import decode, encode
from app.store.database import Database
from app.store.log_reader import event_of, since
from app.store.projecting import Projected, nothing_projected

SCHEMA = 1
TRIES_FOR_S, AGAIN_S = 5.0, 0.002
# So many ask at once, each over a connection of its own; the others wait. PostgreSQL has a hundred for everybody, and
# whoever took them all would leave none for the tables.
ASK_AT_ONCE = 40
# So often the whole state is kept in the log, so that nobody has to read it from the beginning.
CHECKPOINT_EVERY = 64
State = TypeVar("State")
Asked = TypeVar("Asked", bound=Record)
Happened = TypeVar("Happened", bound=Record)


class LogBusy(Exception):
    """Others wrote all the time: nothing was done; ask again."""


class Shared(NamedTuple, Generic[State, Asked, Happened]):
    """What is true of a stream that is shared. `of`: whose it is, in words; `empty`: its state before anything has
    happened; `project`: adds the rows that an event leaves, given its place in the log and the state before it."""

    stream: str
    of: str
    empty: State
    decide: Callable[[State, Asked], tuple[Happened, ...] | Refused]
    apply: Callable[[State, Happened], State]
    project: Callable[[Projected, Entry, State, Happened], None] | None = None


class At(NamedTuple, Generic[State]):
    """The state, and where its stream ends."""

    state: State
    version: int
    head: bytes = GENESIS
    epoch: int = 1
    last_us: int = 0
    day: date = date.min
    recorded_us: int = 0


Done: TypeAlias = RefusedInWords | At[State]
Ask: TypeAlias = Callable[[UUID, Asked, str], Awaitable[Done[State]]]


class SharedLog(Generic[State, Asked, Happened]):
    """Reads and writes such a stream."""

    def __init__(
        self,
        shared: Shared[State, Asked, Happened],
        database: Database,
        gaming_day: Callable[[int], date],
        now_us: Callable[[], int] = lambda: time.time_ns() // 1_000,
    ) -> None:
        self._database, self._gaming_day, self._now_us = database, gaming_day, now_us
        self._shared, self._stream = shared, shared.stream
        self._last = At(shared.empty, 0)
        self._room = asyncio.Semaphore(ASK_AT_ONCE)

    async def read(self) -> At[State]:
        """The state as it is now."""
        async with self._room, self._database.connection("app") as connection:
            return await self._read(connection)

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[Callable[[int], Awaitable[bool]]]:
        """Over one connection, as long as it lasts: whether the stream has gone on since a version."""
        async with self._database.connection("app") as connection:

            async def moved(version: int) -> bool:
                now = await connection.fetchval("SELECT version FROM stream_heads WHERE stream = $1", self._stream)
                return (now or 0) != version

            yield moved

    async def moved(self, version: int) -> bool:
        """Whether the stream has gone on since this version."""
        async with self._room, self.watching() as moved:
            return await moved(version)

    async def ask(self, id_: UUID, command: Asked, actor: str) -> Done[State]:
        """The state after the command; or the refusal, of which nothing is kept."""
        async with self.asking() as ask:
            return await ask(id_, command, actor)

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[Ask[Asked, State]]:
        """Over one connection, as long as it lasts: `ask`."""
        async with self._room, self._database.connection("app") as connection:
            yield partial(self._ask, connection)

    async def _ask(self, connection: asyncpg.Connection, id_: UUID, command: Asked, actor: str) -> Done[State]:
        body = encode(command)
        digest = sha256(f"None\n{body}".encode()).digest()
        again, deadline_s = Backoff(random, AGAIN_S, AGAIN_S), time.monotonic() + TRIES_FOR_S
        while time.monotonic() < deadline_s:
            at = await self._read(connection)
            known = await connection.fetchval(_KNOWN, self._stream, id_)
            if known is not None:  # it may have come in after the state was read
                done = await self._read(connection)
                return done if known == digest else RefusedInWords(_OTHER_BODY.format(id_), "id_reused")
            events = self._shared.decide(at.state, command)
            if isinstance(events, Refused):
                return in_words(events)
            if at.version == 0:
                await connection.execute(_NEW_HEAD, self._stream, GENESIS, self._gaming_day(self._now_us()))
            now_us = max(at.recorded_us, self._now_us())  # whoever wrote last may have a clock that is ahead
            asked = CommandRow(id_, body, digest, None, actor, encode(None), now_us)
            append, after = self._drafted(at, asked, events)
            if await self._went(connection, append, at.epoch):
                return after
            await asyncio.sleep(again.next_s())  # whoever holds the head is at its disk
        of = self._shared.of
        raise LogBusy(f"the log of {of} is written by others all the time: nothing was done, ask again")

    async def _read(self, connection: asyncpg.Connection) -> At[State]:
        head = await connection.fetchrow(_HEAD, self._stream)
        if head is None:
            return At(self._shared.empty, 0)
        known = self._last
        if (known.version, known.head) == (head["version"], head["hash"]):
            return known
        entries = await self._until(connection, head, known.version + 1, known.day) if known.version else []
        if entries and entries[0].previous == known.head:
            state = self._folded(entries, known.state)
        else:  # nothing is known yet, or another history than this one
            entries = await self._until(connection, head, max(1, head["checkpoint_version"]), head["checkpoint_day"])
            state = self._folded(entries, self._shared.empty)
        last = entries[-1] if entries else None
        day = last.day if last is not None else head["checkpoint_day"]
        event_us, recorded_us = (last.event_us, last.recorded_us) if last is not None else (0, 0)
        self._last = At(state, head["version"], head["hash"], head["epoch"], event_us, day, recorded_us)
        return self._last

    def _drafted(self, at: At[State], command: CommandRow, events: tuple[Happened, ...]) -> tuple[Append, At[State]]:
        now_us, after, entries, projected = command.recorded_us, at, [], nothing_projected()
        day = max(at.day, self._gaming_day(now_us))
        for event in events:
            state, version = self._shared.apply(after.state, event), after.version + 1
            kept = encode(state) if version % CHECKPOINT_EVERY == 0 else None
            event_us = max(after.last_us, now_us)
            row = Entry(
                self._stream, version, day, None, name_of(type(event)), SCHEMA, encode(event), kept,
                command.id, command.digest, command.actor, event_us, now_us, after.head,
            )  # fmt: skip
            entry = sealed(row)
            entries.append(entry)
            if self._shared.project is not None:
                self._shared.project(projected, entry, after.state, event)
            after = At(state, version, entry.hash, at.epoch, event_us, day, now_us)
        checkpoints = [(entry.version, entry.day) for entry in entries if entry.checkpoint is not None]
        append = Append(
            self._stream, at.version, day, None, tuple(entries), after.head, projected, command, (),
            checkpoints[-1] if checkpoints else None,
        )  # fmt: skip
        return append, after

    async def _until(
        self, connection: asyncpg.Connection, head: asyncpg.Record, version: int, day: date
    ) -> list[Entry]:
        """The rows from this version on, up to the head that was read; others may have written more meanwhile."""
        found = await since(connection, self._stream, version, day)
        return [entry for entry in found if entry.version <= head["version"]]

    def _folded(self, entries: list[Entry], state: State) -> State:
        """The state after these rows. Where nothing is known yet, a whole state that was kept is where it begins."""
        for entry in entries:
            event: Happened = event_of(entry)  # type: ignore[assignment]
            whole = entry.checkpoint if state is self._shared.empty else None
            state = decode(type(state), whole) if whole is not None else self._shared.apply(state, event)
        return state

    async def _went(self, connection: asyncpg.Connection, append: Append, epoch: int) -> bool:
        sql, arrays = statement([append], {self._stream: epoch})
        return bool(await connection.fetch(sql, *arrays))


_HEAD = "SELECT epoch, version, hash, checkpoint_version, checkpoint_day FROM stream_heads WHERE stream = $1"
_NEW_HEAD = """
INSERT INTO stream_heads (stream, epoch, version, hash, checkpoint_version, checkpoint_day)
VALUES ($1, 1, 0, $2, 0, $3) ON CONFLICT (stream) DO NOTHING"""
_KNOWN = "SELECT digest FROM recent_commands WHERE stream = $1 AND id = $2"
_OTHER_BODY = "command {} came before with another content: nothing was done. Ask under another id."
