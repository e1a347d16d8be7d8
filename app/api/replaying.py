"""A table as it was at any version: folded from the nearest checkpoint before it, by what folds it when it is live."""

from typing import Any, NamedTuple

import asyncpg

from app.api.reads import Reads
from app.books.rulebook import read_ruleset
from app.game.core.accounts import Postings
from app.game.core.apply import EMPTY, apply
from app.game.core.ledger import postings
from app.game.core.moment import Moment
from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset
from app.language.rendering import words_of
from app.printable_records import shown_in
from app.problems.problem import Problem
from app.store import schema
from app.store.chain import Entry, row_hash
from app.store.checkpoints import replayed
from app.store.house_log import STREAM
from app.store.log_reader import entries, event_of
from app.surveillance.house_words import words_of_house
from app.table_id import TableId

# From one checkpoint to the next is a round, or the time between two shoes.
MOST_FOLDED = 20_000


class Past(NamedTuple):
    """The table after an event of the past, and the book that it was under."""

    entry: Entry
    table: Table
    rules: Ruleset


class Told(NamedTuple):
    """An event of the log, in words what happened, and the money that it moved."""

    entry: Entry
    words: str
    event: Any
    moves: Postings = ()


async def at_version(reads: Reads, number: str, version: int) -> Past:
    """The table as it was after the event of this version."""
    async with reads.connection() as connection:
        rows = await _up_to(connection, number, version, version)
        table = await reads.folded(_folded, rows)
        return Past(rows[-1], table, await _book(connection, table))


async def told(reads: Reads, number: str, first: int, last: int) -> list[Told]:
    """The events of these versions, told one after the other."""
    async with reads.connection() as connection:
        rows = await _up_to(connection, number, max(1, first - 1), last)
    return await reads.folded(_told, rows, first)


async def told_of_the_house(reads: Reads, first: int, last: int) -> list[Told]:
    """The events of the house of these versions, as far as there are any; each says by itself what happened."""
    async with reads.connection() as connection:
        rows = await entries(connection, STREAM, schema.events.c.version.between(first, last))
    return await reads.folded(_told_of_the_house, rows)


async def _book(connection: asyncpg.Connection, table: Table) -> Ruleset:
    """The book that the table was under, as it was then."""
    text = await connection.fetchval("SELECT text FROM rulesets WHERE hash = $1", table.ruleset_hash)
    if text is None:
        raise Problem("record_broken", f"The book {table.ruleset_hash[:12]} is not in the database.")
    return read_ruleset(text)


async def _up_to(connection: asyncpg.Connection, number: str, first: int, last: int) -> list[Entry]:
    """The rows from the last checkpoint before the first of these versions, through the last of them."""
    stream = TableId(number).stream
    if await head(connection, number) < last:
        raise Problem("no_such_version", f"Table {number} has no version {last}.")
    begin = await connection.fetchrow(_CHECKPOINT, stream, first)
    version, day = (begin["version"], begin["day"]) if begin is not None else (1, None)
    if last - version > MOST_FOLDED:
        raise Problem("busy", f"There are more than {MOST_FOLDED} events since the last checkpoint.")
    of_days = (schema.events.c.day >= day,) if day is not None else ()
    rows = await entries(connection, stream, *of_days, schema.events.c.version.between(version, last))
    if not rows or (rows[0].version, rows[-1].version) != (version, last):
        raise Problem("record_broken", f"{stream} has not every version from {version} to {last}.")
    return rows


def _folded(rows: list[Entry]) -> Table:
    _check(rows)
    return replayed(rows)


def _check(rows: list[Entry]) -> None:
    broken = next((row for row in rows if row_hash(row) != row.hash), None)
    if broken is not None:
        raise Problem("record_broken", f"{broken.stream} is not as it was written at version {broken.version}.")


def _told(rows: list[Entry], first: int) -> list[Told]:
    """Each event between the tables before and after it."""
    _check(rows)
    before, after, found = EMPTY, shown_in(replayed(rows[:1])), []
    for row in rows:
        recorded = event_of(row)
        event = shown_in(recorded)
        after = apply(before, event) if row is not rows[0] else after
        if row.version >= first:
            found.append(Told(row, words_of(event, Moment(before, after)), recorded, postings(before, event)))
        before = after
    return found


def _told_of_the_house(rows: list[Entry]) -> list[Told]:
    _check(rows)
    events: list[Any] = [event_of(row) for row in rows]
    return [Told(row, words_of_house(event), event) for row, event in zip(rows, events, strict=True)]


async def head(connection: asyncpg.Connection, number: str) -> int:
    """The version of the table's last event."""
    version = await last_version(connection, TableId(number).stream)
    if not version:
        raise Problem("no_such_table", f"There is no table {number}.")
    return version


async def last_version(connection: asyncpg.Connection, stream: str) -> int:
    """The version of the stream's last event; none: 0."""
    return await connection.fetchval("SELECT version FROM stream_heads WHERE stream = $1", stream) or 0


_CHECKPOINT = """
SELECT version, day FROM events
 WHERE stream = $1 AND version <= $2 AND checkpoint IS NOT NULL ORDER BY version DESC LIMIT 1"""
