"""What servers tell each other of their tables, beside the record: the line of each table on the floor's wall."""

from collections.abc import Mapping
from uuid import UUID

import asyncpg


async def tell(connection: asyncpg.Connection, owner: UUID, lines: Mapping[str, str]) -> frozenset[str]:
    """These lines of tables that this server keeps, by stream; gives the streams that it still keeps. Of the others
    somebody else tells."""
    if not lines:
        return frozenset()
    rows = await connection.fetch(_TELL, owner, list(lines), list(lines.values()))
    return frozenset([row["stream"] for row in rows])


async def told(connection: asyncpg.Connection, owner: UUID) -> dict[str, tuple[str, str]]:
    """The address of the server and the line of each table that another server keeps now, by stream."""
    rows = await connection.fetch(_TOLD, owner)
    return {row["stream"]: (row["address"], row["summary"]) for row in rows}


_TELL = """
INSERT INTO told_tables (stream, owner, summary)
SELECT line.stream, $1, line.summary FROM unnest($2::text[], $3::json[]) line (stream, summary)
  JOIN leases l ON l.stream = line.stream AND l.owner = $1 AND l.until > clock_timestamp()
ON CONFLICT (stream) DO UPDATE SET owner = excluded.owner, summary = excluded.summary RETURNING stream"""
_TOLD = """
SELECT t.stream, l.address, t.summary FROM told_tables t
  JOIN leases l ON l.stream = t.stream AND l.owner = t.owner AND l.until > clock_timestamp()
 WHERE t.owner <> $1"""
