"""The bot plays every book, and its settlement is the table's, line by line."""

import asyncio
from abc import ABC, abstractmethod

import pytest

from device_simulators.bot.habits import EVENTFUL, ORDINARY
from device_simulators.bot.interface import Json
from device_simulators.bot.pace import HUMAN_S, human
from device_simulators.bot.play import play
from device_simulators.bot.player import Stuck
from device_simulators.bot.report import Report
from tests.bot.adapter import CoreTable
from tests.bot.tables import TABLES, set_up

SEED = 20
ROUNDS = 300
# What has to have come up in so many rounds, or the run has shown nothing.
EVERYWHERE = {
    "pontoon", "dealer bust", "double", "double for less", "double not followed by all", "split",
    "split not covered by all", "three hands", "rescue", "surrender", "insurance won", "insurance lost",
    "bettors behind", "one player on two boxes",
}  # fmt: skip


def _run(table: CoreTable, name: str, rounds: int, *, go_on: bool = False) -> Report:
    return asyncio.run(play(table, table, TABLES[name][0], SEED, rounds, habits=EVENTFUL, go_on=go_on))


@pytest.mark.parametrize("name", TABLES)
def test_settlements_agree(name: str) -> None:
    report = _run(set_up(name, SEED), name, ROUNDS)
    print(report.text())
    assert not report.differences, report.text()
    assert report.rounds == ROUNDS
    assert not EVERYWHERE - report.features.keys()


def test_ordinary_habits_are_played_too() -> None:
    table = set_up("nz-division-15", SEED)
    report = asyncio.run(play(table, table, "nz-division-15", SEED, 50, habits=ORDINARY))
    assert (report.rounds, report.differences) == (50, [])


def test_a_seed_gives_the_same_run() -> None:
    first, second = (_run(set_up("sg-pontoon-plus-v5", SEED), "sg-pontoon-plus-v5", 60) for _ in range(2))
    assert first == second


# --- planted errors

WRONG_FROM_ROUND = 5


class WrongTable(CoreTable, ABC):
    """A table that settles one wager of every round wrong, from the fifth on; `spoil` says how."""

    @abstractmethod
    def spoil(self, lines: list[Json]) -> None: ...

    async def view(self) -> Json:
        shown = await super().view()
        sign, lines = shown["table"]["sign"], shown["table"]["settlements"]
        if sign["phase"] != "complete" or sign["round"] < WRONG_FROM_ROUND or not lines:
            return shown
        wrong = [dict(line) for line in lines]
        self.spoil(wrong)
        return {**shown, "table": {**shown["table"], "settlements": wrong}}


class PaysACentMore(WrongTable):
    def spoil(self, lines: list[Json]) -> None:
        lines[-1]["pays_cents"] += 1


class TakesACentMore(WrongTable):
    def spoil(self, lines: list[Json]) -> None:
        lines[0]["takes_cents"] += 1


class StatesAnotherStake(WrongTable):
    def spoil(self, lines: list[Json]) -> None:
        lines[0]["stake_cents"] -= 5


class PaysSomebodyElse(WrongTable):
    def spoil(self, lines: list[Json]) -> None:
        lines[0]["player"] = "nobody"


class ForgetsAWager(WrongTable):
    def spoil(self, lines: list[Json]) -> None:
        lines.pop()


class SettlesTwice(WrongTable):
    def spoil(self, lines: list[Json]) -> None:
        lines.append(dict(lines[0]))


WRONG = (PaysACentMore, TakesACentMore, StatesAnotherStake, PaysSomebodyElse, ForgetsAWager, SettlesTwice)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_planted_error_stops_the_bot(wrong: type[CoreTable]) -> None:
    report = _run(set_up("act-canberra-2005", SEED, wrong), "act-canberra-2005", 50)
    assert [each.round for each in report.differences] == [WRONG_FROM_ROUND]
    assert report.rounds == WRONG_FROM_ROUND


def test_the_report_names_the_wager_and_shows_the_round() -> None:
    report = _run(set_up("act-canberra-2005", SEED, PaysACentMore), "act-canberra-2005", 50)
    difference = report.differences[0]
    (ours,) = set(difference.expected) - set(difference.stated)
    at = f"{ours.box}.{ours.hand} {ours.player} {ours.wager} stake {ours.stake_cents}"
    rows = difference.text().splitlines()
    assert rows[0] == f"round {WRONG_FROM_ROUND}: the table and the bot differ"
    assert rows[1] == f"  the bot:   {at} pays {ours.pays_cents} takes {ours.takes_cents}"
    assert rows[2] == f"  the table: {at} pays {ours.pays_cents + 1} takes {ours.takes_cents}"
    assert rows[3] == f"  dealer {' '.join(difference.played.dealer)}"
    hands = [hand for box in difference.played.boxes for hand in box.hands]
    assert len(rows) == 4 + len(hands)
    assert all(" ".join(hand.cards) in row for hand, row in zip(hands, rows[4:], strict=True))


def test_differences_are_counted_when_told_to_go_on() -> None:
    report = _run(set_up("act-canberra-2005", SEED, PaysACentMore), "act-canberra-2005", 20, go_on=True)
    assert [each.round for each in report.differences] == list(range(WRONG_FROM_ROUND, 21))


# --- a table that does not go on


class RefusesToOpen(CoreTable):
    async def do(self, command: Json) -> Json:
        if command["type"] == "CloseBets":
            return {"accepted": False, "code": "frozen", "message": "The table is frozen."}
        return await super().do(command)


class AsksNothing(CoreTable):
    async def view(self) -> Json:
        shown = await super().view()
        if shown["table"]["sign"]["phase"] == "initial_deal":
            return {**shown, "table": {**shown["table"], "questions": []}}
        return shown


@pytest.mark.parametrize(
    ("stubborn", "why"),
    [
        (RefusesToOpen, r"^CloseBets was refused: frozen, The table is frozen\.$"),
        (AsksNothing, r"^at initial_deal the table asks only \[\]$"),
    ],
)
def test_the_bot_says_where_it_is_stuck(stubborn: type[CoreTable], why: str) -> None:
    with pytest.raises(Stuck, match=why):
        _run(set_up("nz-gazette-2000", SEED, stubborn), "nz-gazette-2000", 5)


def test_a_question_that_is_not_open_is_not_answered() -> None:
    table = set_up("nz-gazette-2000", SEED)
    answer = asyncio.run(table.do({"type": "Stand", "box": 1, "question": "1.decide.1.1.1.2"}))
    assert (answer["accepted"], answer["code"]) == (False, "not_asked")


# --- pace


def test_at_human_pace_every_act_takes_its_time() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    table = set_up("nz-division-15", SEED)
    report = asyncio.run(play(table, table, "nz-division-15", SEED, 5, human(sleep)))
    assert report.rounds == 5
    assert len(slept) > 100
    least, most = min(least for least, _ in HUMAN_S.values()), max(most for _, most in HUMAN_S.values())
    assert all(least <= seconds <= most for seconds in slept)
