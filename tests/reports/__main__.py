"""How long a report on a busy day takes: `python -m tests.reports --rounds 10000`.

The rounds are played at real tables, 31 at each, since a shoe has no cards for more of them; so there are more tables
than a house has, and as many rows.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable

from app.reports.comma_separated import csv_of
from app.reports.corrections import corrections_by_dealer_report
from app.reports.filters import Filters
from app.reports.report import Report
from app.reports.rounds import rounds_report
from app.settings import Settings
from app.store.database import Database
from tests.bench.store_rounds import MOST_ROUNDS, own_database, play, tables_of, time_us


def main() -> None:
    """Play, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10_000)
    options = parser.parse_args()
    with own_database() as (database, settings):
        asyncio.run(_measure(database, settings, options.rounds))


async def _measure(database: Database, settings: Settings, rounds: int) -> None:
    began_us = time_us()
    numbers = range(1, max(1, rounds // MOST_ROUNDS) + 1)
    async with tables_of(database, settings, numbers) as actors:
        events = sum(await asyncio.gather(*[play(actor, MOST_ROUNDS) for actor in actors]))
    print(f"{len(numbers) * MOST_ROUNDS:,} rounds with {events:,} events, {(time_us() - began_us) / 1e6:.0f} s")
    days = Filters(settings.gaming_day(began_us), settings.gaming_day(time_us()))
    await _timed("all tables", lambda: rounds_report(database, days))
    by_all = days._replace(by=("day", "table", "shoe", "dealer"))
    await _timed("by day, table, shoe and dealer", lambda: rounds_report(database, by_all))
    await _timed("one table", lambda: rounds_report(database, days._replace(tables=("1",))))
    await _timed("corrections by dealer", lambda: corrections_by_dealer_report(database, days))


async def _timed(what: str, ask: Callable[[], Awaitable[Report]]) -> None:
    began_s = time.perf_counter()
    report = await ask()
    told_s = time.perf_counter() - began_s
    csv_of(report)
    print(f"{what}: {told_s:.2f} s, {len(report.rows):,} rows")


if __name__ == "__main__":
    main()
