"""Which tables there are, and which server keeps each."""

from typing import NamedTuple

import asyncpg

from app.table_id import EVERY_TABLE, TableId


class Kept(NamedTuple):
    """A table that was set up, the version of its last event, and the address of the server that keeps it, if any."""

    table: TableId
    version: int
    address: str | None


async def is_table(connection: asyncpg.Connection, table: TableId) -> bool:
    """Whether this table was ever set up."""
    return await connection.fetchval(_SET_UP, table.stream) is not None


async def every_table(connection: asyncpg.Connection) -> list[TableId]:
    """The tables of the database, also one whose setting up came to nothing."""
    return [TableId.of_stream(row["stream"]) for row in await connection.fetch(_EVERY)]


async def tables_kept(connection: asyncpg.Connection, most: int) -> list[Kept]:
    """The tables that were set up, at most so many, the shortest numbers first."""
    rows = await connection.fetch(_KEPT, most)
    return [Kept(TableId.of_stream(row["stream"]), row["version"], row["address"]) for row in rows]


async def count_others(connection: asyncpg.Connection, table: TableId) -> int:
    """How many tables were set up besides this one."""
    count: int = await connection.fetchval(_OTHERS, table.stream)
    return count


async def held_tables(connection: asyncpg.Connection) -> list[tuple[TableId, str]]:
    """The tables that some server keeps now, each with that server's address."""
    return [(TableId.of_stream(row["stream"]), row["address"]) for row in await connection.fetch(_HELD)]


_SET_UP = "SELECT 1 FROM stream_heads WHERE stream = $1 AND version > 0"
_EVERY = f"SELECT stream FROM stream_heads WHERE stream LIKE '{EVERY_TABLE}' ORDER BY stream"
_KEPT = f"""
SELECT h.stream, h.version, l.address FROM stream_heads h
  LEFT JOIN leases l ON l.stream = h.stream AND l.until > now()
 WHERE h.stream LIKE '{EVERY_TABLE}' AND h.version > 0 ORDER BY length(h.stream), h.stream LIMIT $1"""
_OTHERS = f"SELECT count(*) FROM stream_heads WHERE stream LIKE '{EVERY_TABLE}' AND stream <> $1 AND version > 0"
_HELD = f"SELECT stream, address FROM leases WHERE until > now() AND stream LIKE '{EVERY_TABLE}' ORDER BY stream"
