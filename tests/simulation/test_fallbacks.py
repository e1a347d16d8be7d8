"""Tables that go on without their shoe: the dealer types the cards, each is marked for it, and what the shoe tells
afterwards is compared with them, one by one, and never dealt twice."""

import pytest

from app.game import commands as c
from app.game.core.state import TableConfig
from app.game.events import KeyedConfirmed, TableHeld
from app.settings import Settings
from app.store.database import Database
from app.surveillance.verifying import verify
from tests.simulation.leavings import Record
from tests.simulation.playing import Playing, playing, serving
from tests.simulation.simulator import simulators

pytestmark = pytest.mark.usefixtures("proves_itself")

MA, SG = "ma-pontoon-21-v3", "sg-pontoon-plus-v5"
SHOE = ("shoe", "--seed", "7")


class Felt:
    """A table of which the shoe's line is lost, and its record."""

    def __init__(self, here: Playing, database: Database) -> None:
        self.here, self.record = here, Record(database, f"table:{here.number}")

    async def types(self, *cards: str) -> None:
        for card in cards:
            answer = await self.here.type_card(card)
            assert answer.refused is None, answer.refused

    async def draws(self, *cards: str) -> None:
        """These leave the shoe while nobody hears it."""
        await self.here.shoe.stack(*cards)
        await self.here.shoe.press(len(cards))

    async def replug(self) -> None:
        await self.here.shoe.ask("/replug", {})

    async def held(self, why: str) -> None:
        """Wait until the table holds for this."""
        await self.here.until(lambda: self.here.table.held is not None, f"for {why}")
        held = self.here.table.held
        assert held is not None and why in (held.irregularity, held.detail)

    async def told(self) -> None:
        """Wait until nothing that was typed waits for the shoe."""
        await self.here.until(lambda: not self.here.table.keyed, "for the shoe's word")

    async def is_true(self) -> None:
        """The record has every card that left the shoe once, in order."""
        drawn = (await self.here.shoe.ask("/state"))["machine"]["cards"]["drawn"]
        assert await self.record.cards() == [each["card"] for each in drawn]

    async def holds(self) -> list[str]:
        return await self.record.holds()


async def sources(database: Database, number: str) -> list[str]:
    """Where the cards of the record are known from."""
    async with database.connection("reader") as reader:
        rows = await reader.fetch(_SOURCES, f"table:{number}")
    return [row["source"] for row in rows]


_SOURCES = """
SELECT source FROM cards WHERE stream = $1 AND event IN ('CardDealt', 'CardDealtDown', 'CardBurnt')
ORDER BY version, n"""


async def test_a_table_without_a_shoe(database: Database, settings: Settings, number: str) -> None:
    """Burnt and hole card are typed like any other, lie face down, and are turned up by themselves."""
    async with playing(database, settings, number, MA, []) as here:
        await here.open_by_hand(TableConfig(hole_card="blind"), "3C")
        await here.bet(1, 2)
        for card in ("9S", "8H", "AC", "2H", "KC", "5D"):
            assert (await here.type_card(card)).refused is None
        round_ = here.table.round
        assert round_ is not None and round_.hole is not None and round_.dealer == ("AC",)
        await here.play_on_by_hand()
        await here.until(lambda: here.table.round is not None and len(here.table.round.dealer) > 1, "for the hole card")
        assert here.table.round is not None and here.table.round.dealer == ("AC", "5D")
        assert (await here.type_card("2C")).refused is None
        assert here.table.round.complete or (await here.type_card("2D")).refused is None
        assert set(await sources(database, number)) == {"manual"} and here.table.keyed == ()
        async with database.connection("vault") as vault:
            sealed = await vault.fetch("SELECT card FROM sealed WHERE stream = $1 ORDER BY version", f"table:{number}")
        assert [row["card"] for row in sealed] == ["3C", "5D"]


async def test_a_card_that_no_deck_has_is_typed(database: Database, settings: Settings, number: str) -> None:
    async with playing(database, settings, number, SG, []) as here:
        await here.open()
        await here.bet(1)
        assert (await here.type_card("TS")).refused is None
        assert here.table.held is not None and here.table.held.irregularity == "foreign_card"


async def test_what_was_typed_while_the_line_was_lost_is_confirmed(
    database: Database, settings: Settings, number: str
) -> None:
    async with simulators(*SHOE) as devices, playing(database, settings, number, SG, devices) as here:
        felt = Felt(here, database)
        await here.open()
        await here.bet(1)
        await here.deal("9S")
        await here.unplugged()
        await felt.draws("8H", "7D", "2C")
        await felt.types("8H", "7D", "2C")
        assert len(here.table.keyed) == 3
        round_ = here.table.round
        assert round_ is not None and round_.boxes[0].hands[0].cards == ("9S", "7D", "2C")
        await felt.replug()
        await felt.told()
        await here.deal("3C")
        assert here.table.round is not None and here.table.round.boxes[0].hands[0].cards == ("9S", "7D", "2C", "3C")
        await felt.is_true()
        assert await felt.holds() == []
        assert sum([event.cards for event in felt.record.events if isinstance(event, KeyedConfirmed)]) == 3
        assert await sources(database, number) == ["", "keyed", "keyed", "keyed", ""]


async def test_a_server_that_restarts_in_between_compares_all_the_same(
    database: Database, settings: Settings, number: str
) -> None:
    """A face-down card among them too: what it is the server reads in the vault."""
    async with simulators(*SHOE) as devices, playing(database, settings, number, MA, devices) as here:
        felt = Felt(here, database)
        await here.open(TableConfig(hole_card="blind"))
        await here.bet(1)
        await here.deal("9S", "8C")
        await here.unplugged()
        await felt.draws("2H", "5D")
        await felt.types("2H", "5D")
        await here.tables.close()
        here.tables = await serving(database, settings)
        here.actor = await here.tables.open(number)
        assert len(here.table.keyed) == 2
        await felt.replug()
        await felt.told()
        assert await felt.holds() == []
        await felt.is_true()


