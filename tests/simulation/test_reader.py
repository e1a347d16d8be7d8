"""The hole-card reader at a table under the Massachusetts rules: it is armed when the reading is due and gives one bit;
whatever becomes of it, no round gets an answer that it did not ask for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import pytest

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.state import Round, TableConfig
from app.game.events import HoleRead, ReaderSetAside
from app.settings import Settings
from app.store.database import Database
from app.table.intake.hole_reading import is_of, reading_of
from tests.simulation.playing import PATIENCE_S, Playing, playing, serving
from tests.simulation.simulator import simulators
from tests.store.housed import house_of

pytestmark = pytest.mark.usefixtures("proves_itself")

MA = "ma-pontoon-21-v3"


class Reading:
    """A table with a reader, and what has happened at it."""

    def __init__(self, here: Playing) -> None:
        self.here, self.reader = here, here.devices["reader"]
        self.events: list[Any] = []
        self.notes: set[str] = set()
        self.follow()

    def follow(self) -> None:
        """Keep every event of the table from now on, and every note on its reader."""
        self.here.actor.listen(lambda published: self.events.extend(published.events))
        name = f"t{self.here.number}-reader"
        keeping = house_of(self.here.tables)
        keeping.listen(lambda house: self.notes.update([note.words for note in house.notes if note.device == name]))

    @property
    def bits(self) -> list[bool]:
        """What the reader has told the table."""
        return [event.blackjack for event in self.events if isinstance(event, HoleRead)]

    @property
    def round(self) -> Round:
        """The round on the table."""
        assert self.here.table.round is not None
        return self.here.table.round

    async def machine(self) -> Any:
        """The truth about the reader."""
        return (await self.reader.ask("/state"))["machine"]

    async def deal(self, hole: str, up: str = "AC") -> None:
        """A round up to where the hole card is to be read."""
        await self.here.bet(1)
        await self.here.deal("9S", up, "2H", hole)
        for question in self.here.questions():
            if question.question == "proceed":
                await self.here.done(c.Proceed(), question.id)

    async def armed(self, *not_these: int) -> int:
        """Wait until the reader is armed for this round, by another token than these; the token."""
        deadline_s = monotonic() + PATIENCE_S
        while (token := (await self.machine())["armed"]) is None or token in not_these:
            assert monotonic() < deadline_s, f"waited in vain for the reader to be armed: {self.here.health()}"
            await asyncio.sleep(0.01)
        assert is_of(token, reading_of(f"table:{self.here.number}", self.round))
        return int(token)

    async def insert(self, card: str) -> str:
        """Put the card in; what the reader made of it."""
        await self.reader.ask("/insert", {"card": card})
        return str((await self.machine())["inserted"][-1]["told"])

    async def read(self, *bits: bool) -> None:
        """Wait until these bits were told, and no others."""
        await self.here.until(lambda: len(self.bits) >= len(bits), "for the bit")
        assert self.bits == list(bits)

    async def noted(self, words: str) -> None:
        """Wait until the floor has been told this of the reader."""
        await self.here.until(lambda: any([words in note for note in self.notes]), words)

    async def unplug(self) -> None:
        """The reader's cable is pulled, and the server knows."""
        await self.reader.ask("/unplug", {})
        await self.here.until(lambda: not self.here.health_of("reader").connected, "for the line to be lost")

    async def replug(self) -> None:
        """The cable is back, and the link runs."""
        await self.reader.ask("/replug", {})
        await self.here.until(lambda: self.here.health_of("reader").state == "running", "for the line to be back")


@asynccontextmanager
async def reading(database: Database, settings: Settings, number: str) -> AsyncIterator[Reading]:
    """A table with a shoe and a reader, with its shoe in use."""
    async with simulators("table", "--seed", "7") as found:
        devices = [each for each in found if each.kind != "shuffler"]
        async with playing(database, settings, number, MA, devices) as here:
            table = Reading(here)
            await here.open(TableConfig(hole_card="reader"))
            yield table


@pytest.mark.parametrize(("up", "hole", "blackjack"), [("AC", "KD", True), ("AC", "5D", False), ("KC", "AD", True)])
async def test_one_bit_goes_to_the_table(
    up: str, hole: str, blackjack: bool, database: Database, settings: Settings, number: str
) -> None:
    async with reading(database, settings, number) as table:
        await table.deal(hole, up)
        await table.armed()
        assert await table.insert(hole) == ("blackjack" if blackjack else "no_blackjack")
        await table.read(blackjack)
        await table.here.play_on()
        assert table.here.table.held is None, "the hole card is what the reader said"
        assert table.round.dealer[:2] == (up, hole)
        assert (await table.machine())["armed"] is None


