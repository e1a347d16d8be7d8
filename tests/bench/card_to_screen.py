"""From a card on the line to the message on a screen, beside the least that any program must do for it.

`python -m tests.bench.card_to_screen` measures in turn, with a pause of 20 ms before each card and without any:

* this tree and the one before (`sides/screen.py`): `tablekeeper serve` as a process, with all that belongs to it. A
  bot plays whole rounds at one table; its shoe is the measuring program's end of a pty, in the dialect of Angel Eye;
  the real driver reads the other end. Timed is each card: from its frame's write to the first message at the dealer's
  websocket that shows it.
* the floor (`screen_floor.py`): a program that reads such a frame from such a pty, writes one row durably in the same
  PostgreSQL, and sends a message of 300 bytes, encoded before. It runs on uvloop, once in the loop of the program that
  measures it and once as a process of its own. The servers are idle meanwhile.

One clock, one client library and one kind of loop (uvloop) for all clients. Beside the times stands what the main
thread of the process itself worked: what else the machine does is not in that.
"""

import argparse
import asyncio
import json
import os
import tty
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from random import Random
from statistics import median, quantiles
from time import perf_counter_ns
from typing import NamedTuple

import orjson

from app.store.codec import encode
from device_simulators.bot.habits import Habits
from device_simulators.bot.interface import Json
from device_simulators.bot.player import Player
from device_simulators.bot.terminal.people import Staff, Tokens
from device_simulators.bot.terminal.shoe import Hand
from device_simulators.bot.terminal.table import Place, ServedTable
from device_simulators.cards import shuffled
from tests.bench import figures
from tests.bench.before import HERE, trees
from tests.bench.quiet import Watch
from tests.bench.side import Side, add_options, in_turn
from tests.bench.sides.cpu import main_thread_ns
from tests.bot.house import SUPERVISOR, House
from tests.bot.over_the_wire import dealer
from tests.bot.tables import TABLES
from tests.devices.angel_eye_wire import drawn

BOOK, NUMBER = "nz-division-15", "1"
# Until then PostgreSQL meets a statement for the first time now and then, and plans it.
WARM_UP = 600
IN_LOOP, APART = "in_loop", "apart"
FLOORS = {APART: "the floor, a process beside an idle server", IN_LOOP: "the floor, in the measuring loop"}
# What this project wants to reach, beside the floor that is a process of its own.
WANTED_PACED, WANTED_AT_ONCE, WANTED_WORK = 2.2, 2.0, 2.5
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
        self._worked_ns = main_thread_ns(self._process)
        self._began_ns = perf_counter_ns()
        os.write(line.far, frame)

    def shown(self, at_ns: int) -> None:
        """It was shown then."""
        self._taken_ns.append(at_ns - self._began_ns)
        self._cpu_ns.append(main_thread_ns(self._process) - self._worked_ns)

    def taken(self) -> Times:
        """The times so far; the next begin anew."""
        found = times(self._taken_ns, self._cpu_ns)
        self._taken_ns.clear()
        self._cpu_ns.clear()
        return found


class PtyShoe:
    """A shoe that writes its frames here, each after a pause."""

    def __init__(self, line: Pty, seed: int, server: int) -> None:
        self._line, self._dice = line, Random(seed)
        self._cards: list[str] = []
        self._frames = 0
        self._waits = False
        self.pause_s = 0.0
        self.measured = Measured(server)

    def give_to(self, hand: Hand) -> None:
        """Any hand will do."""

    async def press(self) -> None:
        """The next card, told after a pause."""
        await asyncio.sleep(self.pause_s)
        self._frames += 1
        self._waits = True
        self.measured.write(self._line, drawn(self._frames % 10, self._cards.pop()))

    def heard(self, message: Json, at_ns: int) -> None:
        """The first view after a card shows it."""
        if self._waits and message["type"] == "view":
            self.measured.shown(at_ns)
            self._waits = False

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


