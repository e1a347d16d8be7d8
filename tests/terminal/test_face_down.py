"""Cards that lie face down: who orders them turned up neither says nor learns which they are."""

from typing import Any
from uuid import uuid4

from app.devices.observations import CardSeen
from app.devices.session_protocol import Report
from app.game import commands as c
from app.game.core.cards import Card
from app.house.state import Device
from app.settings import Settings
from app.store.database import Database
from app.surveillance.loading import load_last
from app.table.intake.table_desk import DeviceDesk
from tests.simulation.playing import Playing
from tests.terminal.pit import Pit, pit

BOOK = "ma-pontoon-21-v3"
ENTERED: dict[str, Any] = {"choice": "enter_card", "card": "5D"}


async def first_cards(here: Pit) -> None:
    """The first cards of a round, behind the one that is burnt for the new dealer."""
    await here.deal("3C")
    await here.bet_and_deal("9S", "8C", "2H")


async def hole_card(here: Pit) -> None:
    """A hole card that was typed."""
    await first_cards(here)
    await here.deal("5D")
    assert here.table.round is not None
    assert here.table.round.hole is not None


async def test_a_hole_card_that_was_typed_is_turned_up_without_anybodys_knowing_it(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number, book=BOOK, config={"hole_card": "blind"}) as here:
        await hole_card(here)
        refused = await here.refused("dana", "TurnUpHole")
        assert refused.code == "nothing_to_turn"
        assert "5D" not in f"{refused.message}{refused.details}"
        await here.answer("dana", "Stand", box=1)
        hands = Playing(here.tables, here.actor, number, {})
        await hands.until(lambda: here.table.round is not None and "5D" in here.table.round.dealer, "for the hole card")


async def test_an_order_to_turn_up_comes_again_as_the_same(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number, book=BOOK, config={"hole_card": "blind"}) as here:
        await hole_card(here)
        id_ = uuid4()
        first = await here.refused("dana", "TurnUpHole", id_=id_)
        again = await here.refused("dana", "TurnUpHole", id_=id_)
        assert (again.code, again.details) == (first.code, first.details)
        assert (await here.refused("dana", "TurnUpKept", id_=id_)).code == "id_reused"


async def test_a_card_that_is_entered_in_a_hold_comes_again_as_the_same(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number, book=BOOK, config={"hole_card": "blind"}) as here:
        await first_cards(here)
        await Playing(here.tables, here.actor, number, {}).done(c.DoubtDevice("card_unread"))
        id_ = uuid4()
        assert (await here.refused("dana", "Resolve", **ENTERED)).code == "not_allowed"
        first = await here.ask("susan", "Resolve", id_=id_, **ENTERED)
        assert here.table.round is not None
        assert here.table.round.hole is not None
        assert await here.ask("susan", "Resolve", id_=id_, **ENTERED) == first._replace(again=True)
        assert (await here.refused("susan", "Resolve", id_=id_, choice="continue")).code == "id_reused"


async def test_a_card_that_came_after_the_round_is_shown_to_nobody_before_it_is_dealt(
    staffed: Database, settings: Settings, number: str
) -> None:
    """It lies face down behind a round that is over, and may be the first of the next."""
    async with pit(staffed, settings, number) as here:
        await here.bet_and_deal("8S", "6D", "KH")
        await here.answer("dana", "Stand", box=1)
        await here.deal("KC", "5D")
        shoe = Device("shoe", number, "shoe", "table-link", "socket://nowhere:1")
        desk = DeviceDesk(here.tables.devices.desk(number), shoe, 0)
        await desk.record(Report(CardSeen(Card("9C")), b"", {}, 0))
        assert here.table.held is not None and here.table.held.commitment is not None
        assert await opened(staffed, number) == []
        await here.answer("susan", "Resolve", choice="use_as_next")
        assert [each.commitment is not None for each in here.table.kept] == [True]
        assert await opened(staffed, number) == []


async def opened(database: Database, number: str) -> list[str]:
    """What lay face down in the last round, as far as it may be shown to whom that was granted."""
    ((_row, recorded, _rules),) = await load_last(database, number, 1)
    return [str(each.card) for each in recorded.opened.values()]
