"""Rows of the log as they are put into the database by hand."""

from collections.abc import Iterable

import asyncpg

from app.store import schema
from app.store.appending import instant
from app.store.chain import Entry

COLUMNS = [column.name for column in schema.events.columns]


async def put(connection: asyncpg.Connection, entries: Iterable[Entry]) -> None:
    """Write these rows as they are."""
    records = [
        (*each[:11], instant(each.event_us), instant(each.recorded_us), each.previous, each.hash) for each in entries
    ]
    await connection.copy_records_to_table("events", records=records)
