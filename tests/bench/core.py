"""How many complete single-box rounds a second go through decide and apply on one core, and where the time goes.

`python -m tests.bench.core` plays the same seeded rounds several times and prints the median and the spread.
"""

import argparse
import cProfile
import platform
import pstats
import sys
from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple

from app.game import commands as c
from app.game.apply import EMPTY, apply
from app.game.cards import DECK
from app.game.cutting import cutters
from app.game.decide import decide
from app.game.events import Event
from app.game.hands import total
from app.game.rejections import Accepted
from app.game.rules.ruleset import Ruleset
from app.game.turn import turn
from app.roundscript.opening import standard_opening
from app.roundscript.read import table_config
from app.rulebook import load_ruleset, ruleset_ids
from tests.bench import figures

REPEATS = 7


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
    """One measurement: rounds a second, the same events merely folded, and events a round."""

    speed: float
    folded: float
    events: float


def measured(rules: Ruleset, rounds: int) -> Run:
    """Play the rounds; then fold their events alone, the least that any reader of the log has to do."""
    player = Player(rules, seed=1)
    table, before = player.table, len(player.events)
    start = perf_counter()
    for _ in range(rounds):
        player.round()
    played = perf_counter()
    for event in player.events[before:]:
        table = apply(table, event)
    folded = perf_counter() - played
    assert table == player.table
    return Run(rounds / (played - start), rounds / folded, (len(player.events) - before) / rounds)


def main() -> int:
    parser = argparse.ArgumentParser(description="Complete single-box rounds a second through decide and apply.")
    parser.add_argument("--rounds", type=int, default=1000, help="rounds in one measurement")
    options = parser.parse_args()
    print(
        f"Python {platform.python_version()}, {platform.machine()}, one core, {REPEATS} runs of {options.rounds} rounds"
    )
    print(f"{'book':22}{'rounds/s, median':>18}{'least':>8}{'most':>8}{'events/round':>14}{'times the fold':>16}")
    for ruleset_id in ruleset_ids():
        rules = load_ruleset(ruleset_id)
        runs = [measured(rules, options.rounds) for _ in range(REPEATS)]
        speeds = [run.speed for run in runs]
        ratios = [run.folded / run.speed for run in runs]
        spread = f"{median(speeds):>18.0f}{min(speeds):>8.0f}{max(speeds):>8.0f}"
        print(f"{ruleset_id:22}{spread}{runs[0].events:>14.1f}{median(ratios):>16.2f}")
        plain = f"{median(speeds):,.0f} rounds a second on one core"
        figures.ratio(f"rounds under {ruleset_id}", "folding the same events", ratios, plain)
    _profile(load_ruleset("nz-division-15"), options.rounds)
    return 0


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
