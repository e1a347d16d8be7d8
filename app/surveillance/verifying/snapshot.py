"""One moment of the database, read in batches through server-side cursors while writers go on.

Events and commands are read in the reader's role, face-down cards in the vault's, and the seals of PINs in the
server's; all see the same moment.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Any, Generic, TypeVar
from uuid import UUID

import asyncpg

from app.store import schema
from app.store.appending import EPOCH, but_kept
from app.store.chain import Entry
from app.store.database import Database
from app.store.log_reader import entry_of
from app.store.projecting import Row as Projected
from app.store.projecting import Superseding
from app.surveillance.verifying.any_time import any_time
from app.surveillance.verifying.command_rows import KeptCommand
from app.surveillance.verifying.relations import Relation, relations_of
from app.surveillance.verifying.signed_lines import Signed
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

    def __init__(
        self,
        reader: asyncpg.Connection,
        second: asyncpg.Connection,
        vault: asyncpg.Connection,
        third: asyncpg.Connection,
        server: asyncpg.Connection,
    ) -> None:
        self._reader, self._second, self._vault, self._third = reader, second, vault, third
        self._server = server
        self._open: list[Batches[Any]] = []

    async def _batches(
        self, connection: asyncpg.Connection, row_of: Callable[[asyncpg.Record], Row], query: str, *arguments: str
    ) -> Batches[Row]:
        batches = Batches(await connection.cursor(query, *arguments), row_of)
        self._open.append(batches)
        return batches

    async def relations(self) -> dict[str, tuple[str, list[Relation]]]:
        """What each role finds under the names of the tables, and where it looks first."""
        of_role = {"reader": self._reader, "vault": self._vault, "app": self._server}
        return {role: await relations_of(each, schema.metadata.tables) for role, each in of_role.items()}

    async def streams(self) -> list[str]:
        """All streams, also those of which only a part is left."""
        found: set[str] = {row["stream"] for row in await self._reader.fetch("SELECT stream FROM stream_heads")}
        names = ["events", "commands", *[table.name for table in schema.PROJECTIONS]]
        of_reader = [(self._reader, name) for name in names]
        for connection, table in (*of_reader, (self._vault, "sealed")):
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

    async def written(self, servers: list[UUID]) -> int | None:
        """Up to which line these servers have written their file; None: none of them has put that on record."""
        number: int | None = await self._reader.fetchval(_WRITTEN, servers)
        return number

    async def signed(self, streams: list[str], versions: list[int]) -> list[Signed | None]:
        """What the log has at these places, None where it has nothing."""
        rows = await self._reader.fetch(_SIGNED, streams, versions)
        return [None if row["hash"] is None else Signed(*row.values()) for row in rows]

    async def recorded(self, streams: list[str], versions: list[int]) -> list[int | None]:
        """When the events at these places were recorded, None where there is none."""
        rows = await self._reader.fetch(_RECORDED, streams, versions)
        return [each and (each - EPOCH) // MICROSECOND for (each,) in rows]

    async def pins(self) -> dict[str, str]:
        """The seal of each hash that is kept, which the database makes of it."""
        return {row["person"]: row["seal"] for row in await self._server.fetch(_PINS)}

    async def overdue(
        self, streams: list[str], firsts: list[int], lasts: list[int], now_us: int, within_us: int
    ) -> list[tuple[int, int] | None]:
        """The first event between these versions that was recorded further from now than this, and when; else None."""
        bounds = [EPOCH + timedelta(microseconds=us) for us in (now_us - within_us, now_us + within_us)]
        rows = await self._reader.fetch(_OVERDUE, streams, firsts, lasts, *bounds)
        return [row["version"] and (row["version"], (row["at"] - EPOCH) // MICROSECOND) for row in rows]

    async def projected(self, table: str, stream: str, first: int, last: int) -> list[Projected]:
        """The rows of a projection whose events lie between these versions."""
        query = f"SELECT {_columns(table)} FROM {table} WHERE stream = $1 AND version BETWEEN $2 AND $3"  # noqa: S608
        return [tuple(row) for row in await self._third.fetch(query, stream, first, last)]

    async def rounds(self, stream: str) -> list[Projected]:
        """The rounds of the stream as the projection has them."""
        query = f"SELECT {_columns('rounds')} FROM rounds WHERE stream = $1"  # noqa: S608
        return [tuple(row) for row in await self._third.fetch(query, stream)]

    async def rows_of_round(self, table: str, by: Superseding) -> list[tuple[int, int]]:
        """Version and number of the rows of a round that this supersedes, whatever else did."""
        query = _OF_ROUND.format(table=table, but=but_kept(table))
        found = await self._third.fetch(query, by.stream, by.day, by.round, by.opened, by.version)
        return [(row["version"], row["n"]) for row in found]

    async def books(self) -> list[tuple[str, str, str]]:
        """The books that are kept: hash, name and text."""
        rows = await self._reader.fetch("SELECT hash, ruleset, text FROM rulesets ORDER BY hash")
        return [(row["hash"], row["ruleset"], row["text"]) for row in rows]

    async def books_of_rounds(self) -> list[str]:
        """The hashes of the books by which rounds were played; rounds are held against the events."""
        rows = await self._reader.fetch("SELECT DISTINCT ruleset_hash FROM rounds ORDER BY ruleset_hash")
        return [row["ruleset_hash"] for row in rows]


@asynccontextmanager
async def snapshot(database: Database) -> AsyncIterator[Snapshot]:
    """The database as it is now."""
    async with (
        database.connection("reader") as reader,
        database.connection("reader") as second,
        database.connection("reader") as third,
        database.connection("vault") as vault,
        database.connection("app") as server,
        reader.transaction(isolation="repeatable_read", readonly=True),
    ):
        name = await reader.fetchval("SELECT pg_export_snapshot()")
        async with (
            second.transaction(isolation="repeatable_read", readonly=True),
            third.transaction(isolation="repeatable_read", readonly=True),
            vault.transaction(isolation="repeatable_read", readonly=True),
            server.transaction(isolation="repeatable_read", readonly=True),
        ):
            for connection in (second, third, vault, server):
                await connection.execute(f"SET TRANSACTION SNAPSHOT '{name}'")
            async with AsyncExitStack() as times:
                for connection in (reader, second, third, vault):
                    await times.enter_async_context(any_time(connection))
                yield Snapshot(reader, second, vault, third, server)


def _columns(table: str) -> str:
    return ", ".join([column.name for column in schema.metadata.tables[table].columns])


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
_WRITTEN = "SELECT max(number) FROM heads_written WHERE server = ANY ($1)"
_RECORDED = """
SELECT e.recorded_at FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS a(stream, version, n)
  LEFT JOIN LATERAL (SELECT recorded_at FROM events WHERE stream = a.stream AND version = a.version LIMIT 1) e ON true
 ORDER BY a.n"""
_PINS = "SELECT person, encode(sha256(convert_to(hash, 'UTF8')), 'hex') AS seal FROM pins ORDER BY person"
_OVERDUE = """
SELECT e.version, e.recorded_at AS at
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS a(stream, first, last, n)
  LEFT JOIN LATERAL (
    SELECT version, recorded_at FROM events
     WHERE stream = a.stream AND version BETWEEN a.first AND a.last AND NOT recorded_at BETWEEN $4 AND $5
     ORDER BY version LIMIT 1) e ON true
 ORDER BY a.n"""
_OF_ROUND = """
SELECT version, n FROM {table} t
 WHERE stream = $1 AND day = $2 AND round = $3 AND version >= $4 AND version < $5 {but}"""
_SIGNED = """
SELECT e.hash, e.type FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS a(stream, version, n)
  LEFT JOIN LATERAL (SELECT hash, type FROM events WHERE stream = a.stream AND version = a.version LIMIT 1) e ON true
 ORDER BY a.n"""
