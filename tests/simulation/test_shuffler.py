"""Shuffling machines at a table: what they tell moves the table as far as the book lets it, their counts are compared,
and their errors are cleared by a supervisor by name."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any
from uuid import uuid4

import pytest

from app.game import commands as c
from app.game.core.state import Table, TableConfig
from app.house.refusal_in_words import RefusedInWords
from app.house.subjects.devices.commands import SendDeviceCommand
from app.house.subjects.devices.events import DeviceCommandAnswered
from app.settings import Settings
from app.store import schema
from app.store.database import Database
from app.store.house_log import STREAM, HouseLog
from app.store.log_reader import entries, event_of
from tests.simulation.playing import PATIENCE_S, Playing, playing
from tests.simulation.simulator import Simulator, simulators

pytestmark = pytest.mark.usefixtures("proves_itself")

MA, ACT = "ma-pontoon-21-v3", "act-canberra-2005"
SUPERVISOR = "supervisor:one"
QUICK = ("--seed", "7", "--shuffle-seconds", "0.4")


class House:
    """What people want of the devices of a table, through the log of the house."""

    def __init__(self, here: Playing, database: Database, settings: Settings) -> None:
        self._here, self._database = here, database
        self._log = HouseLog(database, settings.gaming_day)

    async def wants(self, kind: str, wanted: str, by: str = SUPERVISOR) -> DeviceCommandAnswered:
        """What became of it."""
        wished = await self._log.ask(uuid4(), SendDeviceCommand(f"t{self._here.number}-{kind}", wanted, by), "test")
        assert not isinstance(wished, RefusedInWords), wished
        deadline_s = monotonic() + PATIENCE_S
        while not (answers := await self._answers(wished.state.wished, wished.version)):
            assert monotonic() < deadline_s, f"nobody answers {wanted}"
            await asyncio.sleep(0.02)
        return answers[0]

    async def refuses(self, kind: str, wanted: str, by: str) -> str:
        """Why nobody is asked at all."""
        refused = await self._log.ask(uuid4(), SendDeviceCommand(f"t{self._here.number}-{kind}", wanted, by), "test")
        assert isinstance(refused, RefusedInWords)
        return refused.message

    async def _answers(self, number: int, behind: int) -> list[DeviceCommandAnswered]:
        async with self._database.connection("app") as connection:
            found = await entries(connection, STREAM, schema.events.c.version > behind)
        events = [event_of(entry) for entry in found]
        return [event for event in events if isinstance(event, DeviceCommandAnswered) and event.number == number]


@asynccontextmanager
async def to_shuffle(
    database: Database, settings: Settings, number: str
) -> AsyncIterator[tuple[Playing, Simulator, House]]:
    """A table under the Massachusetts rules with a batch shuffler, whose cards are to be shuffled now."""
    async with simulators("table", *QUICK) as found:
        devices = [each for each in found if each.kind != "reader"]
        async with playing(database, settings, number, MA, devices) as here:
            await here.done(c.OpenTable(TableConfig(shuffler="batch")))
            await here.done(c.ChangeDealer("dealer one"))
            await here.done(c.BringSet("set one", "blue"))
            while step(here) != "shuffle":
                await here.done(c.DoStep(*str(step(here)).split()))
            yield here, here.devices["shuffler"], House(here, database, settings)


def step(here: Playing) -> str | None:
    """The next step of the cards' procedure."""
    return next((question.step for question in here.questions() if question.question == "shoe"), None)


def shuffled(table: Table) -> bool:
    return table.preparation is not None and table.preparation.shuffled


async def told(here: Playing, database: Database) -> list[str]:
    """The codes of the shuffler's events in the record, in their order."""
    async with database.connection("reader") as reader:
        rows = await reader.fetch(_TOLD, f"t{here.number}-shuffler")
    return [f"{row['frame'][4]:02X}" for row in rows]


_TOLD = "SELECT frame FROM device_frames WHERE device = $1 AND why = 'event' AND frame IS NOT NULL ORDER BY n"


