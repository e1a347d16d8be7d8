"""What servers tell each other of their tables, beside the record: the line of each table on the floor's wall."""

from collections.abc import Mapping
from uuid import UUID

import asyncpg

from app.table_id import TableId


async def tell(connection: asyncpg.Connection, owner: UUID, lines: Mapping[TableId, str]) -> frozenset[TableId]:
    """These lines of tables that this server keeps; gives the tables that it still keeps. Of the others somebody else
    tells."""
    if not lines:
        return frozenset()
    rows = await connection.fetch(_TELL, owner, [table.stream for table in lines], list(lines.values()))
    return frozenset([TableId.of_stream(row["stream"]) for row in rows])


async def told(connection: asyncpg.Connection, owner: UUID) -> dict[TableId, tuple[str, str]]:
    """The address of the server and the line of each table that another server keeps now."""
    rows = await connection.fetch(_TOLD, owner)
    return {TableId.of_stream(row["stream"]): (row["address"], row["summary"]) for row in rows}


_TELL = """
INSERT INTO told_tables (stream, owner, summary)
SELECT line.stream, $1, line.summary FROM unnest($2::text[], $3::json[]) line (stream, summary)
  JOIN leases l ON l.stream = line.stream AND l.owner = $1 AND l.until > clock_timestamp()
ON CONFLICT (stream) DO UPDATE SET owner = excluded.owner, summary = excluded.summary RETURNING stream"""
_TOLD = """
SELECT t.stream, l.address, t.summary FROM told_tables t
  JOIN leases l ON l.stream = t.stream AND l.owner = t.owner AND l.until > clock_timestamp()
 WHERE t.owner <> $1"""
