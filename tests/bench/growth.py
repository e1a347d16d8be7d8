"""How the cost of a card grows with the tables of the house: one, ten, a hundred, a thousand, at the same rate in all.

`python -m tests.bench.growth` measures this tree and the one before in turn. Each time a house of each size is made,
with tables under all books, and served as a process, with a shoe on a line of TCP and a screen at each table
(`sides/house.py`). Measured is what the server's main thread and all of PostgreSQL worked, with backends that ended:
while nothing happens, before and after the cards, which is the background; and while cards come. What is left of the
latter without the background is the work of the cards (with their share of wagers and settlements). Besides: the time
from line to screen, and how long the server took to start. The smallest house of the same repeat is the floor of the
others; a house of one table plays another book in each repeat. A shoe is not refilled, so all cards of a table are no
more than one shoe has.
"""

import argparse
from collections.abc import Callable, Mapping
from statistics import median
from typing import NamedTuple

from tests.bench import figures
from tests.bench.before import HERE, Tree, trees
from tests.bench.quiet import Watch
from tests.bench.side import Side, add_options, in_turn

# What this project wants to reach with so many tables: of a card's work at one table, of one core, in seconds.
MANY, WANTED_WORK, WANTED_IDLE_PERCENT, WANTED_START_S = 1_000, 1.3, 2.0, 2.5
Asked = Mapping[str, float]


class Cost(NamedTuple):
    """What a house of one size costs. The work of a card is without the background; that is a share of one core."""

    server_us: float
    postgresql_us: float
    background: float
    p50_ms: float
    p99_ms: float
    start_s: float
    resident_mb: float

    @property
    def work_us(self) -> float:
        """Of server and PostgreSQL together."""
        return self.server_us + self.postgresql_us

    @property
    def idle_percent(self) -> float:
        """Of one core."""
        return self.background * 100


def cost_of(cards: Asked, idle: list[Asked], start_s: float, resident_kb: float) -> Cost:
    """The background goes on while cards come: it is taken off what was worked then, for the time that it took."""

    def in_background(of: str) -> float:
        return sum([each[of] for each in idle]) / sum([each["took_s"] for each in idle])

    def a_card_us(of: str) -> float:
        return (cards[of] - in_background(of) * cards["took_s"]) / 1e3 / cards["cards"]

    background = (in_background("server_ns") + in_background("postgresql_ns")) / 1e9
    work_us = a_card_us("server_ns"), a_card_us("postgresql_ns")
    return Cost(*work_us, background, cards["p50_ms"], cards["p99_ms"], start_s, resident_kb / 1e3)


def _session(tree: Tree, tables: int, repeat: int, watch: Watch, options: argparse.Namespace) -> Cost:
    """A house of this tree and size, from its making to its end."""
    with Side(tree, "house", f"--tables={tables}", f"--first-book={repeat}") as side:
        start_s = side.ask("start")
        side.ask("spread", rate=options.rate)
        with watch:
            idle = [side.ask("idle", seconds=options.idle)]
            cards = side.ask("cards", rate=options.rate, seconds=options.cards / options.rate)
            idle.append(side.ask("idle", seconds=options.idle))
        cost = cost_of(cards, idle, start_s, side.ask("resident_kb"))
        side.ask("check")
    print(f"{tree.name}, {_named(tables)}: {_words(cost)}", flush=True)
    return cost


def _words(cost: Cost) -> str:
    work = f"{cost.server_us:,.0f} us of the server and {cost.postgresql_us:,.0f} us of PostgreSQL for a card"
    rest = f"{cost.idle_percent:.1f} % of a core in the background, started after {cost.start_s:.1f} s"
    return f"{work}, p50 {cost.p50_ms:.1f} ms, p99 {cost.p99_ms:.1f} ms, {rest}"


