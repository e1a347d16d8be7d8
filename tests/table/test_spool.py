"""More comes behind a hold than is kept at hand: nothing is refused, nothing lost, and the order stays."""

import pytest

from app.devices import observations as o
from app.devices.session_protocol import Report
from app.game import commands as c
from app.game.core.cards import Card
from app.game.events import CameMeanwhile
from app.game.subjects.devices import decide as waiting
from app.house.state import Device
from app.settings import Settings
from app.store.database import Database
from app.store.log_reader import entries, event_of
from app.table.intake import spool as spools
from app.table.intake import table_desk as desks
from app.table.intake.table_desk import DeviceDesk
from tests.store.live import ask, ready, serving
from tests.store.waiting import when

BOOK = "nz-division-15"
CARDS = ("2C", "2D", "2H", "2S", "3C", "3D", "3H")


@pytest.fixture(autouse=True)
def _little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (waiting, desks):
        monkeypatch.setattr(module, "MOST_LAID_BY", 3)
    for module in (desks, spools):
        monkeypatch.setattr(module, "FETCHED", 2)


async def test_what_is_spooled_has_its_turn_in_order_after_a_restart_too(
    database: Database, settings: Settings, number: str
) -> None:
    """Seven cards wait behind a doubt, three at hand: box 1, which has two aces, is dealt all of them: 19."""
    async with serving(database, settings) as tables:
        actor = await ready(tables, number, BOOK)
        await ask(actor, c.PlaceWager(1, "ann", "main", 1000, seated=True))
        for card in ("AS", "9H", "AC"):
            await ask(actor, c.DrawCard(Card(card)))
        await ask(actor, c.DoubtDevice("reports_lost"))
        desk = tables.devices.desk(number)
        driven = DeviceDesk(desk, Device(f"t{number}-shoe", number, "shoe", "table-link", "socket://host:1"), 0)
        for card in CARDS:
            await driven.record(Report(o.CardSeen(Card(card)), b"", {}, 0))
        assert (len(actor.table.laid_by), actor.table.spooled) == (3, 4)
        assert len(desk._hidden._opened) <= len(CARDS)
        desk._hidden.forget(actor.table)
        assert len(desk._hidden._opened) == 3, "what is spooled is not kept at hand"
    async with serving(database, settings) as tables:
        actor = await tables.open(number)
        assert (len(actor.table.laid_by), actor.table.spooled) == (3, 4)
        await ask(actor, c.Resolve("continue"))

        async def taken() -> bool:
            return actor.table.spooled == 0 and not actor.table.laid_by

        await when(taken)
        assert actor.table.round is not None
        assert actor.table.round.boxes[0].hands[0].cards == ("AS", "AC", *CARDS)
    async with database.connection("reader") as reader:
        found = [event_of(each) for each in await entries(reader, f"table:{number}")]
    assert [each.spooled for each in found if isinstance(each, CameMeanwhile)] == [False] * 3 + [True] * 4
