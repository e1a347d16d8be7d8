"""A query that names its days touches their partitions and no others; a day without a partition loses nothing."""

# ruff: noqa: S608 - the names of tables and columns in the statements come from these tests

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import date
from typing import Any

import asyncpg
import pytest

from app.store import log_reader
from app.store.database import Database
from app.store.log_reader import RoundKey, commands_between, day_entries, round_entries, round_row, since
from tests.store.rows import PARTS, after, append, counted, executed, new_heads, projections

YEAR = date(2027, 1, 1)
MONTHS = 14
MAY = date(2027, 5, 17)


@pytest.fixture(scope="session")
def database(scratch: Database) -> Database:
    """Not the one with the honest logs."""
    return scratch


class Explained(asyncpg.Connection):  # type: ignore[misc]
    """A connection that asks how each query will be run, and keeps which tables that touches."""

    touched: set[str]

    async def fetch(self, query: str, *arguments: Any, **options: Any) -> list[asyncpg.Record]:
        plan = await self.fetchval(f"EXPLAIN (FORMAT JSON) {query}", *arguments)
        self.touched |= set(relations(json.loads(plan)))
        return await super().fetch(query, *arguments, **options)  # type: ignore[no-any-return]


def relations(plan: Any) -> Iterator[str]:
    """The tables that a plan reads."""
    if isinstance(plan, dict):
        if "Relation Name" in plan:
            yield plan["Relation Name"]
        plan = list(plan.values())
    for part in plan if isinstance(plan, list) else ():
        yield from relations(part)


@asynccontextmanager
async def explained(database: Database) -> AsyncIterator[Explained]:
    connection = await asyncpg.connect(**database.arguments("app"), connection_class=Explained)
    connection.touched = set()
    try:
        yield connection
    finally:
        await connection.close()


async def a_year(database: Database, stream: str) -> RoundKey:
    """Fourteen months with partitions, with a day's rows in each; a round in May."""
    async with database.connection("app") as app:
        await app.execute("SELECT make_partitions($1, $2)", YEAR, MONTHS)
        head = (await new_heads(app, stream))[stream]
        for month in range(MONTHS):
            day = date(YEAR.year + month // 12, month % 12 + 1, 17)
            rows = projections(stream, head.version + 1, day)
            rows["rounds"] = [
                (stream, day, f"{stream}-{day}", 1, "book", head.version + 1, head.version + 1, "open", False)
            ]
            made = append(stream, head, day=day, salt=month.to_bytes(16, "big"), rows=rows)
            made = made._replace(round=f"{stream}-{day}")
            await executed(app, [made], {stream: 1})
            head = after(head, made)
    return RoundKey(stream, MAY, f"{stream}-{MAY}")


Read = Callable[[Explained, RoundKey], Awaitable[Any]]


async def _row(connection: Explained, key: RoundKey) -> Any:
    return await round_row(connection, key)


async def _round(connection: Explained, key: RoundKey) -> Any:
    row = await round_row(connection, key)
    assert row is not None
    return await round_entries(connection, row)


async def _commands(connection: Explained, key: RoundKey) -> Any:
    row = await round_row(connection, key)
    assert row is not None
    return await commands_between(connection, row)


async def _day(connection: Explained, key: RoundKey) -> Any:
    return await day_entries(connection, key.stream, key.day)


READS: dict[str, tuple[Read, set[str]]] = {
    "a round's row": (_row, {"rounds"}),
    "a round's events": (_round, {"rounds", "events"}),
    "a round's commands": (_commands, {"rounds", "commands"}),
    "a table's day": (_day, {"events"}),
}


@pytest.mark.parametrize("what", READS)
async def test_reading_touches_the_partitions_of_its_month_alone(database: Database, stream: str, what: str) -> None:
    key, (read, tables) = await a_year(database, stream), READS[what]
    async with explained(database) as connection:
        assert await read(connection, key)
        assert connection.touched == {f"{table}_2027_05" for table in tables}
        count = await connection.fetchval("SELECT count(*) FROM pg_inherits WHERE inhparent = 'events'::regclass")
    print(f"{what}: {connection.touched} of {count} partitions of events")
    assert count > MONTHS


async def test_coming_back_touches_nothing_older_than_the_checkpoint(database: Database, stream: str) -> None:
    await a_year(database, stream)
    async with explained(database) as connection:
        assert len(await since(connection, stream, 13, date(2028, 1, 17))) == 2
        older = {f"events_2027_{month:02}" for month in range(1, 13)}
        assert {"events_2028_01", "events_2028_02"} <= connection.touched
        assert not connection.touched & older


async def test_rows_of_a_day_without_a_partition_are_kept_in_the_default_one(database: Database, stream: str) -> None:
    lost = date(2093, 7, 1)
    async with database.connection("app") as app:
        head = (await new_heads(app, stream))[stream]
        made = append(stream, head, day=lost, rows=projections(stream, 1, lost))
        await executed(app, [made], {stream: 1})
        assert await log_reader.entries(app, stream) == list(made.entries)
        for name in PARTS:
            if name not in ("sealed", "recent_commands"):
                found = await app.fetchval(f"SELECT tableoid::regclass::text FROM {name} WHERE stream = $1", stream)
                assert found == f"{name}_default"
    assert await counted(database, stream) == dict.fromkeys(PARTS, 1) | {"postings": 2}


async def test_a_month_that_has_rows_in_the_default_partition_keeps_no_server_from_starting(
    database: Database, stream: str
) -> None:
    lost = date(2094, 7, 1)
    async with database.connection("app") as app:
        head = (await new_heads(app, stream))[stream]
        made = append(stream, head, day=lost, rows={})
        await executed(app, [made], {stream: 1})
        await app.execute("SELECT make_partitions($1, 4)", lost)
        assert await log_reader.entries(app, stream) == list(made.entries)
        assert await app.fetchval("SELECT to_regclass('events_2094_08')") == "events_2094_08"


async def test_making_partitions_again_makes_none(database: Database) -> None:
    async with database.connection("app") as app:
        tables = 12
        assert await app.fetchval("SELECT make_partitions($1, 3)", date(2060, 11, 30)) == 3 * tables
        assert await app.fetchval("SELECT make_partitions($1, 4)", date(2060, 11, 1)) == tables
        assert await app.fetchval("SELECT make_partitions($1, 4)", date(2060, 11, 1)) == 0
        rows = await app.fetch("SELECT relname FROM pg_class WHERE relname LIKE 'events\\_206%' AND relkind = 'r'")
        assert {row["relname"] for row in rows} == {
            f"events_{each}" for each in ("2060_11", "2060_12", "2061_01", "2061_02")
        }


@pytest.mark.parametrize("months", [0, -1, 121])
async def test_only_a_bounded_number_of_months_is_made(database: Database, months: int) -> None:
    async with database.connection("app") as app:
        with pytest.raises(asyncpg.RaiseError, match="between 1 and 120 months"):
            await app.execute("SELECT make_partitions(current_date, $1)", months)
