"""A thousand tables at a thousand cards a second: none lost, and how long each takes to be on a screen.

`python -m tests.bench.load` measures this tree and the one before in turn. Each time a house is made, with tables under
all books, and served as a process; a program on the same cores (`sides/house.py`) is all that is around it: at each
table a shoe on a line of TCP, in the dialect of Angel Eye, and a screen with a websocket. A card goes out when the
clock, whatever became of the ones before (at a table that can take one: a table is a shoe and a hand, and the next card
waits for the last); timed is each card, from the write of its frame to the message that shows it.

Then the rate is raised until one card in a hundred takes longer than 100 ms, or lowered until no more than that do. In
the end every card that was written must be in the log of its table, in order, once.
"""

import argparse
import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable
from random import Random
from statistics import median, quantiles
from time import monotonic, perf_counter_ns
from typing import NamedTuple
from uuid import uuid4

from app.store.database import Database
from device_simulators.bot.interface import Json
from device_simulators.bot.terminal.feed import Feed
from device_simulators.cards import shuffled
from tests.bench import figures
from tests.bench.before import HERE, Tree, trees
from tests.bench.quiet import Watch
from tests.bench.side import Side, add_options, in_turn
from tests.bot.house import House
from tests.devices.angel_eye_wire import drawn

DECKS = 8
# The shoe is not refilled: what is left of it when a table stops.
LEAST_LEFT = 60
BOXES = range(1, 8)
LATE_MS = 100.0
# So many steps up or down from the rate that is asked for, and what this project wants to reach with many tables.
STEPS, MANY, WANTED_A_SECOND = 8, 1_000, 1_500
TICK_S = 0.001
FILES = 20_000
# So long nothing may be shown at any table; how often that is looked at; and before an order is repeated.
PATIENCE_S, LOOK_AGAIN_S, RETRY_S = 120.0, 0.1, 0.1
ROUND_OVER = ("complete", "void")


class Table:
    """A table's shoe and its screen: they take the next card when the screen shows that one is due."""

    def __init__(self, number: str, feed: Feed, ready: "deque[Table]", taken_ns: list[int]) -> None:
        self.number, self.feed, self._ready, self.taken_ns = number, feed, ready, taken_ns
        self.line: asyncio.StreamWriter | None = None
        self.sent: list[str] = []
        self._cards = shuffled(DECKS, int(number))
        self._began_ns: int | None = None
        self._shown_version = feed.version
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
        if "view" not in message or message["version"] <= self._shown_version:
            return  # a screen that connects again is greeted with all that it has missed, or with nothing new
        self._shown_version = message["version"]
        if self._began_ns is not None:
            self.taken_ns.append(at_ns - self._began_ns)
            self._began_ns = None
        self.look(message["view"]["dealer"])

    def look(self, view: Json) -> None:
        """What is to be done now: a card, or something that people do."""
        kinds = _asked(view)
        over = view["sign"]["phase"] in ROUND_OVER or not view["places"]
        if self._acting is not None or len(self._cards) < LEAST_LEFT:
            return
        if "resolve" in kinds:
            self._act([])
        elif over:
            self._act([(_wager(box), None) for box in BOXES])
        elif "proceed" in kinds:
            self._act([({"type": "Proceed"}, kinds["proceed"])])
        elif kinds.keys() & {"card", "decide"}:
            self._ready.append(self)

    def _act(self, orders: list[tuple[Json, str | None]]) -> None:
        self._acting = asyncio.create_task(self._ask(orders))

    @property
    def failed(self) -> BaseException | None:
        """Why its people stopped, if they did."""
        done = self._acting is not None and self._acting.done() and not self._acting.cancelled()
        return self._acting.exception() if done and self._acting is not None else None

    def standing(self) -> str:
        """What it waits for."""
        view = self.feed.view["dealer"]
        waits = "a card is not shown" if self._began_ns is not None else "no card is out"
        return f"{waits}, people {'act' if self._acting else 'wait'}, asked for {sorted(_asked(view))}, {view['hold']}"

    async def _ask(self, orders: list[tuple[Json, str | None]]) -> None:
        await self._resolve()
        for command, question in orders:
            await self._order(command, question)
        self._acting = None
        self.look(self.feed.view["dealer"])

    async def _order(self, command: Json, question: str | None) -> None:
        """Order it, again if the table held for what came in between."""
        order = {"id": str(uuid4()), "question": question, "command": command}
        while not (answer := await self.feed.order(order))["ok"]:
            if answer["problem"]["retry"]:  # whether it was done is not known yet
                await asyncio.sleep(RETRY_S)
                continue
            assert answer["problem"]["code"] == "table_holds", (self.number, command, answer)
            await self.feed.until(lambda: "resolve" in _asked(self.feed.view["dealer"]), "why the table holds")
            await self._resolve()
            order |= {"id": str(uuid4())}
        await self._shown(answer["version"])

    async def _resolve(self) -> None:
        """A shoe that is new at the table may have moved cards before: it has not, as everybody here knows."""
        question = _asked(self.feed.view["dealer"]).get("resolve")
        if question is not None:
            await self._order({"type": "Resolve", "choice": "continue"}, question)

    async def _shown(self, version: int) -> None:
        await self.feed.until(lambda: self.feed.version >= version, "what was ordered")


