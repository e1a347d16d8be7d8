"""When each session was used last, as the servers tell each other: a row of each server, beside the record.

It lies with what servers tell of their tables, which is unlogged: after a crash of PostgreSQL nothing of it is known,
and each server tells it again. A server that starts hears from the row of the one before it.
"""

from collections.abc import Mapping
from uuid import UUID

import asyncpg
import orjson

# No table has such a stream, so no lease is ever of it.
_OF_SESSIONS = "sessions:"


async def exchange(connection: asyncpg.Connection, server: UUID, used_us: Mapping[str, int]) -> dict[str, int]:
    """This server has seen these sessions used; when each was, by all others."""
    await connection.execute(_TELL, f"{_OF_SESSIONS}{server}", server, orjson.dumps(dict(used_us)).decode())
    heard: dict[str, int] = {}
    for row in await connection.fetch(_HEAR, _OF_SESSIONS, server):
        for session, us in orjson.loads(row["summary"]).items():
            heard[session] = max(heard.get(session, 0), us)
    return heard


async def forget(connection: asyncpg.Connection, used_before_us: int) -> None:
    """Of servers that have seen nothing used since then nothing more is to be heard."""
    await connection.execute(_FORGET, _OF_SESSIONS, used_before_us)


_TELL = """
INSERT INTO told_tables (stream, owner, summary) VALUES ($1, $2, $3::json)
ON CONFLICT (stream) DO UPDATE SET summary = excluded.summary"""
_HEAR = "SELECT summary FROM told_tables WHERE starts_with(stream, $1) AND owner <> $2"
_FORGET = """
DELETE FROM told_tables t WHERE starts_with(stream, $1)
   AND NOT EXISTS (SELECT 1 FROM json_each_text(t.summary) used WHERE used.value::bigint >= $2)"""
