"""A clean log with its signed heads, copies of it, and a database in which a tamperer may do as he likes."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import asyncpg

from app.settings import Settings
from app.store.database import Database
from app.store.schema import PROJECTIONS
from app.store.upgrading import upgrade
from app.surveillance.verifying import Findings, verify
from tests.store.housed import HousedTables
from tests.tampering.playing import play

BOOK, HOLE_CARD_BOOK = "nz-division-15", "ma-pontoon-21-v3"
TABLES = (
    "events", "commands", "sealed", "stream_heads", "head_signatures", "rulesets",
    *[table.name for table in PROJECTIONS],
)  # fmt: skip
FIRST, SECOND = "table:7", "table:8"
EVENTS = (190, 90)
# Nobody is writing lines while these are verified.
PATIENCE_S = 0.05
# Everything that can be tried is tried, instead of a part of each kind.
ALL = os.environ.get("TAMPERING") == "all"
Rows = dict[str, list[tuple[Any, ...]]]
Act = Callable[[asyncpg.Connection], Awaitable[None]]


class House(NamedTuple):
    """The database, what lay in it when the log was clean, and what lay in it the day before."""

    database: Database
    settings: Settings
    clean: Rows
    yesterday: Rows
    file: bytes
    file_yesterday: bytes
    built_us: int

    async def admin(self) -> asyncpg.Connection:
        """Whoever owns the database: no trigger keeps him from anything."""
        return await owner_of(self.database)

    async def found_after(self, act: Act, **options: Any) -> Findings:
        """What `verify` finds when this was done to the clean log, as if it was asked when the log was built."""
        options = {"now_us": lambda: self.built_us, **options}
        connection = await self.admin()
        try:
            await act(connection)
            return await verify(self.database, self.settings, patience_s=PATIENCE_S, **options)
        finally:
            await restored(connection, self.clean)
            self.settings.heads_path.write_bytes(self.file)
            await connection.close()


async def owner_of(database: Database) -> asyncpg.Connection:
    embedded = database.embedded
    assert embedded is not None
    connection = await asyncpg.connect(
        host=embedded.host, port=embedded.port, database="tablekeeper", user="tablekeeper_admin"
    )
    await connection.execute("SET session_replication_role = replica")
    await connection.execute("SET synchronous_commit = off")
    return connection


async def copied(connection: asyncpg.Connection) -> Rows:
    """All rows of the log and of what proves it."""
    return {table: [tuple(row) for row in await connection.fetch(f"TABLE {table}")] for table in TABLES}


async def restored(connection: asyncpg.Connection, rows: Rows) -> None:
    """These rows, and no others."""
    async with connection.transaction():
        for table in TABLES:
            await connection.execute(f"DELETE FROM {table}")  # noqa: S608
            await connection.copy_records_to_table(table, records=rows[table])


def built(database: Database, settings: Settings) -> House:
    """Two tables under two books, about 300 events, signed on the way; half of it is yesterday's."""
    return asyncio.run(_built(database, settings))


async def _built(database: Database, settings: Settings) -> House:
    await upgrade(database)
    tables = HousedTables(database, settings)
    await tables.start()
    connection = await owner_of(database)
    await play(tables, "7", BOOK, 5, EVENTS[0], (tables.signer,))
    await tables.signer.sign_now()
    yesterday, file_yesterday = await copied(connection), settings.heads_path.read_bytes()
    await play(tables, "8", HOLE_CARD_BOOK, 7, EVENTS[1], (tables.signer,))
    await tables.close()
    clean = await copied(connection)
    await connection.close()
    file = settings.heads_path.read_bytes()
    return House(database, settings, clean, yesterday, file, file_yesterday, time.time_ns() // 1_000)


def lines_of(file: bytes) -> list[bytes]:
    """The lines of the signed heads."""
    return file.splitlines(keepends=True)
