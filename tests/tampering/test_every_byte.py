"""No byte of a row can be changed unseen: every one of them is tried, on rows as PostgreSQL gave them.

A row that was changed is found by its own hash, wherever in the order of the log it comes to lie; so the rows are held
in memory against the part of `verify` that looks at rows, and some of each column are changed in the database.
`TAMPERING=all` takes every event, otherwise every eleventh.
"""

import asyncio
from collections import Counter

import asyncpg
import pytest

from app.store.appending import instant
from app.store.chain import Entry
from app.store.log_reader import entry_of
from app.surveillance.verifying.event_rows import Chain
from app.surveillance.verifying.findings import Report
from tests.tampering.copies import ALL, House
from tests.tampering.flipping import Flip, flips
from tests.tampering.rows import COLUMNS

STEP = 1 if ALL else 11
IN_DATABASE = {"event_us": "event_at", "recorded_us": "recorded_at"}
# Events of each column that are changed in the database.
SAMPLES = 40 if ALL else 2
TRIES = 20
# The year 9892.
LAST_US = 250_000_000_000_000_000


@pytest.fixture(scope="session")
def log(house: House) -> list[Entry]:
    """The events of all streams in order, as the database has them."""
    rows = sorted(house.clean["events"], key=lambda row: row[:2])
    return [entry_of(dict(zip(COLUMNS, row, strict=True))) for row in rows]


def findings_of(entry: Entry, before: Entry | None) -> list[str]:
    """What is found of this row alone."""
    report = Report()
    Chain(report, entry.stream, before).event(entry)
    return [finding.what for finding in report.findings().found]


def before(log: list[Entry], at: int) -> Entry | None:
    return log[at - 1] if log[at].version > 1 else None


def test_rows_that_nobody_changed_are_whole(log: list[Entry]) -> None:
    assert [findings_of(entry, before(log, at)) for at, entry in enumerate(log)] == [[]] * len(log)


def test_each_byte_of_each_column_of_each_event(log: list[Entry]) -> None:
    counts: Counter[str] = Counter()
    for at in range(0, len(log), STEP):
        for flip in flips(log[at]):
            assert "hash of the row" in findings_of(flip.entry, before(log, at)), (at, flip)
            counts[flip.column] += 1
    print(f"\n{counts.total()} changed bytes of {len(range(0, len(log), STEP))} events, found: all")
    print(", ".join([f"{column} {count}" for column, count in counts.items()]))
    assert set(counts) == set(Entry._fields)


@pytest.mark.parametrize("column", Entry._fields)
def test_a_changed_byte_in_the_database(house: House, log: list[Entry], column: str) -> None:
    """Of the bytes of a row one that PostgreSQL takes: it refuses JSON that is none, and a version that is taken."""
    done = 0
    for at in range(len(log) // (2 * SAMPLES), len(log), max(1, len(log) // SAMPLES)):
        changes = [flip for flip in flips(log[at]) if flip.column == column and is_storable(flip.entry)]
        middle = len(changes) // 2
        done += asyncio.run(is_changed(house, log[at], changes[middle : middle + TRIES]))
    print(f"{column}: {done} rows changed in the database, found: all")
    assert done


def is_storable(entry: Entry) -> bool:
    """Whether the numbers are such as their columns can hold."""
    return 0 < max(entry.event_us, entry.recorded_us) < LAST_US and entry.version > 0


async def is_changed(house: House, entry: Entry, changes: list[Flip]) -> bool:
    """Whether PostgreSQL took one; then it is found, and the event is named."""
    taken: list[Flip] = []

    async def act(connection: asyncpg.Connection) -> None:
        for flip in changes:
            if not taken and await is_taken(connection, entry, flip):
                taken.append(flip)

    found = await house.found_after(act)
    places = [(each.stream, each.version) for each in found.found]
    assert all([(flip.entry.stream, flip.entry.version) in places for flip in taken]), found
    return bool(taken)


async def is_taken(connection: asyncpg.Connection, entry: Entry, flip: Flip) -> bool:
    value = getattr(flip.entry, flip.column)
    name = IN_DATABASE.get(flip.column, flip.column)
    sql = f"UPDATE events SET {name} = $1 WHERE stream = $2 AND version = $3"  # noqa: S608
    try:
        await connection.execute(sql, instant(value) if name.endswith("_at") else value, entry.stream, entry.version)
    except (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError):
        return False
    return True
