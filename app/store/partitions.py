"""Partitions made ahead, and a warning long before one is missing."""

from datetime import date

import asyncpg

MONTHS_AHEAD = 4


async def make_ahead(connection: asyncpg.Connection, today: date) -> int:
    """Have this month's partitions and the next three months' made, as far as they are missing; how many were."""
    made: int = await connection.fetchval("SELECT make_partitions($1, $2)", today, MONTHS_AHEAD)
    return made


async def astray(connection: asyncpg.Connection) -> list[str]:
    """The tables that have rows for which there was no partition: they are safe, but lie in the default one."""
    rows = await connection.fetch(
        "SELECT c.relname FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE c.relname LIKE '%\\_default'"
        " AND pg_relation_size(c.oid) > 0 ORDER BY 1"
    )
    return [row["relname"] for row in rows]
