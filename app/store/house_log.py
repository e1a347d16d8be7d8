"""The house's own stream: many may write it, rarely. Each reads where it ends, decides, and appends behind that; who
comes second finds that it has moved on, and decides again on what is there now. So it needs no lease."""

import time
from collections.abc import Callable
from datetime import date
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

import asyncpg

from app.house.commands import HouseCommand
from app.house.decide import apply, decide
from app.house.events import HouseEvent
from app.house.refused import Refused
from app.house.state import House
from app.store.appending import Append, CommandRow, statement
from app.store.chain import GENESIS, Entry, sealed
from app.store.codec import decode, encode
from app.store.database import Database
from app.store.projecting import nothing_projected
from app.store.reading import event_of, since

STREAM = "house"
SCHEMA = 1
TRIES = 20
# So often the whole house is kept in the log, so that nobody has to read it from the beginning.
CHECKPOINT_EVERY = 64


class HouseBusy(Exception):
    """Others wrote all the time: nothing was done; ask again."""


class HouseAt(NamedTuple):
    """The house, and where its stream ends."""

    house: House
    version: int
    head: bytes = GENESIS
    epoch: int = 1
    last_us: int = 0
    day: date = date.min


class HouseLog:
    """Reads and writes the stream of the house."""

    def __init__(
        self,
        database: Database,
        gaming_day: Callable[[int], date],
        now_us: Callable[[], int] = lambda: time.time_ns() // 1_000,
    ) -> None:
        self._database, self._gaming_day, self._now_us = database, gaming_day, now_us

    async def read(self) -> HouseAt:
        """The house as it is now."""
        async with self._database.connection("app") as connection:
            return await self._read(connection)

    async def moved(self, version: int) -> bool:
        """Whether the stream has gone on since this version."""
        async with self._database.connection("app") as connection:
            now = await connection.fetchval("SELECT version FROM stream_heads WHERE stream = $1", STREAM)
        return (now or 0) != version

    async def ask(self, id_: UUID, command: HouseCommand, actor: str) -> Refused | HouseAt:
        """The house after the command; or the refusal, of which nothing is kept."""
        body = encode(command)
        digest = sha256(f"None\n{body}".encode()).digest()
        async with self._database.connection("app") as connection:
            for _ in range(TRIES):
                at = await self._read(connection)
                known = await connection.fetchval(_KNOWN, STREAM, id_)
                if known is not None:
                    return at if known == digest else Refused(_OTHER_BODY.format(id_), "id_reused")
                events = decide(at.house, command)
                if isinstance(events, Refused):
                    return events
                if at.version == 0:
                    await connection.execute(_NEW_HEAD, STREAM, GENESIS, self._gaming_day(self._now_us()))
                asked = CommandRow(id_, body, digest, None, actor, encode(None), self._now_us())
                append, after = self._drafted(at, asked, events)
                if await _went(connection, append, at.epoch):
                    return after
        raise HouseBusy("the log of the house is written by others all the time: nothing was done, ask again")

    async def _read(self, connection: asyncpg.Connection) -> HouseAt:
        head = await connection.fetchrow(_HEAD, STREAM)
        if head is None:
            return HouseAt(House(), 0)
        entries = await since(connection, STREAM, max(1, head["checkpoint_version"]), head["checkpoint_day"])
        last = entries[-1] if entries else None
        day = last.day if last is not None else head["checkpoint_day"]
        return HouseAt(
            _folded(entries), head["version"], head["hash"], head["epoch"], last.event_us if last else 0, day
        )

    def _drafted(self, at: HouseAt, command: CommandRow, events: tuple[HouseEvent, ...]) -> tuple[Append, HouseAt]:
        now_us, after, entries = command.recorded_us, at, []
        day = max(at.day, self._gaming_day(now_us))
        for event in events:
            house, version = apply(after.house, event), after.version + 1
            kept = encode(house) if version % CHECKPOINT_EVERY == 0 else None
            event_us = max(after.last_us, now_us)
            row = Entry(
                STREAM, version, day, None, type(event).__name__, SCHEMA, encode(event), kept,
                command.id, command.digest, command.actor, event_us, now_us, after.head,
            )  # fmt: skip
            entry = sealed(row)
            entries.append(entry)
            after = HouseAt(house, version, entry.hash, at.epoch, event_us, day)
        checkpoints = [(entry.version, entry.day) for entry in entries if entry.checkpoint is not None]
        append = Append(
            STREAM, at.version, day, None, tuple(entries), after.head, nothing_projected(), command, (),
            checkpoints[-1] if checkpoints else None,
        )  # fmt: skip
        return append, after


def _folded(entries: list[Entry]) -> House:
    house = House()
    for entry in entries:
        event: HouseEvent = event_of(entry)  # type: ignore[assignment]
        house = decode(House, entry.checkpoint) if entry.checkpoint is not None else apply(house, event)
    return house


async def _went(connection: asyncpg.Connection, append: Append, epoch: int) -> bool:
    sql, arrays = statement([append], {STREAM: epoch})
    return bool(await connection.fetch(sql, *arrays))


_HEAD = "SELECT epoch, version, hash, checkpoint_version, checkpoint_day FROM stream_heads WHERE stream = $1"
_NEW_HEAD = """
INSERT INTO stream_heads (stream, epoch, version, hash, checkpoint_version, checkpoint_day)
VALUES ($1, 1, 0, $2, 0, $3) ON CONFLICT (stream) DO NOTHING"""
_KNOWN = "SELECT digest FROM recent_commands WHERE stream = $1 AND id = $2"
_OTHER_BODY = "command {} came before with another content: nothing was done. Ask under another id."
