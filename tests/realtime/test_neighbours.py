"""What servers tell each other of their tables: each table has the line of who keeps it, whatever happened before."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from uuid import UUID

from app.realtime.neighbours import Neighbours
from app.realtime.table_status import Summary
from app.store.database import Database
from app.store.leases import Leases

ONE, TWO, WALL = UUID(int=1), UUID(int=2), UUID(int=3)
LINE = Summary("7", "nz", "closed", 3, "", 0, None, 0, (), 0, 0, 0)
STREAM, DAY = "table:7", date(2026, 1, 1)
LONGEST_S = 30


@asynccontextmanager
async def beside(database: Database, owner: UUID) -> AsyncIterator[Neighbours]:
    made = Neighbours(database, owner, lambda: True)
    try:
        yield made
    finally:
        await made.close()


def leases(database: Database, owner: UUID) -> Leases:
    return Leases(database, owner, _address(owner), 60.0, lambda _: None)


def _address(owner: UUID) -> str:
    return f"http://10.0.0.{owner.int}:8765"


async def heard(wall: Neighbours, kept_by: UUID, line: Summary) -> None:
    await wall._exchange()
    assert wall.tables == {"7": line._replace(kept_by=_address(kept_by))}


async def test_who_has_lost_a_table_does_not_take_its_line_away(scratch: Database) -> None:
    """It tells of what it has seen last, a moment after the new keeper has told."""
    before, after = leases(scratch, ONE), leases(scratch, TWO)
    async with beside(scratch, ONE) as one, beside(scratch, TWO) as two, beside(scratch, WALL) as wall:
        await before.acquire(STREAM, DAY)
        one.keep({"7": LINE})
        await one._exchange()
        await heard(wall, ONE, LINE)
        await before.release(STREAM)
        await after.acquire(STREAM, DAY)
        two.keep({"7": LINE._replace(phase="betting")})
        await two._exchange()
        one.keep({"7": LINE._replace(open_alarms=1)})
        await one._exchange()
        await heard(wall, TWO, LINE._replace(phase="betting"))
        await after.release(STREAM)


async def test_what_a_crash_of_the_database_has_forgotten_is_told_again(scratch: Database) -> None:
    """Also of a table at which nothing happens: the table of the lines is unlogged, and empty after a crash."""
    lease = leases(scratch, ONE)
    async with beside(scratch, ONE) as one, beside(scratch, WALL) as wall:
        await lease.acquire(STREAM, DAY)
        one.keep({"7": LINE})
        one.start()
        await _told(wall)
        assert one._connection is not None
        async with scratch.connection("owner") as connection:
            await connection.execute("TRUNCATE told_tables")
        one._connection.terminate()
        await _told(wall)
        await lease.release(STREAM)


async def _told(wall: Neighbours) -> None:
    """Wait until there is a line, and forget it."""
    async with asyncio.timeout(LONGEST_S):
        while not wall.tables:
            await wall._exchange()
            await asyncio.sleep(0.05)
    wall.tables = {}