async def test_a_shuffle_from_start_to_done(database: Database, settings: Settings, number: str) -> None:
    async with to_shuffle(database, settings, number) as (here, shuffler, house):
        version = here.actor.version
        assert (await house.wants("shuffler", "shuffle 1")).outcome == "done"
        await here.until(lambda: shuffled(here.table), "for the shuffle")
        assert here.actor.version == version + 1, "its progress is no business of the table's"
        codes = await told(here, database)
        assert codes[-11:] == ["10", *["11"] * 9, "12"]
        assert (await shuffler.ask("/state"))["machine"]["shuffles"] == 1
        assert step(here) != "shuffle", "nobody has to say so again"
        await here.load()
        await here.bet(1)
        await here.deal("9S")
        assert here.table.held is None


@pytest.mark.parametrize(("taken", "counted"), [(0, 383), (2, 382)])
async def test_a_wrong_count_is_not_believed(
    taken: int, counted: int, database: Database, settings: Settings, number: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither one that the machine finds wrong without a card's being gone, nor one of a set from which some are."""
    async with to_shuffle(database, settings, number) as (here, shuffler, house):
        if taken:
            await shuffler.ask("/take-out", {"count": taken})
        else:
            await shuffler.fault("count-mismatch")
        version = here.actor.version
        await house.wants("shuffler", "shuffle 1")
        said = (f"counted {counted} cards where it expected 384", f"counted {counted} cards where a set has 384")
        await here.until(lambda: all([words in caplog.text for words in said]), "for the words")
        assert (await told(here, database))[-2:] == ["13", "12"]
        assert here.actor.version == version and not shuffled(here.table)
        assert step(here) == "shuffle", "somebody has to count, and to say that it is done"
        await here.done(c.FinishShuffle())
        assert shuffled(here.table)


async def test_a_jam_goes_by_the_book_and_is_cleared_by_name(
    database: Database, settings: Settings, number: str
) -> None:
    async with to_shuffle(database, settings, number) as (here, shuffler, house):
        await house.wants("shuffler", "shuffle 1")
        await shuffler.fault("jam")
        await here.until(lambda: here.table.held is not None, "for the hold")
        question = here.questions()[0]
        assert (question.irregularity, question.choices, question.clause) == (
            "shuffler_fault", ("hand_shuffle",), "15(k)",
        )  # fmt: skip
        again = await house.wants("shuffler", "shuffle 1")
        assert (again.outcome, again.words) == ("refused", "an error stands on the device; clear it first")
        assert await house.refuses("shuffler", "clear-error 8", " ") == "Say who wants it."
        assert (await shuffler.ask("/state"))["machine"]["errors"] == [8]
        assert (await house.wants("shuffler", "clear-error 8")).outcome == "done"
        assert (await shuffler.ask("/state"))["machine"]["errors"] == []
        assert (await house.wants("shuffler", "clear-error 8")).outcome == "refused", "it does not stand any more"
        assert here.table.held is not None, "the table's matter is another"
        await here.resolved("hand_shuffle")
        assert not shuffled(here.table) and here.table.config.shuffler == "none"


async def test_a_shuffle_that_nobody_waits_for_changes_nothing(
    database: Database, settings: Settings, number: str
) -> None:
    async with to_shuffle(database, settings, number) as (here, _shuffler, house):
        await here.done(c.FinishShuffle())
        version = here.actor.version
        await house.wants("shuffler", "shuffle 1")
        while (await told(here, database))[-1:] != ["12"]:
            await asyncio.sleep(0.02)
        assert here.actor.version == version and here.table.held is None


# --- the continuous shuffler


@asynccontextmanager
async def continuous(
    database: Database, settings: Settings, number: str
) -> AsyncIterator[tuple[Playing, Simulator, House]]:
    """A table under the rules of Canberra with a continuous shuffler, from which is dealt."""
    async with (
        simulators("continuous", "--seed", "7", "--decks", "4") as devices,
        playing(database, settings, number, ACT, devices, keyed_patience_s=0.05) as here,
    ):
        await here.open(TableConfig(decks=4, shuffler="continuous"))
        yield here, here.devices["continuous"], House(here, database, settings)


async def a_round(here: Playing) -> int:
    """A round of three cards and what the dealer has to draw; how many cards lie on the table."""
    await here.bet(1)
    await here.deal("9S", "8C", "KH")
    await here.play_on()
    assert here.table.round is not None and here.table.round.complete, here.table.held
    return 192 - here.table.shoe.left


async def test_cards_come_back_and_the_counts_agree(database: Database, settings: Settings, number: str) -> None:
    async with continuous(database, settings, number) as (here, shuffler, _house):
        for _ in range(3):
            out = await a_round(here)
            await counted(here, database)
            await shuffler.ask("/give-back", {"count": out})
        assert here.table.held is None
        state = (await shuffler.ask("/state"))["machine"]["cards"]
        assert sum(state["left"].values()) == 192
        drawn = [each["card"] for each in state["drawn"]]
        assert drawn == await cards(here, database), "each card once, in order"


async def test_cards_that_are_not_put_back_are_missing(database: Database, settings: Settings, number: str) -> None:
    async with continuous(database, settings, number) as (here, _shuffler, _house):
        await a_round(here)
        await counted(here, database)
        assert here.table.held is None
        await a_round(here)
        await here.until(lambda: here.table.held is not None, "for the count")
        assert here.table.held is not None and here.table.held.irregularity == "cards_missing"


async def test_a_jam_in_a_round_is_finished_from_a_plain_shoe(
    database: Database, settings: Settings, number: str
) -> None:
    """19.3(a): the cards that are left are shuffled by hand, and typed from then on."""
    async with continuous(database, settings, number) as (here, shuffler, house):
        await here.bet(1)
        await here.deal("9S", "8C")
        await shuffler.fault("jam")
        await here.until(lambda: here.table.held is not None, "for the hold")
        question = here.questions()[0]
        assert (question.irregularity, question.choices, question.clause) == (
            "shuffler_fault", ("manual_shoe",), "19.3(a)",
        )  # fmt: skip
        await here.resolved("manual_shoe")
        await here.load()
        for card in ("KH", "9D"):
            assert (await here.type_card(card)).refused is None
            if card == "KH":
                await here.play_on_by_hand()
        assert here.table.keyed == (), "nobody waits for a word of the machine about a plain shoe"
        assert await sources(here, database) == ["", "", "manual", "manual"]
        assert (await house.wants("continuous", "clear-error 8")).outcome == "done"
        assert here.table.round is not None and here.table.round.complete and here.table.held is None


async def counted(here: Playing, database: Database) -> None:
    """Wait until the machine has been asked for its count of this round."""
    await here.until(lambda: here.table.round is not None and here.table.round.complete, "for the end of the round")
    round_ = here.table.round
    assert round_ is not None
    deadline_s = monotonic() + PATIENCE_S
    while (await asked_for_counts(here, database)) < round_.number:
        assert monotonic() < deadline_s, "nobody asks for the count"
        await asyncio.sleep(0.05)


async def asked_for_counts(here: Playing, database: Database) -> int:
    async with database.connection("reader") as reader:
        rows = await reader.fetch(_SENT, f"t{here.number}-continuous")
    return sum([row["frame"][3] == GET_COUNT for row in rows])


GET_COUNT = 0x24
_SENT = "SELECT frame FROM device_frames WHERE device = $1 AND sent AND frame IS NOT NULL ORDER BY n"


async def rows(here: Playing, database: Database, column: str) -> list[Any]:
    async with database.connection("reader") as reader:
        found = await reader.fetch(_CARDS, f"table:{here.number}")
    return [row[column] for row in found]


async def cards(here: Playing, database: Database) -> list[str]:
    return await rows(here, database, "card")


async def sources(here: Playing, database: Database) -> list[str]:
    return await rows(here, database, "source")


_CARDS = "SELECT card, source FROM cards WHERE stream = $1 AND event LIKE 'CardDealt%' ORDER BY version, n"
