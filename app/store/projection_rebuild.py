"""The projections made again from the log: the same rows, to the last column.

It is done in one transaction under a lock that keeps writers out: whoever looks sees the old rows until the new ones
are whole. Each stream is read from its beginning, event by event; the rows go in as they come.
"""

from collections.abc import AsyncIterator, Callable

import asyncpg

from app.game.core.apply import EMPTY, apply
from app.store import schema
from app.store.appending import but_kept
from app.store.database import Database
from app.store.log_reader import entry_of, event_of
from app.store.projecting import SUPERSEDED, Projected, RoundRow, Superseding, Where, nothing_projected, project
from app.table_id import EVERY_TABLE

Progress = Callable[[int, int], None]
TOGETHER = 1_000
PREFETCH = 2_000


async def rebuild(database: Database, progress: Progress) -> int:
    """Make all projections again; how many events they come from."""
    done = 0
    async with database.connection("owner") as connection, connection.transaction():
        names = ", ".join(table.name for table in schema.PROJECTIONS)
        await connection.execute(f"LOCK TABLE events, {names} IN SHARE ROW EXCLUSIVE MODE")
        await connection.execute(f"TRUNCATE {names}")
        total = await connection.fetchval(f"SELECT count(*) FROM events WHERE stream LIKE '{EVERY_TABLE}'")
        for row in await connection.fetch(
            f"SELECT DISTINCT stream FROM events WHERE stream LIKE '{EVERY_TABLE}' ORDER BY stream"
        ):
            async for count in _rebuild_stream(connection, row["stream"]):
                done += count
                progress(done, total)
    return done


async def _rebuild_stream(connection: asyncpg.Connection, stream: str) -> AsyncIterator[int]:
    """Counts of the events whose rows are in."""
    table, opened, projected, count = EMPTY, 0, nothing_projected(), 0
    rounds: dict[int, RoundRow] = {}
    query = "SELECT * FROM events WHERE stream = $1 ORDER BY version"
    async for row in connection.cursor(query, stream, prefetch=PREFETCH):
        entry = entry_of(row)
        event, before = event_of(entry), table
        table = apply(before, event)
        opened = entry.version if entry.type == "RoundOpened" else opened
        where = Where(entry.stream, entry.day, entry.round, entry.version, opened)
        project(projected, where, before, event, table, rounds)
        _remember(rounds, projected)
        count += 1
        if count == TOGETHER:
            await _insert(connection, projected)
            yield count
            projected, count = nothing_projected(), 0
    await _insert(connection, projected)
    yield count


def _remember(rounds: dict[int, RoundRow], projected: Projected) -> None:
    """The round of the last event, as a later event may put it right."""
    last = projected.rows.get("rounds", [])[-1:]
    rounds.update({row[3]: RoundRow(*row) for row in last})


async def _insert(connection: asyncpg.Connection, projected: Projected) -> None:
    for by in projected.superseding:
        for name in SUPERSEDED:
            await connection.execute(_SUPERSEDE.format(table=name, but=but_kept(name)), *_bounds(by))
    for name, rows in projected.rows.items():
        if name == schema.rounds.name:
            await connection.executemany(_ROUND, rows)
        elif rows:
            await connection.copy_records_to_table(name, records=rows)


def _bounds(by: Superseding) -> tuple[object, ...]:
    return by.version, by.stream, by.day, by.round, by.opened


_SUPERSEDE = """
UPDATE {table} t SET superseded_by = $1 WHERE stream = $2 AND day = $3 AND round = $4 AND version >= $5 AND version < $1
   AND superseded_by IS NULL {but}"""

_ROUND = """
INSERT INTO rounds VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (stream, round, day)
DO UPDATE SET last_version = excluded.last_version, state = excluded.state"""
