"""Events of some kinds, of the tables or of the house, as a report needs them."""

from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

import asyncpg
from sqlalchemy import and_, select

from app.game.core.records import name_of
from app.reports.filters import Filters, one_of, within
from app.store import schema
from app.store.codec import decode_record
from app.store.house_log import STREAM
from app.store.log_reader import rows_of
from app.table_id import TableId

events = schema.events
COLUMNS = (
    events.c.stream, events.c.day, events.c.round, events.c.version, events.c.event_at, events.c.actor,
    events.c.payload,
)  # fmt: skip


_HEAD = ("stream", "day", "round", "version", "actor")


class Told(NamedTuple):
    """Something that happened: at which table or in the house, on which gaming day, when and by whom."""

    stream: str
    day: date
    round: str | None
    version: int
    at: datetime
    actor: str
    event: Any

    @property
    def table(self) -> str:
        """The number of the table."""
        return TableId.of_stream(self.stream).number


async def of_tables(
    connection: asyncpg.Connection, filters: Filters, *types: type, before: int = 0, after: int = 0
) -> list[Told]:
    """What happened at the tables in these days, and in so many before and after them; in the order of each table."""
    wider = filters._replace(since=filters.since - timedelta(before), until=filters.until + timedelta(after))
    wanted = and_(within(events, wider), one_of(events.c.type, [name_of(type_) for type_ in types]))
    query = select(*COLUMNS).where(wanted).order_by(events.c.stream, events.c.version)
    return [_told(row) for row in await rows_of(connection, query)]


async def of_house(connection: asyncpg.Connection, filters: Filters, *types: type, after: int = 0) -> list[Told]:
    """What happened in the house in these days, and in so many after them."""
    until = filters.until + timedelta(after)
    wanted = and_(
        events.c.stream == STREAM,
        events.c.day.between(filters.since, until),
        one_of(events.c.type, [name_of(type_) for type_ in types]),
    )
    return [_told(row) for row in await rows_of(connection, select(*COLUMNS).where(wanted).order_by(events.c.version))]


def is_asked_for(table: str, filters: Filters) -> bool:
    """Whether something of the house that is about this table belongs to the report."""
    return not filters.tables or table in filters.tables


def _told(row: asyncpg.Record) -> Told:
    return Told(**{name: row[name] for name in _HEAD}, event=decode_record(row["payload"]), at=row["event_at"])
