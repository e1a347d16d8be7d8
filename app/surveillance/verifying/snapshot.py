"""One moment of the database, read in batches through server-side cursors while writers go on.

Events and commands are read in the reader's role and face-down cards in the vault's; both see the same moment.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Any, Generic, TypeVar

import asyncpg

from app.store.appending import EPOCH
from app.store.chain import Entry
from app.store.database import Database
from app.store.reading import entry_of
from app.surveillance.verifying.commands import KeptCommand
from app.surveillance.verifying.signatures import Signed
from app.surveillance.verifying.stream import KeptHead
from app.surveillance.verifying.vault import KeptCard

BATCH = 2_000
MICROSECOND = timedelta(microseconds=1)
Row = TypeVar("Row")


class Batches(Generic[Row]):
    """The rows of a query, some at a time; while some are looked at, the database makes the next ready."""

    def __init__(self, cursor: Any, row_of: Callable[[asyncpg.Record], Row]) -> None:
        self._cursor, self._row_of = cursor, row_of
        self._coming: asyncio.Task[list[asyncpg.Record]] | None = None

    async def next(self) -> list[Row]:
        """The next rows; empty: there are no more."""
        rows = await (self._coming or self._cursor.fetch(BATCH))
        self._coming = asyncio.create_task(self._cursor.fetch(BATCH)) if rows else None
        await asyncio.sleep(0)  # the request goes out
        return [self._row_of(row) for row in rows]

    async def close(self) -> None:
        """Wait for what was asked for, so that the connection is free again."""
        if self._coming is not None:
            await asyncio.gather(self._coming, return_exceptions=True)


class Ahead(Generic[Row]):
    """The rows of a query handed out up to a version."""

    def __init__(self, batches: Batches[Row], version_of: Callable[[Row], int]) -> None:
        self._batches, self._version_of = batches, version_of
        self._reached: float = 0

    async def up_to(self, version: float, take: Callable[[Sequence[Row]], None]) -> None:
        """Let the rows up to this version be taken, and perhaps some more."""
        while self._reached <= version:
            rows = await self._batches.next()
            self._reached = self._version_of(rows[-1]) if rows else float("inf")
            take(rows)


class Snapshot:
    """What was in the database at one moment."""

    def __init__(self, reader: asyncpg.Connection, second: asyncpg.Connection, vault: asyncpg.Connection) -> None:
        self._reader, self._second, self._vault = reader, second, vault
        self._open: list[Batches[Any]] = []

    async def _batches(
        self, connection: asyncpg.Connection, row_of: Callable[[asyncpg.Record], Row], query: str, *arguments: str
    ) -> Batches[Row]:
        batches = Batches(await connection.cursor(query, *arguments), row_of)
        self._open.append(batches)
        return batches

    async def streams(self) -> list[str]:
        """All streams, also those of which only a part is left."""
        found: set[str] = {row["stream"] for row in await self._reader.fetch("SELECT stream FROM stream_heads")}
        for connection, table in ((self._reader, "events"), (self._reader, "commands"), (self._vault, "sealed")):
            found |= {row["stream"] for row in await connection.fetch(_STREAMS.format(table=table))}
        return sorted(found)

    @asynccontextmanager
    async def cursors(self) -> AsyncIterator[None]:
        """Cursors that are opened in here are closed at the end."""
        async with AsyncExitStack() as ends:
            for connection in (self._reader, self._second, self._vault):
                part = connection.transaction()
                await part.start()
                ends.push_async_callback(part.rollback)
            try:
                yield
            finally:
                await asyncio.gather(*[batches.close() for batches in self._open])
                self._open.clear()

    async def head(self, stream: str) -> KeptHead | None:
        """The stream's head, if it has one."""
        row = await self._reader.fetchrow(_HEAD, stream)
        return None if row is None else KeptHead(*row.values())

    async def count(self) -> int:
        """How many events the heads speak of."""
        count: int = await self._reader.fetchval("SELECT coalesce(sum(version), 0)::bigint FROM stream_heads")
        return count

    async def events(self, stream: str) -> Batches[Entry]:
        """The events of the stream in order."""
        return await self._batches(self._reader, entry_of, _EVENTS, stream)

    async def commands(self, stream: str) -> Ahead[KeptCommand]:
        """The commands of the stream in the order of their events."""
        batches = await self._batches(self._second, _command, _COMMANDS, stream)
        return Ahead(batches, lambda command: command.first_version)

    async def cards(self, stream: str) -> Ahead[KeptCard]:
        """The face-down cards of the stream in the order of their versions."""
        batches = await self._batches(self._vault, lambda row: KeptCard(*row.values()), _CARDS, stream)
        return Ahead(batches, lambda card: card.version)

    async def lines(self) -> Batches[tuple[int, str]]:
        """The signed lines in order, each with its number in the database."""
        return await self._batches(self._second, lambda row: (row["number"], row["line"]), _LINES)

    async def signed(self, streams: list[str], versions: list[int]) -> list[Signed | None]:
        """What the log has at these places, None where it has nothing."""
        rows = await self._reader.fetch(_SIGNED, streams, versions)
        return [None if row["hash"] is None else Signed(*row.values()) for row in rows]

    async def books(self) -> list[tuple[str, str]]:
        """The books that are kept, each under its hash."""
        return [(row["hash"], row["text"]) for row in await self._reader.fetch("SELECT hash, text FROM rulesets")]


@asynccontextmanager
async def snapshot(database: Database) -> AsyncIterator[Snapshot]:
    """The database as it is now."""
    async with (
        database.connection("reader") as reader,
        database.connection("reader") as second,
        database.connection("vault") as vault,
        reader.transaction(isolation="repeatable_read", readonly=True),
    ):
        name = await reader.fetchval("SELECT pg_export_snapshot()")
        async with (
            second.transaction(isolation="repeatable_read", readonly=True),
            vault.transaction(isolation="repeatable_read", readonly=True),
        ):
            for connection in (second, vault):
                await connection.execute(f"SET TRANSACTION SNAPSHOT '{name}'")
            yield Snapshot(reader, second, vault)


def _command(row: asyncpg.Record) -> KeptCommand:
    return KeptCommand(*row.values())._replace(recorded_us=(row["recorded_at"] - EPOCH) // MICROSECOND)


# From one stream to the next through the index, not over all rows.
_STREAMS = """
WITH RECURSIVE s AS (
    SELECT min(stream) AS stream FROM {table}
     UNION ALL SELECT (SELECT min(stream) FROM {table} t WHERE t.stream > s.stream) FROM s WHERE s.stream IS NOT NULL)
SELECT stream FROM s WHERE stream IS NOT NULL"""

_HEAD = "SELECT version, hash, checkpoint_version, checkpoint_day FROM stream_heads WHERE stream = $1"
_EVENTS = "SELECT * FROM events WHERE stream = $1 ORDER BY version, day"
_COMMANDS = """
SELECT id, day, round, body, question, actor, answer, first_version, events, recorded_at
  FROM commands WHERE stream = $1 ORDER BY first_version, recorded_at, id"""
_CARDS = "SELECT commitment, day, version, card, salt FROM sealed WHERE stream = $1 ORDER BY version, commitment"
_LINES = "SELECT number, line FROM head_signatures ORDER BY number"
_SIGNED = """
SELECT e.hash, e.type FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS a(stream, version, n)
  LEFT JOIN LATERAL (SELECT hash, type FROM events WHERE stream = a.stream AND version = a.version LIMIT 1) e ON true
 ORDER BY a.n"""
