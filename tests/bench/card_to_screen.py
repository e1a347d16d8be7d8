"""From a card on the line to the message on a screen, beside the least that any program must do for it.

`python -m tests.bench.card_to_screen` measures both in turn, card by card:

* ours: `tablekeeper serve` as a process with everything that belongs to it. The bot plays whole rounds at one table;
  its shoe is this program's end of a pty, in the dialect of Angel Eye; the real driver reads the other end. Timed is
  each card: from its frame's write to the first message at the dealer's websocket that shows it.
* the floor (`screen_floor.py`): a process that reads such a frame from such a pty, writes one row durably in the same
  PostgreSQL, and sends a message as long as ours, encoded before.

One clock, one client library, one event loop of the client for both, and before each of the two the same pause: cards
leave a shoe one by one, and whoever has just done the same work finds everything at hand. What the floor takes without
any pause is printed besides. Beside the times stands what the process itself worked: what else the machine does is not
in that.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tty
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter_ns
from typing import NamedTuple

import orjson
from websockets.asyncio.client import ClientConnection, connect

from app.settings import Settings
from app.store.codec import encode
from app.store.database import Database
from device_simulators.bot.habits import Habits
from device_simulators.bot.interface import Json
from device_simulators.bot.pace import FAST
from device_simulators.bot.player import Player
from device_simulators.bot.terminal.people import Staff, Tokens
from device_simulators.bot.terminal.shoe import Hand
from device_simulators.bot.terminal.table import Place, ServedTable
from device_simulators.cards import shuffled
from tests.bench import figures
from tests.bot.house import SUPERVISOR, House, house
from tests.bot.over_the_wire import dealer
from tests.bot.tables import TABLES
from tests.devices.angel_eye_wire import drawn

BOOK, NUMBER = "nz-division-15", "1"
# Until then PostgreSQL meets a statement for the first time now and then, and plans it.
WARM_UP = 600
FLOOR = "pty, one durable row, one message ready to send"
FRAME_BYTES = len(drawn(1, "8S"))
# Full tables, and nothing that costs time beside the cards.
HABITS = Habits(box_taken=1.0, alone=0.0, new_dealer=0.0, new_shoe=0.0, new_set=0.0, stacked=0.0)


class Times(NamedTuple):
    """Microseconds of one run; `cpu`: what the process itself worked for a card, up to its message."""

    p50: float
    p99: float
    cpu: float
    cards: int


def times(taken_ns: list[int], cpu_ns: list[int]) -> Times:
    """The middle and the end of what was taken."""
    p99_ns = quantiles(taken_ns, n=100)[98]
    return Times(median(taken_ns) / 1e3, p99_ns / 1e3, median(cpu_ns) / 1e3, len(taken_ns))


def worked_ns(process: int) -> int:
    """How long the main thread of this process has run: what other programs do on the machine is not in it."""
    return int(Path(f"/proc/{process}/task/{process}/schedstat").read_text().split()[0])


class Pty:
    """A line whose far end is this program's."""

    def __init__(self) -> None:
        self.far, self._near = os.openpty()
        tty.setraw(self._near)
        self.name = os.ttyname(self._near)

    def close(self) -> None:
        """Unplug."""
        os.close(self.far)
        os.close(self._near)


class Measured:
    """How long cards took to be shown, and what a process worked for each."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._began_ns = self._worked_ns = 0
        self._taken_ns: list[int] = []
        self._cpu_ns: list[int] = []

    def __len__(self) -> int:
        return len(self._taken_ns)

    def write(self, line: Pty, frame: bytes) -> None:
        """The clock runs from here."""
        self._worked_ns = worked_ns(self._process)
        self._began_ns = perf_counter_ns()
        os.write(line.far, frame)

    def shown(self, at_ns: int) -> None:
        """It was shown then."""
        self._taken_ns.append(at_ns - self._began_ns)
        self._cpu_ns.append(worked_ns(self._process) - self._worked_ns)

    def taken(self) -> Times:
        """The times so far; the next begin anew."""
        found = times(self._taken_ns, self._cpu_ns)
        self._taken_ns.clear()
        self._cpu_ns.clear()
        return found


class Floor:
    """The floor's line and its screen."""

    def __init__(self, line: Pty, screen: ClientConnection, process: int) -> None:
        self._line, self._screen = line, screen
        self.paced, self.at_once = Measured(process), Measured(process)

    async def card(self, measured: Measured) -> None:
        """One frame, until it is shown."""
        measured.write(self._line, drawn(1, "8S"))
        await self._screen.recv(decode=False)
        measured.shown(perf_counter_ns())

    async def without_pause(self, cards: int) -> Times:
        """So many frames, each when the one before it was shown."""
        for _ in range(cards):
            await self.card(self.at_once)
        return self.at_once.taken()


