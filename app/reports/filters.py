"""What a report is asked about: which gaming days, which tables."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import ARRAY, ColumnElement, Text, and_, any_, literal
from sqlalchemy import Table as Rows

from app.problems.problem import Problem
from app.table_id import EVERY_TABLE, TableId

MOST_DAYS = 31
MOST_TABLES = 1_000
Group = Literal["day", "table", "shoe", "dealer"]


class Filters(NamedTuple):
    """The gaming days from `since` to `until`, both of them too; these tables, or all. `by`: what the rows are about,
    where a report can be told in more than one way; `zone`: that of the times of day."""

    since: date
    until: date
    tables: tuple[str, ...] = ()
    by: tuple[Group, ...] = ("table",)
    zone: ZoneInfo | None = None


def checked(filters: Filters) -> Filters:
    """The filters, if a report may be asked for so much."""
    days = (filters.until - filters.since).days + 1
    if not 1 <= days <= MOST_DAYS:
        words = f"A report is about 1 to {MOST_DAYS} gaming days, not from {filters.since} to {filters.until}."
        raise _wrong(words, "since", "until")
    if len(filters.tables) > MOST_TABLES:
        raise _wrong(f"A report is about {MOST_TABLES} tables at most.", "table")
    if not filters.by or len(set(filters.by)) < len(filters.by):
        raise _wrong("Say by what the rows are to be, each once: day, table, shoe or dealer.", "by")
    return filters


def _wrong(words: str, *names: str) -> Problem:
    """What is wrong, and with which parameters of the call."""
    return Problem("bad_request", words, details={"fields": [{"at": f"query.{name}", "what": words} for name in names]})


def days_of(filters: Filters) -> list[Filters]:
    """The same, asked for each day by itself."""
    days = [filters.since + timedelta(n) for n in range((filters.until - filters.since).days + 1)]
    return [filters._replace(since=day, until=day) for day in days]


def streams_of(filters: Filters) -> list[str]:
    """The streams of the tables that are asked for."""
    return [TableId(table).stream for table in filters.tables]


def one_of(column: ColumnElement[Any], texts: Iterable[str]) -> ColumnElement[bool]:
    """Whether it is one of these texts."""
    return column == any_(literal(list(texts), ARRAY(Text)))


def within(rows: Rows, filters: Filters, days_after: int = 0) -> ColumnElement[bool]:
    """Whether a row is of these days, or of so many after them, and of these tables."""
    until = filters.until + timedelta(days=days_after)
    of_days = rows.c.day.between(filters.since, until)
    if not filters.tables:
        return and_(of_days, rows.c.stream.like(EVERY_TABLE))
    return and_(of_days, one_of(rows.c.stream, streams_of(filters)))


def time_of(at: Any, filters: Filters) -> str:
    """An instant as people of the house read it: day, time, and how far they are from UTC."""
    local: datetime = at.astimezone(filters.zone or UTC)
    return local.isoformat(" ", "seconds")
