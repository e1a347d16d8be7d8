"""How the cost of a card grows with the tables of the house: one, ten, a hundred, a thousand, at the same rate in all.

`python -m tests.bench.growth` serves a house of each size as a process, with a shoe on a line of TCP and a screen at
each table (load.py). Measured is what the server's main thread and all of PostgreSQL worked (`/proc/PID/schedstat`),
for a card (with its share of wagers and settlements) and while nothing happens; the time from line to screen; how long
the server took to start. The smallest house is the floor of the others. A shoe is not refilled, so all cards of a table
are no more than one shoe has.
"""

import argparse
import asyncio
import resource
import time
from pathlib import Path
from typing import NamedTuple

from app.settings import Settings
from app.store.database import Database
from tests.bench import figures
from tests.bench.card_to_screen import worked_ns
from tests.bench.load import FILES, Load, all_there
from tests.bench.many_tables import made, supervisor_token, with_shoes
from tests.bench.memory import resident_kb
from tests.bot.house import House, house
from tests.embedded.seen import postmaster
from tests.lines import SIMULATED

# About two thirds of a round of seven boxes; and as many as warm the smallest house up.
CARDS_A_TABLE, WARM_UP_CARDS = 15, 80
FASTEST = 600


class Cost(NamedTuple):
    """What a house of so many tables costs."""

    tables: int
    server_us: float
    postgresql_us: float
    p50_ms: float
    p99_ms: float
    idle_share: float
    start_s: float
    resident_mb: float


def postgresql_worked_ns(data: Path) -> int:
    """How long all processes of this PostgreSQL have run; one that has ended meanwhile counts as nothing."""
    first, total = postmaster(data), 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            if first in (parent, int(stat.parent.name)):
                total += worked_ns(int(stat.parent.name))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return total


class Meter:
    """What was worked since it was made."""

    def __init__(self, here: House) -> None:
        assert here.process is not None
        self._here, self._server = here, here.process.pid
        self._began = self._worked()

    def _worked(self) -> tuple[int, int]:
        return worked_ns(self._server), postgresql_worked_ns(self._here.data)

    def read(self) -> tuple[int, int]:
        """Nanoseconds of the server's main thread and of PostgreSQL."""
        server, postgresql = self._worked()
        return server - self._began[0], postgresql - self._began[1]


async def _cost(here: House, database: Database, tables: int, options: argparse.Namespace) -> Cost:
    load, settings = Load(tables), Settings(here.data, lease_s=120, device_lines=SIMULATED)
    await made(database, settings, range(1, tables + 1))
    await with_shoes(database, settings, await load.lines())
    began_s = time.perf_counter()
    await asyncio.to_thread(here.start)
    start_s = time.perf_counter() - began_s
    await load.screens(here, await supervisor_token(here))
    await _into_the_round(load, tables, options.rate)
    meter = Meter(here)
    run = await load.run(options.rate, options.cards / options.rate)
    server_ns, postgresql_ns = meter.read()
    meter = Meter(here)
    await asyncio.sleep(options.idle)
    idle_share = sum(meter.read()) / 1e9 / options.idle
    resident_mb = resident_kb(here) / 1e3
    await load.close()
    await all_there(database, load.tables.values())
    work_us = server_ns / 1e3 / run.cards, postgresql_ns / 1e3 / run.cards
    return Cost(tables, *work_us, run.p50_ms, run.p99_ms, idle_share, start_s, resident_mb)


async def _into_the_round(load: Load, tables: int, rate: int) -> None:
    """Every table somewhere else in its round; all sizes then play the same mixture of cards."""
    faster = min(FASTEST, rate * tables)
    await load.run(faster, max(WARM_UP_CARDS, CARDS_A_TABLE * tables) / faster)


def _tell(cost: Cost, floor: Cost) -> None:
    tables = f"{cost.tables:,} table{'s' * (cost.tables > 1)}"
    beside = "one table" if floor.tables == 1 else f"{floor.tables} tables"
    work_us, floor_us = cost.server_us + cost.postgresql_us, floor.server_us + floor.postgresql_us
    plain = f"{cost.server_us:,.0f} us of the server and {cost.postgresql_us:,.0f} us of PostgreSQL"
    figures.growth(f"{tables}: work for a card", beside, work_us / floor_us, plain)
    plain = f"p50 {cost.p50_ms:.1f} ms, p99 {cost.p99_ms:.1f} ms"
    figures.growth(f"{tables}: from line to screen at p50", beside, cost.p50_ms / floor.p50_ms, plain)
    plain = (
        f"{cost.idle_share:.1%} of a core, {cost.resident_mb:,.0f} MB of the server, started after {cost.start_s:.1f} s"
    )
    figures.growth(f"{tables}: work while nothing happens", beside, cost.idle_share / floor.idle_share, plain)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 10, 100, 1_000])
    parser.add_argument("--cards", type=int, default=240, help="cards at all tables together")
    parser.add_argument("--rate", type=int, default=40, help="cards a second, at all tables together")
    parser.add_argument("--idle", type=float, default=20, help="seconds in which nothing happens")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    floor: Cost | None = None
    for tables in options.tables:
        with house(serves=False) as here, Database(Settings(here.data), print) as database:
            cost = asyncio.run(_cost(here, database, tables, options))
        floor = floor or cost
        _tell(cost, floor)


if __name__ == "__main__":
    main()
