"""How long a table takes to come back with ten million earlier events on it.

`python -m tests.bench.recovery --events 10000000` fills a table's stream with that many rows of a year (in PostgreSQL
itself; they are no real rounds, and nobody reads them), plays real rounds behind them, kills PostgreSQL, and measures
from the start of a fresh process's `Database` to the table's first answer, several times.
"""

import argparse
import asyncio
import os
import signal
import time
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from typing import NamedTuple, NoReturn

from app.books.rulebook import load_ruleset, ruleset_text
from app.game import commands as c
from app.game.core.apply import EMPTY
from app.roundscript.first_shoe import standard_opening
from app.settings import Settings
from app.store.database import Database
from app.table.actor import TableActor
from app.table.drafting import Position
from tests.bench import figures
from tests.bench.store_rounds import BOOK, CONFIG, asked, own_database, play, time_us
from tests.store.housed import HousedTables

STREAM = "table:7"
AT_ONCE = 250_000
OLD_HEAD = bytes(range(32))


def main() -> None:
    """Fill, kill, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    with own_database() as (database, settings):
        asyncio.run(_fill(database, options.events))
        asyncio.run(_play_behind(database, settings, options.events))
        took = [_killed_and_back(database, settings) for _ in range(options.repeats)]
    back_s = [each.table_s for each in took]
    plain = f"{median(back_s):.2f} s ({min(back_s):.2f} to {max(back_s):.2f})"
    what = f"a table with {options.events:,} earlier events is back after PostgreSQL was killed"
    figures.ratio(what, "PostgreSQL itself answers again", [each.table_s / each.postgresql_s for each in took], plain)


async def _fill(database: Database, count: int) -> None:
    """Rows of the size of real ones, spread over the last year."""
    today = date.today()
    async with database.connection("owner") as connection:
        await connection.execute("SELECT make_partitions($1, 12)", today - timedelta(days=366))
        for first in range(1, count + 1, AT_ONCE):
            last = min(first + AT_ONCE - 1, count)
            await connection.execute(_OLD, STREAM, today - timedelta(days=365), first, last, count, timeout=600)
            print(f"{last:,} of {count:,} rows")
        await connection.execute(_HEAD, STREAM, count, OLD_HEAD, today)


async def _play_behind(database: Database, settings: Settings, count: int) -> None:
    """A real table from here on: its first round holds the checkpoint that recovery starts from."""
    rules, text = load_ruleset(BOOK), ruleset_text(BOOK)
    async with database.connection("app") as connection:
        await connection.execute("INSERT INTO rulesets VALUES ($1, $2, $3)", rules.hash, rules.id, text)
    tables = HousedTables(database, settings)
    await tables.start()
    head = await tables.leases.acquire(STREAM, date.today())
    tables.writer.hold(STREAM, head.epoch)
    position = Position(STREAM, EMPTY, count, OLD_HEAD, date.today(), settings.gaming_day)
    actor = TableActor(position, rules, tables.writer, {}, time_us, _nothing_earlier)
    actor.start()
    for command in (c.OpenTable(CONFIG), *standard_opening(rules, CONFIG)):
        await asked(actor, command)
    await play(actor, 3)
    await actor.close()
    await tables.close()


class Back(NamedTuple):
    """How long after its death PostgreSQL answered again, and then the table."""

    postgresql_s: float
    table_s: float


def _killed_and_back(database: Database, settings: Settings) -> Back:
    """PostgreSQL is killed; the times until it answers again, and until the table does."""
    pid = int((Path(settings.data) / "postgres" / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGKILL)
    began = time.perf_counter()
    database.ensure_running()
    asyncio.run(_one_row(database))
    postgresql_s = time.perf_counter() - began
    asyncio.run(_one_round(database, settings))
    return Back(postgresql_s, time.perf_counter() - began)


async def _one_row(database: Database) -> None:
    async with database.connection("app") as connection:
        assert await connection.fetchval("SELECT 1") == 1


async def _one_round(database: Database, settings: Settings) -> None:
    tables = HousedTables(database, settings)
    await tables.start()
    actor = await tables.open("7")
    await play(actor, 1)
    await tables.close()


async def _nothing_earlier(number: int) -> NoReturn:
    raise AssertionError(number)


_OLD = """
INSERT INTO events SELECT $1, v, ($2::date + (365 * v / $5)::int), '7-20251118-' || v / 50, 'CardDealt', 1,
    '{"type":"CardDealt","card":"8S","box":1,"hand":1,"implied_hit":false,"kept":false}', NULL, gen_random_uuid(),
    sha256(v::text::bytea), 'dealer', now(), now(), sha256((v - 1)::text::bytea), sha256(v::text::bytea)
  FROM generate_series($3::bigint, $4::bigint) AS v"""
_HEAD = "INSERT INTO stream_heads VALUES ($1, 1, $2, $3, 0, $4)"

if __name__ == "__main__":
    main()
