"""Where each card is known from, on its events and in the projection of the cards."""

import pytest

from app.game import commands as c
from app.game import events as e
from app.game.core.state import TableConfig
from app.settings import Settings
from app.store.database import Database
from tests.simulation.evenings import BOOK, CONFIG, Evening
from tests.simulation.leavings import Record
from tests.simulation.playing import playing
from tests.simulation.simulator import simulators

LEFT = (e.CardBurnt, e.CardDealt, e.CardDealtDown)
PROJECTED = "SELECT DISTINCT source FROM cards WHERE stream = $1 AND event = ANY($2)"


async def sources(record: Record) -> dict[str, set[str]]:
    """The marks of the cards that left the shoe, by the kind of event that first told of them."""
    await record.cards()
    found: dict[str, set[str]] = {}
    for event in record.events:
        left = isinstance(event, LEFT) and not getattr(event, "kept", False)
        if left or (isinstance(event, e.TableHeld) and event.from_shoe):
            found.setdefault(type(event).__name__, set()).add(event.source)
    return found


async def projected(database: Database, number: str) -> set[str]:
    """The marks of the same cards in the projection."""
    async with database.connection("app") as connection:
        rows = await connection.fetch(PROJECTED, f"table:{number}", [each.__name__ for each in LEFT])
    return {row["source"] for row in rows}


async def test_a_table_without_a_shoe_types_its_cards(database: Database, settings: Settings, number: str) -> None:
    """Burnt, face up and face down, each is marked as keyed by hand; nothing waits for a shoe to confirm it."""
    async with playing(database, settings, number, BOOK, []) as here:
        await here.done(c.OpenTable(CONFIG))
        await here.done(c.ChangeDealer("dealer one"))
        await here.done(c.BringSet("set one", "blue"))
        await here.load(burn=False)
        await here.type_card("2C")
        await here.bet(1)
        for card in ("9S", "7D", "KC", "QD"):
            answer = await here.type_card(card)
            assert answer.refused is None
        assert not here.table.keyed
        assert here.table.round is not None
        assert here.table.round.hole is not None
        every = {"CardBurnt": {"manual"}, "CardDealt": {"manual"}, "CardDealtDown": {"manual"}}
        assert await sources(Record(database, f"table:{number}")) == every
        assert await projected(database, number) == {"manual"}


@pytest.mark.parametrize(("dialect", "mark"), [("bee-tek", "unchecked"), ("angel-eye", "")])
async def test_cards_of_a_line_without_a_check_are_marked(
    dialect: str, mark: str, database: Database, settings: Settings, number: str
) -> None:
    """Burnt, face up, face down, out of turn, and what came while the table held."""
    async with (
        simulators("shoe", "--dialect", dialect, "--listen", "pty", "--seed", "8") as devices,
        playing(database, settings, number, BOOK, devices) as here,
    ):
        evening = Evening(here, database, settings)
        await evening.begin()
        await evening.watch()
        await evening.press()
        await evening.press()
        await evening.made_good()
        await here.bet(1)
        await evening.deal(4)
        await evening.finish(await evening.outcome())
        every = {"CardBurnt": {mark}, "TableHeld": {mark}, "CardDealt": {mark}, "CardDealtDown": {mark}}
        assert await sources(evening.record) == every
        assert mark in await projected(database, number)


async def test_a_card_that_is_typed_beside_such_a_shoe(database: Database, settings: Settings, number: str) -> None:
    """It cannot tell later what it has not told: the card is the dealer's word alone, and the shoe's are the shoe's."""
    async with (
        simulators("shoe", "--dialect", "bee-tek", "--listen", "pty", "--seed", "9") as devices,
        playing(database, settings, number, "sg-pontoon-plus-v5", devices) as here,
    ):
        await here.open(TableConfig())
        await here.bet(1)
        await here.deal("9S")
        await here.shoe.stack("7D")
        await here.shoe.fault("drop")
        await here.shoe.press()
        assert (await here.type_card("7D")).refused is None
        await here.deal("KC")
        assert await sources(Record(database, f"table:{number}")) == {"CardDealt": {"unchecked", "manual"}}
        assert await projected(database, number) == {"unchecked", "manual"}
