"""The shoe deals on while the amount of a wager has to be entered first: no card is lost, and nothing is an error."""

import pytest

from app.game import commands as c
from app.settings import Settings
from app.store.database import Database
from tests.simulation.playing import playing, serving
from tests.simulation.simulator import simulators


@pytest.mark.parametrize("book", ["sg-pontoon-plus-v5", "nz-division-15"])
async def test_cards_before_an_amount_are_dealt_with_it(
    book: str, database: Database, settings: Settings, number: str
) -> None:
    """Two cards come too soon; restarted in between, the table knows them still."""
    arguments = ("shoe", "--dialect", "table-link", "--listen", "pty", "--decks", "8", "--seed", "7")
    async with simulators(*arguments) as devices, playing(database, settings, number, book, devices) as here:
        await here.open()
        await here.done(c.PlaceWager(1, "ann", "main", 0, seated=True, missing=True))
        await here.deal("2S", "8H", "3D")
        assert [each.question for each in here.questions()] == ["amount"]
        await here.deal("4C", "5C")
        assert here.table.held is None
        assert len(here.table.laid_by) == 2
        await here.tables.close()
        here.tables = await serving(database, settings)
        here.actor = await here.tables.open(number)
        await here.until(lambda: all(each.connected for each in here.health()), "for the line")
        assert [each.question for each in here.questions()] == ["amount"]
        await here.done(c.PlaceWager(1, "ann", "main", 1_000, by="sue"))
        await here.until(lambda: not here.table.laid_by, "for the cards that came before")
        assert here.table.held is None
        round_ = here.table.round
        assert round_ is not None
        assert round_.boxes[0].hands[0].cards == ("2S", "3D", "4C", "5C")
        await here.press()
        await here.play_on()
        assert here.table.held is None
