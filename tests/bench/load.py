"""A thousand tables at a thousand cards a second: none lost, and how long each takes to be on a screen.

`python -m tests.bench.load` serves as a process. This program is everything
around it: at each table a shoe on a line of TCP, in the dialect of Angel Eye, and a screen with a websocket. A card
goes out at its time by the clock, whatever became of the ones before (at a table that can take one: a table is a shoe
and a hand, and the next card waits for the last); timed is each card, from the write of its frame to the message that
shows it. Then the rate is raised until one card in a hundred takes longer than 100 ms. In the end every card that was
written must be in the log of its table, in order, once.
"""

import argparse
import asyncio
import resource
from collections import deque
from collections.abc import Callable, Iterable
from random import Random
from statistics import median, quantiles
from time import perf_counter_ns
from typing import NamedTuple
from uuid import uuid4

from app.settings import Settings
from app.store.database import Database
from app.table.garbage import search_in_pieces
from device_simulators.bot.interface import Json
from device_simulators.bot.terminal.feed import Feed
from device_simulators.cards import shuffled
from tests.bench import figures
from tests.bench.many_tables import made, supervisor_token, with_shoes
from tests.bot.house import House, house
from tests.devices.angel_eye_wire import drawn
from tests.lines import SIMULATED

DECKS = 8
# The shoe is not refilled: what is left of it when a table stops.
LEAST_LEFT = 60
BOXES = range(1, 8)
LATE_MS = 100.0
TICK_S = 0.001
FILES = 20_000
PATIENCE_S = 120.0
ROUND_OVER = ("complete", "void")


class Table:
    """A table's shoe and its screen: they take the next card when the screen shows that one is due."""

    def __init__(self, number: str, feed: Feed, ready: "deque[Table]", taken_ns: list[int]) -> None:
        self.number, self.feed, self._ready, self.taken_ns = number, feed, ready, taken_ns
        self.line: asyncio.StreamWriter | None = None
        self.sent: list[str] = []
        self._cards = shuffled(DECKS, int(number))
        self._began_ns: int | None = None
        self._acting: asyncio.Task[None] | None = None

    def press(self) -> None:
        """The next card goes out."""
        assert self.line is not None
        card = self._cards.pop()
        self.sent.append(card)
        self._began_ns = perf_counter_ns()
        self.line.write(drawn(len(self.sent) % 10, card))

    def heard(self, message: Json, at_ns: int) -> None:
        """The screen shows something new."""
        if message["type"] != "view":
            return
        if self._began_ns is not None:
            self.taken_ns.append(at_ns - self._began_ns)
            self._began_ns = None
        self.look(message["view"]["dealer"])

    def look(self, view: Json) -> None:
        """What is to be done now: a card, or something that people do."""
        kinds = {each["question"]: each["id"] for each in view["questions"]}
        over = view["sign"]["phase"] in ROUND_OVER or not view["places"]
        if self._acting is not None or len(self._cards) < LEAST_LEFT:
            return
        if over:
            self._act([(_wager(box), None) for box in BOXES])
        elif "proceed" in kinds:
            self._act([({"type": "Proceed"}, kinds["proceed"])])
        elif kinds.keys() & {"card", "decide"}:
            self._ready.append(self)

    def _act(self, orders: list[tuple[Json, str | None]]) -> None:
        self._acting = asyncio.create_task(self._ask(orders))

    async def _ask(self, orders: list[tuple[Json, str | None]]) -> None:
        for command, question in orders:
            answer = await self.feed.order({"id": str(uuid4()), "question": question, "command": command})
            assert answer["ok"], (self.number, command, answer)
            await self._shown(answer["version"])
        self._acting = None
        self.look(self.feed.view["dealer"])

    async def _shown(self, version: int) -> None:
        await self.feed.until(lambda: self.feed.version >= version, "what was ordered")


def _wager(box: int) -> Json:
    return {"type": "PlaceWager", "box": box, "player": f"p{box}", "kind": "main", "cents": 10_00, "seated": True}


class Run(NamedTuple):
    """What came of a rate. `idle`: slots in which no table could take a card; `late_ms`: the longest that this program
    itself was late."""

    rate: int
    cards: int
    p50_ms: float
    p99_ms: float
    most_ms: float
    idle: int
    late_ms: float

    def text(self) -> str:
        """In a line."""
        times = f"p50 {self.p50_ms:.1f} ms, p99 {self.p99_ms:.1f} ms, most {self.most_ms:.1f} ms"
        behind = f"{self.idle} slots idle, itself late by {self.late_ms:.0f} ms"
        return f"{self.rate:>6} a second: {self.cards:,} cards, {times}; {behind}"


