"""Cards that lie face down: who orders them turned up neither says nor learns which they are."""

from typing import Any
from uuid import uuid4

from app.game import commands as c
from app.settings import Settings
from app.store.database import Database
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