@pytest.mark.parametrize("choice", ["same_card", "another_card"])
async def test_the_shoe_tells_another_card(choice: str, database: Database, settings: Settings, number: str) -> None:
    async with simulators(*SHOE) as devices, playing(database, settings, number, SG, devices) as here:
        felt = Felt(here, database)
        await here.open()
        await here.bet(1)
        await here.deal("9S", "8C")
        await here.unplugged()
        await felt.draws("2H")
        await felt.types("2D")
        await felt.replug()
        await felt.held("keyed_differs")
        assert here.questions()[0].choices == ("same_card", "another_card", "as_told")
        await here.resolved(choice)
        await felt.told()
        await here.until(lambda: not here.table.laid_by and here.table.held is None, "for its turn")
        round_ = here.table.round
        assert round_ is not None
        both = ("9S", "2D", "2H") if choice == "another_card" else ("9S", "2D")
        assert round_.boxes[0].hands[0].cards == both, "dealt once, as what the supervisor says that it is"
        await here.deal("3C")
        assert here.table.round is not None and here.table.round.boxes[0].hands[0].cards == (*both, "3C")
        assert await felt.holds() == ["keyed_differs"]


async def test_the_first_card_differs_and_the_others_are_the_same(
    database: Database, settings: Settings, number: str
) -> None:
    async with simulators(*SHOE) as devices, playing(database, settings, number, SG, devices) as here:
        felt = Felt(here, database)
        await here.open()
        await here.bet(1)
        await here.deal("9S", "8C")
        await here.unplugged()
        await felt.draws("2H", "3H", "4C")
        await felt.types("2D", "3H")
        await felt.replug()
        await felt.held("keyed_differs")
        await here.until(lambda: len(here.table.laid_by) == 2, "for what came meanwhile")
        await here.resolved("same_card")
        await here.until(lambda: not here.table.laid_by and here.table.held is None, "for their turn")
        assert here.table.keyed == ()
        assert here.table.round is not None
        assert here.table.round.boxes[0].hands[0].cards == ("9S", "2D", "3H", "4C")


async def test_a_card_of_which_the_shoe_never_tells(database: Database, settings: Settings, number: str) -> None:
    """It was not drawn from this shoe, or the shoe did not notice: a supervisor looks, and is asked once."""
    async with (
        simulators(*SHOE) as devices,
        playing(database, settings, number, SG, devices, keyed_patience_s=0.1) as here,
    ):
        felt = Felt(here, database)
        await here.open()
        await here.bet(1)
        await here.deal("9S")
        await here.unplugged()
        await felt.types("8C")
        await felt.replug()
        await felt.held("keyed_not_told")
        await here.resolved("continue")
        await here.deal("7H", "3C")
        await here.done(c.Stand(1), next(each.id for each in here.questions() if each.question == "decide"))
        assert (await felt.holds()).count("keyed_not_told") == 1
        assert here.table.round is not None and here.table.round.boxes[0].hands[0].cards[:2] == ("9S", "7H")


async def test_a_shoe_that_keeps_nothing_tells_nothing_of_what_was_typed(
    database: Database, settings: Settings, number: str
) -> None:
    """A Bee-Tek shoe: what is typed is by hand, and its line is doubted when it is back."""
    devices = (*SHOE, "--dialect", "bee-tek")
    async with simulators(*devices) as found, playing(database, settings, number, SG, found) as here:
        felt = Felt(here, database)
        await here.open()
        await here.bet(1)
        await here.deal("9S")
        await here.unplugged()
        await felt.draws("8C")
        await felt.types("8C")
        await felt.replug()
        await felt.held("line_was_down")
        await here.resolved("continue")
        await here.deal("2H")
        await felt.is_true()
        assert await sources(database, number) == ["unchecked", "manual", "unchecked"]


async def test_what_is_typed_while_the_table_holds_is_refused(
    database: Database, settings: Settings, number: str
) -> None:
    async with playing(database, settings, number, SG, []) as here:
        await here.open()
        await here.bet(1)
        assert (await here.type_card("9S")).refused is None
        await here.done(c.DoubtDevice("reports_lost"))
        refused = (await here.type_card("8C")).refused
        assert refused is not None and refused.code == "table_holds"
        await here.resolved("enter_card", "8C")
        await here.resolved("continue")
        assert here.table.round is not None and here.table.round.dealer == ("8C",)
        assert len([event for event in here.table.record if isinstance(event, TableHeld)]) == 2


async def test_what_was_laid_by_is_told_of_twice_and_lies_in_the_vault_once(
    database: Database, settings: Settings, number: str
) -> None:
    """A card that came in a hold and is awaited by nobody holds the table in its turn."""
    async with simulators(*SHOE) as devices, playing(database, settings, number, SG, devices) as here:
        await here.open()
        await here.done(c.DoubtDevice("reports_lost"))
        missing = (await verify(database, settings)).counts.not_in_vault
        await here.deal("4C")
        (laid_by,) = here.table.laid_by
        await here.resolved("continue")
        await here.until(lambda: not here.table.laid_by and here.table.held is not None, "for its turn")
        assert here.table.held is not None and here.table.held.commitment == laid_by.commitment
        found = await verify(database, settings)
        assert (found.found, found.counts.not_in_vault) == ((), missing)