# --- in turn


class Run(NamedTuple):
    """One repeat of one side: with the pause before each card, and without any."""

    paced: Times
    at_once: Times


class Compared(NamedTuple):
    """A side, and what it is asked for its cards."""

    name: str
    side: Side
    do: str = "cards"

    def run(self, cards: int, pause_ms: float) -> Run:
        """Its times."""
        paced, at_once = [self.side.ask(self.do, cards=cards, pause_ms=pause) for pause in (pause_ms, 0)]
        return Run(Times(*paced), Times(*at_once))


def measured(compared: list[Compared], options: argparse.Namespace) -> tuple[dict[str, list[Run]], list[float]]:
    """The runs of each by its name, and what other processes used in each repeat."""
    watch, found = Watch(), {each.name: list[Run]() for each in compared}
    for each in compared:
        each.run(options.warm_up, 0)
    for repeat in range(options.repeats):
        with watch:
            for each in in_turn(compared, repeat):
                found[each.name].append(each.run(options.cards, options.pause_ms))
                print(f"{repeat + 1}: {each.name}: {_words(found[each.name][-1])}", flush=True)
    return found, watch.shares


def _words(run: Run) -> str:
    return f"paced {_us(run.paced)}; back to back {_us(run.at_once)}"


def _us(taken: Times) -> str:
    return f"p50 {taken.p50:,.0f} us, p99 {taken.p99:,.0f} us, of work {taken.cpu:,.0f} us"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=300, help="cards in one run")
    parser.add_argument("--pause-ms", type=float, default=20, help="before each card, of every side")
    parser.add_argument("--warm-up", type=int, default=WARM_UP, help="cards of each side before anything counts")
    add_options(parser)
    options = parser.parse_args()
    with trees(options.before) as both, ExitStack() as open_:
        sides = [Compared(tree.name, open_.enter_context(Side(tree, "screen"))) for tree in both]
        database = json.dumps(sides[0].side.ask("database"))
        floor = open_.enter_context(Side(HERE, "floor", database))
        compared = [*sides, *[Compared(FLOORS[do], floor, do) for do in FLOORS]]
        found, others = measured(compared, options)
    _tell(found, others, options.pause_ms)


def _tell(found: dict[str, list[Run]], others: list[float], pause_ms: float) -> None:
    ours = found.pop(HERE.name)
    for beside, theirs in found.items():
        for pace, pause, wanted in (
            ("paced", f"{pause_ms:g} ms between cards", WANTED_PACED),
            ("at_once", "back to back", WANTED_AT_ONCE),
        ):
            pairs = [(getattr(our, pace), getattr(their, pace)) for our, their in zip(ours, theirs, strict=True)]
            bounds = wanted if beside == FLOORS[APART] else None
            _tell_one(f"a card from its pty to a dealer's screen, {pause}", beside, pairs, others, bounds)


def _tell_one(
    what: str, beside: str, pairs: list[tuple[Times, Times]], others: list[float], wanted: float | None
) -> None:
    for name, field in (("p50", "p50"), ("p99", "p99"), ("work of the process", "cpu")):
        if field != "p50" and beside == FLOORS[IN_LOOP]:
            continue  # the work of that loop is the client's too
        ratios = [getattr(our, field) / getattr(their, field) for our, their in pairs]
        ours, theirs = ([getattr(each, field) / 1e3 for each in side] for side in zip(*pairs, strict=True))
        plain = f"{figures.in_plain(ours, 'ms', 2)} beside {figures.in_plain(theirs, 'ms', 2)}"
        samples = min([min(our.cards, their.cards) for our, their in pairs]) if field == "p99" else None
        bound = {"p50": wanted, "cpu": wanted and WANTED_WORK}.get(field)
        figures.ratio(f"{what}, {name}", beside, ratios, plain, others=others, tail_samples=samples, at_most=bound)


if __name__ == "__main__":
    main()