class Costs(NamedTuple):
    """What one size of one tree cost in each repeat, and what other processes used."""

    costs: list[Cost]
    watch: Watch


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 10, 100, 1_000])
    parser.add_argument("--cards", type=int, default=240, help="cards at all tables together")
    parser.add_argument("--rate", type=int, default=40, help="cards a second, at all tables together")
    parser.add_argument("--idle", type=float, default=10, help="seconds in which nothing happens, before and after")
    add_options(parser)
    options = parser.parse_args()
    with trees(options.before) as both:
        found = {(tree.name, tables): Costs([], Watch()) for tree in both for tables in options.tables}
        for repeat in range(options.repeats):
            for tables in options.tables:
                for tree in in_turn(both, repeat):
                    each = found[tree.name, tables]
                    each.costs.append(_session(tree, tables, repeat, each.watch, options))
    for tables in options.tables:
        _tell(tables, found[HERE.name, tables], options.tables[0], found[HERE.name, options.tables[0]])
        for tree in both[1:]:
            _tell_before(tables, found[HERE.name, tables], tree.name, found[tree.name, tables])


def _tell(tables: int, ours: Costs, smallest: int, floor: Costs) -> None:
    """Beside the smallest house."""
    costs, name, beside = ours.costs, _named(tables), _named(smallest)
    others, wanted = _noisiest(ours, floor), tables >= MANY

    def tell(what: str, of: Callable[[Cost], float], plain: str, at_most: float | None = None) -> None:
        ratios = [of(each) / of(least) for each, least in zip(costs, floor.costs, strict=True)]
        figures.growth(f"{name}: {what}", beside, ratios, plain, others=others, at_most=at_most)

    server, postgresql = ([getattr(each, of) for each in costs] for of in ("server_us", "postgresql_us"))
    plain = f"{figures.in_plain(server, 'us')} of the server and {figures.in_plain(postgresql, 'us')} of PostgreSQL"
    tell("work for a card, background apart", lambda each: each.work_us, plain, WANTED_WORK if wanted else None)
    plain = (
        f"p50 {median([each.p50_ms for each in costs]):.1f} ms, p99 {median([each.p99_ms for each in costs]):.1f} ms"
    )
    tell("from line to screen at p50", lambda each: each.p50_ms, plain)
    tell("background, while nothing happens", lambda each: each.background, _idle(costs))
    if wanted:
        idle, start_s = [each.idle_percent for each in costs], [each.start_s for each in costs]
        idles, starts = f"{name}: percent of a core while nothing happens", f"{name}: seconds to start"
        others = ours.watch.shares
        figures.growth(idles, "1 %", idle, "", others=others, at_most=WANTED_IDLE_PERCENT)
        figures.growth(starts, "1 s", start_s, "", others=others, at_most=WANTED_START_S)


def _idle(costs: list[Cost]) -> str:
    megabytes, start_s = (median([getattr(each, of) for each in costs]) for of in ("resident_mb", "start_s"))
    percent = figures.in_plain([each.idle_percent for each in costs], "% of a core", 1)
    return f"{percent}, {megabytes:,.0f} MB of the server, started after {start_s:.1f} s"


def _tell_before(tables: int, ours: Costs, name: str, before: Costs) -> None:
    """Beside the same house of the tree before."""
    for what, of in (
        ("work for a card, background apart", "work_us"),
        ("from line to screen at p50", "p50_ms"),
        ("background, while nothing happens", "background"),
        ("start", "start_s"),
    ):
        each, then = ([getattr(cost, of) for cost in costs] for costs in (ours.costs, before.costs))
        ratios = [now / earlier for now, earlier in zip(each, then, strict=True)]
        figures.growth(f"{_named(tables)}: {what}", name, ratios, "", others=_noisiest(ours, before))


def _noisiest(one: Costs, other: Costs) -> list[float]:
    """What others used in each repeat, where they used more."""
    return [max(both) for both in zip(one.watch.shares, other.watch.shares, strict=True)]


def _named(tables: int) -> str:
    return "one table" if tables == 1 else f"{tables:,} tables"


if __name__ == "__main__":
    main()