class Load:
    """All tables of the house."""

    def __init__(self, tables: int) -> None:
        self._numbers = [str(number) for number in range(1, tables + 1)]
        self._ready: deque[Table] = deque()
        self._chance = Random(tables)
        self._taken_ns: list[int] = []
        self._servers: list[asyncio.Server] = []
        self._lines: dict[str, asyncio.StreamWriter] = {}
        self.tables: dict[str, Table] = {}

    async def lines(self) -> dict[str, int]:
        """A port for each table's shoe."""
        return {number: await self._line(number) for number in self._numbers}

    async def _line(self, number: str) -> int:
        async def plugged(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._lines[number] = writer

        server = await asyncio.start_server(plugged, "127.0.0.1")
        self._servers.append(server)
        port: int = server.sockets[0].getsockname()[1]
        return port

    async def screens(self, here: House, token: str) -> None:
        """A screen for each table; then all lines are open and all wagers placed."""
        for number in self._numbers:
            self.tables[number] = await self._screen(here, number, token)
        await _until(lambda: len(self._lines) == len(self.tables))
        for number, table in self.tables.items():
            table.line = self._lines[number]
            table.look(table.feed.view["dealer"])
        await _until(lambda: len(self._ready) == len(self.tables))

    async def _screen(self, here: House, number: str, token: str) -> Table:
        heard: list[Table] = []

        def hear(message: Json, at_ns: int) -> None:
            if heard:
                heard[0].heard(message, at_ns)

        feed = Feed(f"{here.url}/ws/v1/tables/{number}", token, audience="floor", heard=hear)
        await feed.open()
        heard.append(Table(number, feed, self._ready, self._taken_ns))
        return heard[0]

    async def run(self, rate: int, seconds: float) -> Run:
        """So many cards a second, for so long; then all of them are waited for."""
        self._taken_ns.clear()
        began_ns = before_ns = perf_counter_ns()
        slots, due, idle, late_ns, cards = int(rate * seconds), 0, 0, 0, 0
        while due < slots:
            await asyncio.sleep(TICK_S)
            now_ns = perf_counter_ns()
            late_ns, before_ns = max(late_ns, now_ns - before_ns), now_ns
            done, due = due, min(slots, (now_ns - began_ns) * rate // 1_000_000_000)
            pressed = self._press(due - done)
            cards, idle = cards + pressed, idle + due - done - pressed
        await _until(lambda: len(self._taken_ns) >= cards)
        return self._told(rate, idle, late_ns)

    def _press(self, most: int) -> int:
        """A card at each of so many tables, as far as there are any that can take one; by chance, since in a house each
        table is somewhere else in its round."""
        count = min(most, len(self._ready))
        for _ in range(count):
            self._ready.rotate(self._chance.randrange(len(self._ready)))
            self._ready.popleft().press()
        return count

    def _told(self, rate: int, idle: int, late_ns: int) -> Run:
        taken = self._taken_ns
        p99_ms = quantiles(taken, n=100)[98] / 1e6
        return Run(rate, len(taken), median(taken) / 1e6, p99_ms, max(taken) / 1e6, idle, late_ns / 1e6)

    async def close(self) -> None:
        """Everybody leaves."""
        await asyncio.gather(*[table.feed.close() for table in self.tables.values()])
        for line in self._lines.values():
            line.close()
        for server in self._servers:
            server.close()


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await asyncio.sleep(0.02)


async def all_there(database: Database, tables: Iterable[Table]) -> int:
    """How many cards were written; each must be in its table's log in order, once, and its frame beside it."""
    async with database.connection("reader") as connection:
        dealt = await connection.fetch(_DEALT)
        frames = dict(await connection.fetch(_FRAMES))
    found: dict[str, list[str]] = {}
    for row in dealt:
        found.setdefault(row["stream"], []).append(row["card"])
    for table in tables:
        assert found.get(f"table:{table.number}", []) == table.sent, f"table {table.number} has lost or moved cards"
        assert frames.get(f"t{table.number}-shoe", 0) == len(table.sent), f"table {table.number} has lost frames"
    return sum(len(table.sent) for table in tables)


_DEALT = "SELECT stream, payload->>'card' AS card FROM events WHERE type = 'CardDealt' ORDER BY stream, version"
_FRAMES = "SELECT device, count(*) FROM device_frames WHERE why = 'event' GROUP BY device"


async def _measured(here: House, load: Load, options: argparse.Namespace) -> None:
    await load.screens(here, await supervisor_token(here))
    print(f"warming up: {(await load.run(options.rate // 2, options.warm_up)).text()}", flush=True)
    asked = await load.run(options.rate, options.seconds)
    print(asked.text(), flush=True)
    rate, run = options.rate, asked
    while run.p99_ms < LATE_MS and run.idle == 0:
        rate = rate * 5 // 4
        run = await load.run(rate, options.step)
        print(run.text(), flush=True)
    await load.close()
    what = f"{options.tables:,} tables at {options.rate:,} cards a second, p99 from line to screen"
    plain = f"{asked.p99_ms:.0f} ms, p50 {asked.p50_ms:.1f} ms, {asked.idle} slots idle; too much was {rate:,} a second"
    figures.ratio(what, f"the {LATE_MS:.0f} ms that a card may take", [asked.p99_ms / LATE_MS], plain)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--rate", type=int, default=1_000, help="cards a second, at all tables together")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warm-up", type=float, default=3, help="seconds at half the rate before anything counts")
    parser.add_argument("--step", type=float, default=5, help="seconds at each higher rate")
    options = parser.parse_args()
    search_in_pieces()  # its own searches would make cards look late
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with house(serves=False) as here, Database(Settings(here.data), print) as database:
        asyncio.run(_all(here, database, options))


async def _all(here: House, database: Database, options: argparse.Namespace) -> None:
    load = Load(options.tables)
    settings = Settings(here.data, lease_s=120, device_lines=SIMULATED)
    await made(database, settings, range(1, options.tables + 1))
    await with_shoes(database, settings, await load.lines())
    await asyncio.to_thread(here.start)
    await _measured(here, load, options)
    print(f"{await all_there(database, load.tables.values()):,} cards were written, and each is in its log once")


if __name__ == "__main__":
    main()
