"""A card is pushed back into the shoe: it is taken back, comes out again, and the count compares rightly."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from app.devices.driver import Driver
from app.devices.session_protocol import Answered
from app.devices.wanted import ClearError, Wanted
from app.game import commands as c
from app.game.core.state import TableConfig
from app.settings import Settings
from app.store.database import Database
from app.surveillance.verifying import verify
from tests.simulation.playing import Playing, playing
from tests.simulation.simulator import simulators

NZ, MA = "nz-division-15", "ma-pontoon-21-v3"
DIALECTS = ("table-link", "angel-eye", "bee-tek")


@asynccontextmanager
async def table(dialect: str, book: str, database: Database, settings: Settings, number: str) -> AsyncIterator[Playing]:
    shoe = ("shoe", "--dialect", dialect, "--listen", "pty", "--decks", "8", "--seed", "51", "--copy-gap-ms", "5")
    async with simulators(*shoe) as devices, playing(database, settings, number, book, devices) as here:
        yield here


async def pushed_back(here: Playing) -> None:
    """The last card goes back in, and the table holds for it."""
    await here.shoe.fault("pushed-back")
    await here.until(lambda: here.table.held is not None, "for the doubt")
    assert here.table.held is not None
    assert (here.table.held.irregularity, here.table.held.detail) == ("device_doubt", "card_pushed_back")


async def cleared(here: Playing) -> None:
    """An Angel Eye tells what is drawn in error mode as such; the error is cleared first."""
    if here.shoe.dialect == "angel-eye":
        driver = here.tables.devices.of(here.number).driver(here.name)
        assert driver is not None
        assert (await driver.want(ClearError(0))).outcome == "done"


async def left_in_the_shoe(here: Playing) -> int:
    left: int = (await here.shoe.ask("/state"))["machine"]["cards"]["left_count"]
    return left


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_it_is_taken_back_and_comes_again(
    dialect: str, database: Database, settings: Settings, number: str
) -> None:
    async with table(dialect, NZ, database, settings, number) as here:
        await here.open()
        await here.bet(1, 2)
        await here.deal("9S", "8H", "7D")
        before = here.table.round
        await here.deal("KC")
        await pushed_back(here)
        await here.resolved("taken_back")
        assert here.table.round == before
        assert here.table.shoe.left == await left_in_the_shoe(here)
        await cleared(here)
        await here.press()
        assert here.table.round is not None and here.table.round.boxes[0].hands[0].cards == ("9S", "KC")
        await here.play_on()
        await here.bet(1)
        await here.press()
        assert here.table.held is None
        assert here.table.shoe.left == await left_in_the_shoe(here)
    assert (await verify(database, settings)).clean


async def test_the_count_after_the_round_compares(
    database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shoe is asked, its answer is compared, and is what the record has; had nobody taken it back, it is not."""
    async with table("table-link", NZ, database, settings, number) as here:
        await here.open()
        want, counted = Driver.want, list[tuple[int, int]]()

        async def noted(self: Driver, wanted: Wanted) -> Answered:
            expected, answered = here.table.shoe.left, await want(self, wanted)
            if answered.counts is not None and answered.counts[1] is not None:
                counted.append((answered.counts[1], expected))
            return answered

        monkeypatch.setattr(Driver, "want", noted)
        for choice, differs in (("taken_back", 0), ("continue", 1)):
            await here.bet(1)
            await here.deal("9S", "8H", "KD")
            await here.play_on_by_hand()
            await here.deal("2C")
            await pushed_back(here)
            await here.resolved(choice)
            counted.clear()
            await here.play_on()
            await here.until(lambda: counted, "for the count")
            left, expected = counted[0]
            assert left - expected == differs
        await here.until(lambda: here.table.held is not None, "for what the count found")
        assert here.table.held is not None and here.table.held.irregularity == "cards_in_excess"


async def test_a_card_drawn_too_early_is_pushed_back_at_once(
    database: Database, settings: Settings, number: str
) -> None:
    """While the table holds for it: the book's choice comes first, then the card is taken back from there."""
    async with table("table-link", NZ, database, settings, number) as here:
        await here.open()
        await here.bet(1)
        await here.deal("9S", "8H", "KD")
        await here.play_on()
        assert here.table.round is not None and here.table.round.complete
        await here.press()
        assert here.table.held is not None and here.table.held.irregularity == "error_card_unseen"
        await here.shoe.fault("pushed-back")
        await here.until(lambda: here.table.laid_by, "for the word that it is back")
        await here.resolved("use_as_next")
        await here.until(lambda: here.table.held is not None, "for its turn")
        await here.resolved("taken_back")
        assert len(here.table.kept) == 0
        assert here.table.shoe.left == await left_in_the_shoe(here)
        await here.bet(1)
        await here.press()
        assert here.table.held is None
        assert here.table.shoe.left == await left_in_the_shoe(here)


async def test_a_hole_card_that_had_turned_itself_up_does_so_again(
    database: Database, settings: Settings, number: str
) -> None:
    """With the last card of the players the hole card was turned up; without that card it lies face down again."""
    async with table("table-link", MA, database, settings, number) as here:
        await here.open(TableConfig(hole_card="blind"))
        await here.bet(1, 2)
        await here.deal("9S", "9H", "8H", "KD", "5D", "3C")
        await here.done(c.Stand(1), next(each.id for each in here.questions() if each.question == "decide"))
        await here.deal("KC")
        await here.until(lambda: here.table.round is not None and len(here.table.round.dealer) > 1, "for the hole card")
        await pushed_back(here)
        await here.resolved("taken_back")
        assert here.table.round is not None and here.table.round.dealer == ("8H",)
        assert here.table.round.hole is not None
        await here.press()
        await here.until(lambda: here.table.round is not None and len(here.table.round.dealer) > 1, "for the hole card")
        assert here.table.round.boxes[1].hands[0].cards == ("9H", "5D", "KC")
        await here.play_on()
        assert here.table.held is None
        assert here.table.shoe.left == await left_in_the_shoe(here)