class PtyShoe:
    """A shoe that writes its frames here, each behind one of the floor's, after the same pause."""

    def __init__(self, line: Pty, seed: int, server: int) -> None:
        self._line, self._dice = line, Random(seed)
        self._cards: list[str] = []
        self._frames = 0
        self._waits = False
        self.pause_s = 0.0
        self.measured = Measured(server)
        self.message: Json = {}
        self.floor: Floor | None = None

    def give_to(self, hand: Hand) -> None:
        """Any hand will do."""

    async def press(self) -> None:
        """The next card, told after a pause."""
        if self.floor is not None:
            await asyncio.sleep(self.pause_s)
            await self.floor.card(self.floor.paced)
        await asyncio.sleep(self.pause_s)
        self._frames += 1
        self._waits = True
        self.measured.write(self._line, drawn(self._frames % 10, self._cards.pop()))

    def heard(self, message: Json, at_ns: int) -> None:
        """The first view after a card shows it."""
        if self._waits and message["type"] == "view":
            self.measured.shown(at_ns)
            self._waits, self.message = False, message

    async def stack(self, cards: list[str]) -> None:
        """Left as it lies."""

    async def load(self, decks: int, _cut_depth: int | None) -> None:
        """A newly shuffled set."""
        self._cards = shuffled(decks, self._dice.randrange(1_000_000))

    async def last_card(self) -> str:
        """Nobody reads the hole card: the table has no reader."""
        raise AssertionError("this table has no reader")

    def close(self) -> None:
        """The line goes on."""


# --- ours


@asynccontextmanager
async def table_of(here: House, line: Pty, shoe: PtyShoe) -> AsyncIterator[ServedTable]:
    """A table with this shoe, and a dealer at its terminal."""
    person = dealer(0, 0)
    await here.add_person(SUPERVISOR, "supervisor")
    await here.add_person(person, "dealer")
    await here.add_table(NUMBER, BOOK, orjson.loads(encode(TABLES[BOOK][1])))
    await here.attach(NUMBER, "shoe", "angel-eye", line.name)
    while not await here.connected(NUMBER):
        await asyncio.sleep(0.05)
    place = Place(here.url, NUMBER, Staff((person,), SUPERVISOR))
    table = ServedTable(place, Tokens(), shoe, heard=shoe.heard)
    try:
        await table.open()
        yield table
    finally:
        await table.close()


async def played(player: Player, shoe: PtyShoe, cards: int) -> None:
    """Whole rounds until so many cards were timed."""
    while len(shoe.measured) < cards:
        await player.play_round()


# --- the floor


@contextmanager
def floor_at(database: Database, line: Pty, message: bytes, folder: Path) -> Iterator[tuple[str, int]]:
    """The floor as a process, told to send this; gives its address and its id."""
    sent = folder / "floor-message.json"
    sent.write_bytes(message)
    arguments = database.arguments("owner")
    where = [str(arguments[name]) for name in ("host", "port", "database", "user")]
    program = [sys.executable, "-m", "tests.bench.screen_floor", line.name, str(FRAME_BYTES), str(sent), *where]
    running = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        yield f"ws://127.0.0.1:{running.stdout.readline().strip()}", running.pid
    finally:
        running.kill()  # it keeps nothing, and would wait for its client for ever
        running.wait()
        if running.stdout is not None:
            running.stdout.close()


# --- both


class Run(NamedTuple):
    """Ours, the floor in turn with it, and the floor without any pause."""

    ours: Times
    floor: Times
    at_once: Times


async def measured(here: House, database: Database, options: argparse.Namespace) -> list[Run]:
    """Ours and the floor, in turn."""
    line, floors = Pty(), Pty()
    assert here.process is not None
    shoe = PtyShoe(line, 1, here.process.pid)
    try:
        async with table_of(here, line, shoe) as table:
            player = Player(table, shoe, HABITS, Random(1), FAST)
            await played(player, shoe, WARM_UP)
            message = orjson.dumps(shoe.message)
            print(f"a message is {len(message):,} bytes")
            with floor_at(database, floors, message, here.data.parent) as (url, process):
                async with connect(url, compression=None, ping_interval=None, proxy=None) as screen:
                    shoe.floor = Floor(floors, screen, process)
                    return await _runs(player, shoe, shoe.floor, options)
    finally:
        line.close()
        floors.close()


async def _runs(player: Player, shoe: PtyShoe, floor: Floor, options: argparse.Namespace) -> list[Run]:
    found: list[Run] = []
    await floor.without_pause(WARM_UP)
    shoe.measured.taken()
    shoe.pause_s = options.pause_ms / 1e3
    for number in range(1, options.repeats + 1):
        await played(player, shoe, options.cards)
        found.append(Run(shoe.measured.taken(), floor.paced.taken(), await floor.without_pause(options.cards)))
        print(told(number, found[-1]), flush=True)
    return found


def told(number: int, run: Run) -> str:
    """One run in a line."""
    ratios = f"{run.ours.p50 / run.floor.p50:.2f} and {run.ours.p99 / run.floor.p99:.2f} times"
    besides = f"without a pause the floor {_us(run.at_once)}"
    return f"{number}: ours {_us(run.ours)} ({run.ours.cards} cards); the floor {_us(run.floor)}; {ratios}; {besides}"


def _us(taken: Times) -> str:
    return f"p50 {taken.p50:,.0f} us, p99 {taken.p99:,.0f} us, of work {taken.cpu:,.0f} us"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=300, help="cards in one run")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--pause-ms", type=float, default=20, help="before each card, of either side")
    options = parser.parse_args()
    with house() as here, Database(Settings(here.data), print) as database:
        found = asyncio.run(measured(here, database, options))
    for what, field in (("p50", "p50"), ("p99", "p99"), ("work of the process", "cpu")):
        ratios = [getattr(run.ours, field) / getattr(run.floor, field) for run in found]
        plain = f"{median([getattr(run.ours, field) for run in found]) / 1e3:.2f} ms"
        figures.ratio(f"a card from its pty to a dealer's screen, {what}", FLOOR, ratios, plain)


if __name__ == "__main__":
    main()