async def test_a_card_that_was_not_read_is_put_in_again(database: Database, settings: Settings, number: str) -> None:
    async with reading(database, settings, number) as table:
        await table.deal("KD")
        first = await table.armed()
        await table.reader.fault("unreadable")
        assert await table.insert("KD") == "not_read"
        second = await table.armed(first)
        await table.noted("put it in again")
        assert table.bits == [] and table.here.table.held is None
        await table.reader.fault("unreadable")
        assert await table.insert("KD") == "not_read"
        await table.armed(first, second)
        assert await table.insert("KD") == "blackjack"
        await table.read(True)


async def test_a_card_put_in_unasked_is_the_books_business(database: Database, settings: Settings, number: str) -> None:
    """With a hole card that can make no blackjack the book knows what to do; with none it is noted for the floor."""
    async with reading(database, settings, number) as table:
        assert await table.insert("KD") == "out_of_turn"
        await table.noted("used out of turn")
        assert table.here.table.held is None
        await table.deal("KD", up="8C")
        assert (await table.machine())["armed"] is None, "nothing is to be read"
        assert await table.insert("KD") == "out_of_turn"
        await table.here.until(lambda: table.here.table.held is not None, "for the hold")
        question = table.here.questions()[0]
        assert (question.irregularity, question.choices) == ("reader_misused", ("continue",))
        await table.here.resolved("continue")
        await table.here.play_on()
        assert table.bits == [] and table.round.dealer[:2] == ("8C", "KD")


async def test_a_late_answer_of_an_earlier_round_counts_for_none(
    database: Database, settings: Settings, number: str
) -> None:
    async with reading(database, settings, number) as table:
        await table.deal("KD")
        first = await table.armed()
        await table.unplug()
        assert await table.insert("KD") == "blackjack", "which nobody hears"
        await table.here.done(c.ReadHole(blackjack=True))
        await table.here.play_on()
        assert table.round.complete and table.bits == [True]
        await table.deal("5D")
        await table.replug()
        token = await table.armed(first)
        await table.noted("nobody asks now")
        assert table.round.hole_read is None
        assert await table.insert("5D") == "no_blackjack"
        await table.read(True, False)
        assert token != first


async def test_a_reader_that_was_unplugged_while_armed(database: Database, settings: Settings, number: str) -> None:
    async with reading(database, settings, number) as table:
        await table.deal("5D")
        token = await table.armed()
        await table.unplug()
        await table.replug()
        assert await table.armed() == token, "the same question"
        assert await table.insert("5D") == "no_blackjack"
        await table.read(False)


async def test_an_answer_that_was_given_while_the_line_was_down_comes_once(
    database: Database, settings: Settings, number: str
) -> None:
    async with reading(database, settings, number) as table:
        await table.deal("5D")
        await table.armed()
        await table.unplug()
        assert await table.insert("5D") == "no_blackjack"
        await table.replug()
        await table.read(False)
        await table.here.deal("2C")
        assert (await table.machine())["armed"] is None


async def test_a_reader_that_restarts_while_armed_is_armed_again(
    database: Database, settings: Settings, number: str
) -> None:
    async with reading(database, settings, number) as table:
        await table.deal("KD")
        await table.armed()
        await table.reader.ask("/reboot", {"reason": "watchdog"})  # which disarms it
        await table.armed()
        assert await table.insert("KD") == "blackjack"
        await table.read(True)
        assert table.here.table.held is None, "no card can have moved by that"


async def test_the_server_restarts_while_the_reader_is_armed(
    database: Database, settings: Settings, number: str
) -> None:
    async with reading(database, settings, number) as table:
        await table.deal("5D")
        await table.armed()
        await table.here.tables.close()
        table.here.tables = await serving(database, settings)
        table.here.actor = await table.here.tables.open(number)
        table.follow()
        await table.here.until(lambda: table.here.health_of("reader").state == "running", "for the reader")
        await table.armed()
        assert await table.insert("5D") == "no_blackjack"
        await table.read(False)
        await table.here.play_on()
        await table.here.until(lambda: table.round.dealer[1:] == ("5D",) or len(table.round.dealer) > 2, "for the hole")


async def test_a_reader_that_is_lost_for_good(database: Database, settings: Settings, number: str) -> None:
    """The supervisor says so, and the round goes on by 15(m): the hole card is turned up after the players."""
    async with reading(database, settings, number) as table:
        await table.deal("5D")
        await table.armed()
        await table.unplug()
        refused = await table.here.do(c.DrawCard(Card("2C")))
        assert refused.refused is not None and refused.refused.code == "peek_first"
        broken = await table.here.do(c.Report("reader_broken"), None, "supervisor:one")
        assert broken.refused is None
        assert table.here.questions()[0].choices == ("no_reader",)
        await table.here.resolved("no_reader")
        assert [event.clause for event in table.events if isinstance(event, ReaderSetAside)] == ["15(m)"]
        assert table.here.table.reader_off
        await table.here.play_on()
        assert table.bits == [] and table.round.hole_read is None
        assert table.round.dealer[:2] == ("AC", "5D")
        await table.replug()
        while table.here.table.round is not None and not table.round.complete:
            await table.here.press()
        await table.deal("KD")
        assert (await table.machine())["armed"] is None, "it is out of use"