def _asked(view: Json) -> dict[str, str]:
    """The id of each kind of question."""
    return {each["question"]: each["id"] for each in view["questions"]}


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
        self._opened_again = 0
        self.tables: dict[str, Table] = {}

    async def lines(self) -> dict[str, int]:
        """A port for each table's shoe."""
        return {number: await self._line(number) for number in self._numbers}

    async def _line(self, number: str) -> int:
        async def plugged(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._opened_again += number in self._lines
            self._lines[number] = writer
            if number in self.tables:
                self.tables[number].line = writer

        server = await asyncio.start_server(plugged, "127.0.0.1")
        self._servers.append(server)
        port: int = server.sockets[0].getsockname()[1]
        return port

    async def screens(self, here: House, token: str) -> None:
        """A screen for each table; then all lines are open and all wagers placed."""
        for number in self._numbers:
            self.tables[number] = await self._screen(here, number, token)
        await self._until(lambda: len(self._lines) == len(self.tables))
        for number, table in self.tables.items():
            table.line = self._lines[number]
            table.look(table.feed.view["dealer"])
        await self._until(lambda: len(self._ready) == len(self.tables))

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
        await self._until(lambda: len(self._taken_ns) >= cards)
        return self._told(rate, idle, late_ns)

    async def _until(self, holds: Callable[[], bool]) -> None:
        """Wait for it, as long as something goes on. Raises what went wrong at a table."""
        shown, shown_s = -1, monotonic()
        while not holds():
            await asyncio.sleep(LOOK_AGAIN_S)
            for error in [table.failed for table in self.tables.values() if table.failed is not None]:
                raise error
            if (versions := sum([table.feed.version for table in self.tables.values()])) > shown:
                shown, shown_s = versions, monotonic()
            if monotonic() - shown_s > PATIENCE_S:
                raise TimeoutError(f"Nothing was shown for {PATIENCE_S:.0f} s: {self._standing()}")

    def _standing(self) -> str:
        """How many tables wait for what."""
        counted = Counter([table.standing() for table in self.tables.values() if table not in self._ready])
        tables = [f"{count} {standing}" for standing, count in counted.most_common()]
        return "; ".join([*tables, f"{self._opened_again} lines were opened again meanwhile"])

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
# A doubt about the line is noted without a frame.
_FRAMES = "SELECT device, count(*) FROM device_frames WHERE why = 'event' AND size > 0 GROUP BY device"


# --- in turn


class Held(NamedTuple):
    """One repeat: the run at the rate asked for, the highest rate that held or 0, and the fewest cards of any run."""

    asked: Run
    most: int
    fewest: int


def holds(run: Run) -> bool:
    """Whether 99 cards of 100 were there in time, and each table's next card was wanted when it was due."""
    return run.p99_ms < LATE_MS and run.idle == 0


def highest(asked: Run, run: Callable[[int], Run]) -> int:
    """The highest rate that holds: from the one that was asked for by quarters up, or by fifths down."""
    rate, held = asked.rate, holds(asked)
    for _ in range(STEPS):
        following = rate * 5 // 4 if held else rate * 4 // 5
        if holds(run(following)) != held:
            return rate if held else following
        rate = following
    return rate if held else 0


def _session(tree: Tree, repeat: int, watch: Watch, options: argparse.Namespace) -> Held:
    """A house of this tree, from its making to its end."""

    cards: list[int] = []

    def run(rate: int, seconds: float) -> Run:
        found = side.ask("cards", rate=rate, seconds=seconds)
        told = Run(**{name: found[name] for name in Run._fields})
        print(f"{tree.name}: {told.text()}", flush=True)
        cards.append(told.cards)
        return told

    with Side(tree, "house", f"--tables={options.tables}", f"--first-book={repeat}") as side:
        print(f"{tree.name}: started after {side.ask('start'):.1f} s", flush=True)
        run(max(1, options.rate // 2), options.warm_up)
        cards.clear()
        with watch:
            asked = run(options.rate, options.seconds)
            most = highest(asked, lambda rate: run(rate, options.step))
        print(f"{tree.name}: {side.ask('check'):,} cards were written, and each is in its log once", flush=True)
        return Held(asked, most, min(cards))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--rate", type=int, default=1_000, help="cards a second, at all tables together")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warm-up", type=float, default=3, help="seconds at half the rate before anything counts")
    parser.add_argument("--step", type=float, default=10, help="seconds at each other rate")
    add_options(parser)
    options = parser.parse_args()
    with trees(options.before) as both:
        found = {tree.name: list[Held]() for tree in both}
        watches = {tree.name: Watch() for tree in both}
        for repeat in range(options.repeats):
            for tree in in_turn(both, repeat):
                found[tree.name].append(_session(tree, repeat, watches[tree.name], options))
    _tell(found, {name: watch.shares for name, watch in watches.items()}, options)


def _tell(found: dict[str, list[Held]], others: dict[str, list[float]], options: argparse.Namespace) -> None:
    ours, quiet = found.pop(HERE.name), others[HERE.name]
    at_rate = f"{options.tables:,} tables at {options.rate:,} cards a second, p99 from line to screen"
    held = f"{options.tables:,} tables: cards a second with p99 under {LATE_MS:.0f} ms"
    p99_ms, p50_ms = ([getattr(each.asked, of) for each in ours] for of in ("p99_ms", "p50_ms"))
    plain = f"{figures.in_plain(p99_ms, 'ms')}, p50 {figures.in_plain(p50_ms, 'ms', 1)}"
    limit, ratios = f"the {LATE_MS:.0f} ms that a card may take", [each / LATE_MS for each in p99_ms]
    samples, fewest = _samples(ours)
    figures.ratio(at_rate, limit, ratios, plain, others=quiet, tail_samples=samples, at_most=1)
    most, wanted = [each.most for each in ours], WANTED_A_SECOND if options.tables >= MANY else None
    figures.ratio(held, "one card a second", most, others=quiet, tail_samples=fewest, at_least=wanted)
    for name, before in found.items():
        noisiest = [max(both) for both in zip(quiet, others[name], strict=True)]
        _tell_before((at_rate, held), ours, name, before, noisiest)


def _tell_before(what: tuple[str, str], ours: list[Held], name: str, before: list[Held], others: list[float]) -> None:
    samples, fewest = _samples([*ours, *before])
    ratios = [each.asked.p99_ms / then.asked.p99_ms for each, then in zip(ours, before, strict=True)]
    figures.ratio(what[0], name, ratios, others=others, tail_samples=samples)
    if all([each.most for each in before]):
        ratios = [each.most / then.most for each, then in zip(ours, before, strict=True)]
        figures.ratio(what[1], f"{name} (more is better)", ratios, others=others, tail_samples=fewest)
    else:
        print(f"{name} held no rate that was tried in one of its repeats: nothing to compare with", flush=True)


def _samples(runs: list[Held]) -> tuple[int, int]:
    """The fewest cards at the rate that was asked for, and at any rate."""
    return min([each.asked.cards for each in runs]), min([each.fewest for each in runs])


if __name__ == "__main__":
    main()
