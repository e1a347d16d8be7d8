"""Plays rounds and compares: the bot's settlement first, then the table's."""

from collections.abc import Callable
from random import Random

from device_simulators.bot.features import features
from device_simulators.bot.habits import ORDINARY, Habits
from device_simulators.bot.interface import ShoeInterface, TableInterface
from device_simulators.bot.pace import FAST, Pace
from device_simulators.bot.pay.books import BOOKS, Book
from device_simulators.bot.pay.dealer_hand import dealer_fault
from device_simulators.bot.pay.played import PlayedRound
from device_simulators.bot.pay.settlement import settle
from device_simulators.bot.player import Player
from device_simulators.bot.report import Difference, Report
from device_simulators.bot.view import View


async def play(
    table: TableInterface,
    shoe: ShoeInterface,
    book: str,
    seed: int,
    rounds: int,
    pace: Pace = FAST,
    *,
    habits: Habits = ORDINARY,
    go_on: bool = False,
    told: Callable[[Report], None] | None = None,
) -> Report:
    """Play so many rounds; stop at the first difference, unless told to go on and count them. `told` after each."""
    dice = Random(seed)  # noqa: S311 - a seed, so that a run can be played again
    player, report = Player(table, shoe, habits, dice, pace), Report(book, seed)
    while report.rounds < rounds and (go_on or not report.differences):
        played, view = await player.play_round()
        _compare(report, played, view, BOOKS[book])
        if told is not None:
            told(report)
        await pace.take_time("round", dice)
    return report


def _compare(report: Report, played: PlayedRound, view: View, book: Book) -> None:
    """The bot's own lines are made before the table's are looked at."""
    expected = settle(played, book)
    stated = view.settlements
    report.rounds += 1
    report.lines += len(expected)
    report.pays_cents += sum([line.pays_cents for line in expected])
    report.takes_cents += sum([line.takes_cents for line in expected])
    report.features.update(features(played, expected, book))
    fault = dealer_fault(played, book)
    if fault or sorted(expected) != sorted(stated):
        report.differences.append(Difference(report.rounds, expected, stated, played, fault))
