"""Which servers are there: each says again and again that it is, and reads who else is and what nobody keeps.

A server that says nothing for as long as a lease lasts is gone, unless it still holds a lease: then it only could not
say so. Its address stays known for some days,
so that screens that were opened before may still look for it there.
"""

from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

import asyncpg

from app.table_id import EVERY_TABLE, TableId


class Known(NamedTuple):
    """A server. `tables`: how many it keeps; `leaving`: it is to keep none; `there`: it said so lately, or holds a
    lease; `signs_with`: the id of its key."""

    id: UUID
    address: str
    there: bool
    leaving: bool
    tables: int
    signs_with: str = ""


class Seen(NamedTuple):
    """What one server sees of all: who they are, how many tables there are, and those that nobody keeps."""

    servers: tuple[Known, ...]
    tables: int
    free: tuple[TableId, ...]


async def say_there(
    connection: asyncpg.Connection, id_: UUID, address: str, lasts_s: float, *, begins: bool, signs_with: str = ""
) -> None:
    """This server is there. Whoever begins does not leave, whatever was wanted of it before."""
    await connection.execute(_THERE, id_, address, timedelta(seconds=lasts_s), begins, signs_with)


async def say_gone(connection: asyncpg.Connection, id_: UUID) -> None:
    """This server goes."""
    await connection.execute(_GONE, id_)


async def set_leaving(connection: asyncpg.Connection, address: str, *, leaving: bool) -> bool:
    """Whether there is such a server, which lets go of its tables from now on, or takes tables again."""
    return bool(await connection.fetch(_LEAVING, address, leaving))


async def see(connection: asyncpg.Connection) -> Seen:
    """Everything as it is now, in one look."""
    servers = tuple([Known(*row.values()) for row in await connection.fetch(_SERVERS)])
    tables, free = await connection.fetchrow(_TABLES)
    return Seen(servers, tables, tuple([TableId.of_stream(stream) for stream in free]))


async def clock_us(connection: asyncpg.Connection) -> int:
    """The time at the database, in microseconds since 1970."""
    return int(await connection.fetchval("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"))


_THERE = """
INSERT INTO servers AS s (id, address, until, leaving, signs_with) VALUES ($1, $2, clock_timestamp() + $3, false, $5)
ON CONFLICT (id) DO UPDATE SET address = excluded.address, until = excluded.until, leaving = s.leaving AND NOT $4,
   signs_with = excluded.signs_with"""
_GONE = "UPDATE servers SET until = clock_timestamp() - interval '1 microsecond' WHERE id = $1"
_LEAVING = "UPDATE servers SET leaving = $2 WHERE address = $1 RETURNING 1"
_SERVERS = f"""
SELECT s.id, s.address, s.until > clock_timestamp() OR kept.streams > 0, s.leaving, kept.tables, s.signs_with
  FROM servers s
 CROSS JOIN LATERAL (
       SELECT count(*) AS streams, count(*) FILTER (WHERE l.stream LIKE '{EVERY_TABLE}') AS tables
         FROM leases l WHERE l.owner = s.id AND l.until > clock_timestamp()) kept
 WHERE s.until > clock_timestamp() - interval '7 days' ORDER BY s.address, s.id"""
_TABLES = f"""
SELECT count(*),
       coalesce(array_agg(h.stream ORDER BY length(h.stream), h.stream) FILTER (WHERE l.stream IS NULL), '{{}}')
  FROM stream_heads h LEFT JOIN leases l ON l.stream = h.stream AND l.until > clock_timestamp()
 WHERE h.stream LIKE '{EVERY_TABLE}' AND h.version > 0"""
