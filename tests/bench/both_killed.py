"""How long every table takes to answer again when its server and PostgreSQL are killed together.

`python -m tests.bench.both_killed --tables 1 100 1000` serves a house with so many tables, each in a round with a wager
down, as a process of its own. Both are killed at the same moment with kill -9, and both are started at once. Timed from
the kill, side by side: until PostgreSQL answers a query again, and until every table has acknowledged an order. The
same orders without a kill are timed before, and a process that only imports the program: both are a part of it.
"""

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import NamedTuple

import httpx

from app.settings import Settings
from app.store.database import Database
from device_simulators.bot.interface import Json
from tests.bench import figures
from tests.bench.many_tables import supervisor_token
from tests.bench.sides.house import made
from tests.bot.house import GREETING, House, house
from tests.embedded.seen import postmaster
from tests.lines import SIMULATED
from tests.serving.house import client_of, order

BET: Json = {"type": "PlaceWager", "box": 1, "player": "ann", "kind": "main", "cents": 10_00, "seated": True}
BACK: Json = {"type": "WithdrawWagers", "box": 1, "player": "ann"}
CLIENTS, AGAIN_S = 20, 0.1
PATIENCE_S, END_S = 300.0, 30.0


class Back(NamedTuple):
    """How long after both were killed PostgreSQL answered again, and then every table; and how long before that the
    same orders took, and a process that only imports the program."""

    postgresql_s: float
    tables_s: float
    orders_s: float
    imports_s: float


class Tables:
    """The open tables of the house, and the process that serves them."""

    def __init__(self, here: House, database: Database, token: str, numbers: range) -> None:
        self._here, self._database, self._numbers = here, database, numbers
        self._headers = {"authorization": f"Bearer {token}"}
        self.serving: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Serve, as a person starts it; returns at once."""
        port = self._here.url.rpartition(":")[2]
        with self._here.log.open("a") as log:
            self.serving = subprocess.Popen(
                [sys.executable, "-m", "app", "serve", "--port", port],
                env=self._here.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def wait_for_greeting(self) -> None:
        """Return when it serves."""
        assert self.serving is not None
        assert self.serving.stdout is not None
        assert GREETING.search(self.serving.stdout.readline()), self._here.log.read_text()

    def kill(self) -> None:
        """kill -9 of the server, if it runs."""
        if self.serving is not None:
            self.serving.kill()
            self.serving.wait(END_S)
            assert self.serving.stdout is not None
            self.serving.stdout.close()

    async def order_everywhere(self, command: Json) -> float:
        """How long it takes until every table has acknowledged it."""
        began_s, left = time.perf_counter(), list(self._numbers)
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*[self._order_one_after_the_other(command, left) for _ in range(CLIENTS)])
        return time.perf_counter() - began_s

    async def _order_one_after_the_other(self, command: Json, left: list[int]) -> None:
        async with client_of(self._here.url, self._headers) as client:
            while left:
                number, asked = left.pop(), order(command)
                while not await _acknowledged(client, number, asked):
                    await asyncio.sleep(AGAIN_S)

    async def killed_and_back(self) -> Back:
        """Everything is killed and comes back."""
        await self.order_everywhere(BET)
        orders_s = await self.order_everywhere(BACK)
        await self.order_everywhere(BET)
        imports_s = await asyncio.to_thread(_imported_s)
        assert self.serving is not None
        began_s = time.perf_counter()
        self.serving.kill()
        os.kill(postmaster(self._here.data), signal.SIGKILL)
        self.kill()
        self.start()
        postgresql, tables = await asyncio.gather(
            asyncio.to_thread(self._postgresql_s, began_s), self._tables_s(began_s)
        )
        self.wait_for_greeting()
        return Back(postgresql, tables, orders_s, imports_s)

    def _postgresql_s(self, began_s: float) -> float:
        """In a thread of its own, so that it does not wait for the orders."""
        self._database.ensure_running()
        asyncio.run(_one_row(self._database))
        return time.perf_counter() - began_s

    async def _tables_s(self, began_s: float) -> float:
        await self.order_everywhere(BACK)
        return time.perf_counter() - began_s


def _imported_s() -> float:
    began_s = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import app.cli, app.serving.run"], check=True)
    return time.perf_counter() - began_s


async def _one_row(database: Database) -> None:
    async with database.connection("reader") as connection:
        assert await connection.fetchval("SELECT 1") == 1


async def _acknowledged(client: httpx.AsyncClient, number: int, asked: Json) -> bool:
    try:
        answer = await client.post(f"/api/v1/tables/{number}/orders", json=asked)
    except httpx.TransportError:
        return False
    assert answer.status_code == 200 or answer.json()["retry"], answer.text
    return answer.status_code == 200


@contextmanager
def open_tables(count: int) -> Iterator[Tables]:
    """So many, each with a shoe in use and betting open, served."""
    with house(serves=False) as here, Database(Settings(here.data), print) as database:
        asyncio.run(made(database, Settings(here.data, lease_s=120, device_lines=SIMULATED), range(1, count + 1)))
        here.start()
        token = asyncio.run(supervisor_token(here))
        here.kill()
        tables = Tables(here, database, token, range(1, count + 1))
        tables.start()
        tables.wait_for_greeting()
        try:
            asyncio.run(tables.order_everywhere({"type": "OpenBetting"}))
            yield tables
        finally:
            tables.kill()


def main() -> None:
    """Kill, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 100, 1_000])
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    for count in options.tables:
        with open_tables(count) as tables:
            took = [asyncio.run(tables.killed_and_back()) for _ in range(options.repeats)]
        back_s, postgresql_s = [each.tables_s for each in took], [each.postgresql_s for each in took]
        plain = (
            f"{median(back_s):.2f} s ({min(back_s):.2f} to {max(back_s):.2f}) beside {median(postgresql_s):.2f} s; "
            f"the same orders without a kill {median([each.orders_s for each in took]):.2f} s, "
            f"the imports of a process {median([each.imports_s for each in took]):.2f} s"
        )
        what = f"all of {count:,} open tables answer after the server and PostgreSQL were killed together"
        figures.ratio(
            what, "PostgreSQL itself answers again", [each.tables_s / each.postgresql_s for each in took], plain
        )


if __name__ == "__main__":
    main()
