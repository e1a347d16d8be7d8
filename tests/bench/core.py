"""How many complete single-box rounds a second go through decide and apply on one core, and where the time goes.

`python -m tests.bench.core` measures in turn, each in a process of its own, on cards from the same seeds:

* this tree and the one before;
* PokerKit, an engine that is somebody else's: hands of two players who call everything (`sides/outside.py`);
* a loop over the events of the same rounds, written for this one purpose (`event_loop.py`).
"""

import argparse
import cProfile
import platform
import pstats
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.apply import EMPTY, apply
from app.game.core.cards import DECK
from app.game.core.hands import total
from app.game.core.rejections import Accepted
from app.game.core.turn import turn
from app.game.decide import decide
from app.game.events import Event
from app.game.rules.ruleset import Ruleset
from app.game.subjects.shoe.cutters import cutters
from app.roundscript.first_shoe import standard_opening
from app.roundscript.read import table_config
from tests.bench import figures
from tests.bench.before import HERE, trees
from tests.bench.quiet import Watch
from tests.bench.side import Side, add_options, in_turn

REPEATS = 7
# What this project wants to reach on a quiet machine.
WANTED_A_SECOND = 6_000


class Player:
    """Plays single-box rounds as fast as the core lets it: no script, no questions, plain cards."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules, self.random, self.table = rules, Random(seed), EMPTY
        self.events: list[Event] = []
        self.shoe: list[str] = []
        config = table_config({"minimum_cents": 5_00, "maximum_cents": 500_00}, tuple(rules.side_bets))
        self.opening = standard_opening(rules, config)
        for command in (c.OpenTable(config), *self.opening):
            self.do(command)
        self.shuffle()

    def shuffle(self) -> None:
        self.shoe = [card for card in DECK for _ in range(8)]
        self.random.shuffle(self.shoe)

    def do(self, command: c.Command) -> None:
        answer = decide(self.table, self.rules, command)
        assert isinstance(answer, Accepted), answer
        for event in answer.events:
            self.table = apply(self.table, event)
        self.events.extend(answer.events)

    def round(self) -> None:
        """One round: a wager, the cards, hits below 15, the dealer."""
        if len(self.shoe) < 60:
            self.new_shoe()
        self.do(c.PlaceWager(1, "ann", "main", 20_00, seated=True))
        for command in self.commands():
            self.do(command)

    def commands(self) -> Iterator[c.Command]:
        draw = self.draw
        yield from (draw(), draw(), draw())
        while (round_ := self.table.round) is not None and not round_.complete:
            if round_.insurance_open:
                yield c.Proceed()
            elif (now := turn(round_)) is not None and total(now.hand.cards).points >= 15:
                yield c.Stand(now.box.number)
            else:
                yield draw()

    def draw(self) -> c.DrawCard:
        return c.DrawCard(self.shoe.pop())  # type: ignore[arg-type]

    def new_shoe(self) -> None:
        """Reshuffle the set in use and load it again."""
        self.do(c.OrderShuffle("discretion"))
        for part in self.rules.shoe.hand_reshuffle:
            self.do(c.DoStep(part))
        for command in self.opening:
            if isinstance(command, c.CutCards):
                self.do(c.CutCards(cutters(self.table, self.rules)[0], command.cards))
            elif not isinstance(command, c.BringSet | c.DoStep):
                self.do(command)
        self.shuffle()


class Run(NamedTuple):
    """One measurement: rounds a second, and events in a round."""

    speed: float
    events: float


def measured(rules: Ruleset, rounds: int) -> Run:
    """Play the rounds. Their events alone, folded again, give the same table."""
    player = Player(rules, seed=1)
    table, before = player.table, len(player.events)
    start = perf_counter()
    for _ in range(rounds):
        player.round()
    played = perf_counter()
    for event in player.events[before:]:
        table = apply(table, event)
    assert table == player.table
    return Run(rounds / (played - start), (len(player.events) - before) / rounds)


class Compared(NamedTuple):
    """What plays rounds: by what name, and how many a second of this book, from this seed."""

    name: str
    speed: Callable[[str, int], float]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1000, help="rounds in one measurement")
    add_options(parser, REPEATS)
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, one core, runs of {options.rounds} rounds")
    with trees(options.before) as both, ExitStack() as open_:
        sides = [_rounds(open_.enter_context(Side(tree, "core")), options.rounds) for tree in both]
        outside = open_.enter_context(Side(HERE, "outside"))
        compared = [*sides, _pokerkit(outside, options.rounds), _events(outside, options.rounds)]
        for book in ruleset_ids():
            _tell(book, *_speeds(compared, book, options.repeats))
    _profile(load_ruleset("nz-division-15"), options.rounds)
    return 0


def _rounds(side: Side, count: int) -> Compared:
    return Compared(side.name, lambda book, seed: side.ask("rounds", book=book, seed=seed, count=count))


def _pokerkit(side: Side, count: int) -> Compared:
    return Compared("a hand of PokerKit", lambda _book, seed: side.ask("pokerkit", seed=seed, count=count))


def _events(side: Side, count: int) -> Compared:
    name = "a loop over the same events"
    return Compared(name, lambda book, seed: side.ask("events", book=book, seed=seed, count=count))


def _speeds(compared: list[Compared], book: str, repeats: int) -> tuple[dict[str, list[float]], list[float]]:
    """Rounds a second of each in each repeat, and what other processes used."""
    watch, found = Watch(), {each.name: list[float]() for each in compared}
    for repeat in range(repeats):
        with watch:
            for each in in_turn(compared, repeat):
                found[each.name].append(each.speed(book, repeat + 1))
    return found, watch.shares


def _tell(book: str, found: dict[str, list[float]], others: list[float]) -> None:
    ours, what = found.pop(HERE.name), f"rounds under {book}"
    for name, theirs in found.items():
        ratios = [their / our for their, our in zip(theirs, ours, strict=True)]
        plain = f"{median(ours):,.0f} rounds a second on one core beside {median(theirs):,.0f}"
        figures.ratio(what, name, ratios, plain, others=others)
    figures.ratio(f"{what}, a second, on one core", "one round", ours, others=others, at_least=WANTED_A_SECOND)


def _profile(rules: Ruleset, rounds: int) -> None:
    """The three functions with the most time of their own."""
    profile = cProfile.Profile()
    profile.runcall(measured, rules, rounds)
    stats = pstats.Stats(profile)
    rows = sorted(stats.stats.items(), key=lambda row: row[1][2], reverse=True)  # type: ignore[attr-defined]
    whole = sum(row[1][2] for row in rows)
    print("dearest functions (share of the profiled time spent in the function itself):")
    for (file, line, name), (_, calls, own, _, _) in rows[:3]:
        print(f"  {own / whole:>6.1%}  {name} ({file.rsplit('/', 1)[-1]}:{line}), {calls / rounds:.0f} calls a round")


if __name__ == "__main__":
    sys.exit(main())
