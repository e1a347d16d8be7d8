"""A house of this tree with many tables, each with a shoe on a line of TCP and a screen, as its load is made.

Tables play different books: the same table the same book in each tree.
"""

import argparse
import asyncio
import resource
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.game import commands as c
from app.roundscript.first_shoe import standard_opening
from app.settings import Settings
from app.store.database import Database
from app.table.garbage import search_in_pieces
from tests.bench.load import FILES, Load, all_there
from tests.bench.many_tables import supervisor_token, with_shoes
from tests.bench.sides.answering import Handlers, answer, entered
from tests.bench.sides.books import load_ruleset, ruleset_ids
from tests.bench.sides.cpu import main_thread_ns, postgresql_ns
from tests.bench.sides.processes import served_house
from tests.bench.store_rounds import CONFIG, asked
from tests.bot.house import House
from tests.store.housed import HousedTables

try:
    from tests.lines import SIMULATED
except ImportError:  # a tree in which a house has to allow no line
    LINES: dict[str, Any] = {}
else:
    LINES = {"device_lines": SIMULATED}

AT_ONCE = 20
# About two thirds of a round of seven boxes; and as many as warm the smallest house up.
CARDS_A_TABLE, WARM_UP_CARDS = 15, 80
FASTEST = 600


def book_of(number: int, first: int = 0) -> str:
    """The book of the table with this number, if number 0 has the `first`."""
    books = ruleset_ids()
    return books[(number + first) % len(books)]


async def made(database: Database, settings: Settings, numbers: range, first_book: int = 0) -> None:
    """Tables of these numbers, each with its first shoe ready, and closed again."""
    tables, some_at_once = HousedTables(database, settings), asyncio.Semaphore(AT_ONCE)
    await tables.start()

    async def one(number: int) -> None:
        async with some_at_once:
            book = book_of(number, first_book)
            actor = await tables.open(str(number), book)
            for command in (c.OpenTable(CONFIG), *standard_opening(load_ruleset(book), CONFIG)):
                await asked(actor, command)

    try:
        await asyncio.gather(*[one(number) for number in numbers])
    finally:
        await tables.close()


class Served:
    """The house, and what can be asked of it."""

    def __init__(self, here: House, database: Database, tables: int, first_book: int) -> None:
        self._here, self._database, self._tables, self._first_book = here, database, tables, first_book
        self._settings = Settings(here.data, lease_s=120, **LINES)
        self._load = Load(tables)

    async def start(self) -> float:
        """Make the tables, serve, and open all lines and screens; how many seconds the server took to start."""
        await made(self._database, self._settings, range(1, self._tables + 1), self._first_book)
        await with_shoes(self._database, self._settings, await self._load.lines())
        began_s = time.perf_counter()
        await asyncio.to_thread(self._here.start)
        start_s = time.perf_counter() - began_s
        await self._load.screens(self._here, await supervisor_token(self._here))
        return start_s

    async def spread(self, rate: int) -> None:
        """Bring every table to another place in its round: all sizes then play the same mixture of cards."""
        faster = min(FASTEST, rate * self._tables)
        await self._load.run(faster, max(WARM_UP_CARDS, CARDS_A_TABLE * self._tables) / faster)

    async def cards(self, rate: int, seconds: float) -> dict[str, float]:
        """What came of so many cards a second at all tables together, and what was worked meanwhile."""
        began_s, before = time.perf_counter(), self._worked_ns()
        run = await self._load.run(rate, seconds)
        server_ns, postgresql_ns = self._since(before)
        took_s = time.perf_counter() - began_s
        return run._asdict() | {"took_s": took_s, "server_ns": server_ns, "postgresql_ns": postgresql_ns}

    async def idle(self, seconds: float) -> dict[str, float]:
        """What is worked while nothing happens."""
        began_s, before = time.perf_counter(), self._worked_ns()
        await asyncio.sleep(seconds)
        server_ns, postgresql_ns = self._since(before)
        took_s = time.perf_counter() - began_s
        return {"took_s": took_s, "server_ns": server_ns, "postgresql_ns": postgresql_ns}

    def resident_kb(self) -> int:
        """The server's resident set."""
        lines = Path(f"/proc/{self._server()}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

    async def check(self) -> int:
        """How many cards were written. Each must be in its table's log once, in order."""
        await self._load.close()
        return await all_there(self._database, self._load.tables.values())

    def _server(self) -> int:
        assert self._here.process is not None
        return self._here.process.pid

    def _worked_ns(self) -> tuple[int, int]:
        postmaster = (self._here.data / "postgres" / "postmaster.pid").read_text().split("\n", 1)[0]
        return main_thread_ns(self._server()), postgresql_ns(int(postmaster))

    def _since(self, before: tuple[int, int]) -> tuple[int, int]:
        server_ns, of_postgresql_ns = self._worked_ns()
        return server_ns - before[0], of_postgresql_ns - before[1]


@asynccontextmanager
async def opened() -> AsyncIterator[Handlers]:
    """A house that does not serve yet."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--first-book", type=int, default=0)
    options = parser.parse_args()
    search_in_pieces()  # its own searches would make cards look late
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    async with entered(served_house(serves=False)) as here, entered(Database(Settings(here.data), print)) as database:
        served = Served(here, database, options.tables, options.first_book)
        yield {
            "start": served.start,
            "spread": served.spread,
            "cards": served.cards,
            "idle": served.idle,
            "resident_kb": served.resident_kb,
            "check": served.check,
        }


if __name__ == "__main__":
    answer(opened)
