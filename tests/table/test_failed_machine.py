"""A continuous shuffler has failed in a round, which is finished from a plain shoe (ACT 19.3(a)): what the machine
tells of the cards that people take out of it is no card of the round."""

from time import monotonic

from app.game import commands as c
from app.game.core.state import TableConfig
from app.settings import Settings
from app.store.database import Database
from tests.devices.waiting import until
from tests.table.wired import Wired, wired

ACT = "act-canberra-2005"
JAM, EMPTY = 0x14, 0x08
CONFIG = TableConfig(side_bets=(), decks=4, shuffler="continuous")


async def tells(at: Wired) -> None:
    """A card that was stuck falls out, and the machine is empty."""
    at.device.draw(monotonic())
    at.happen(EMPTY)
    at.happen(JAM)
    await until(lambda: at.device.confirmed == at.device.counter, "what it tells")


async def test_a_card_that_falls_out_of_it_is_not_dealt(database: Database, settings: Settings, number: str) -> None:
    async with wired(database, settings, number, "continuous", book=ACT, config=CONFIG) as at:
        await until(at.running, "the machine")
        await at.do(c.PlaceWager(1, "ann", "main", 1000, seated=True))
        for _ in range(2):
            at.device.draw(monotonic())
        at.happen(JAM)
        await until(lambda: at.table.held is not None, "the hold")
        await at.do(c.Resolve("manual_shoe"))
        await tells(at)
        assert (at.table.held, at.table.laid_by) == (None, ())
        await at.do(c.FinishShuffle(), c.CutCards(1, 90), c.PlaceCutCard(90), c.LoadShoe())
        left = at.table.shoe.left
        await tells(at)
        assert (at.table.held, at.table.laid_by, at.table.shoe.left) == (None, (), left)
        assert any(["finished from a plain shoe" in words for _, words in await at.notes()])
        await at.type("KH")
        assert at.table.shoe.left == left - 1
