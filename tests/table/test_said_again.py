"""What a device says again of the same card, while it is asked about, is kept and is no further question."""

import pytest

from app.devices import observations as o
from app.devices.session_protocol import Report
from app.game import commands as c
from app.house.state import Device
from app.settings import Settings
from app.store.database import Database
from app.table.actor import TableActor
from app.table.intake.hidden import Hidden
from app.table.intake.table_desk import DeviceDesk, TableDesk
from tests.store.live import ask, ready, serving

CARDS = ("9S", "8H", "8D")


class Shoe:
    """A table at which three cards are dealt, and its shoe."""

    def __init__(self, actor: TableActor, number: str) -> None:
        self.actor, self.notes, self.told = actor, list[str](), 0
        desk = TableDesk(f"table:{number}", actor, Hidden(), lambda _device, words: self.notes.append(words))
        self.device = Device(f"t{number}-shoe", number, "shoe", "table-link", "socket://host:1")
        self.driven = DeviceDesk(desk, self.device, 0)

    async def tells(self, *seen: o.Observation) -> None:
        for each in seen:
            self.told += 1
            await self.driven.record(Report(each, b"x", {}, 0, key=f"SH-1/{self.told}"))

    def asked(self) -> list[str]:
        """What holds the table, and what waits."""
        held = self.actor.table.held
        return [held.detail if held is not None else "", *[each.doubt for each in self.actor.table.laid_by]]


@pytest.mark.parametrize(
    ("seen", "another", "doubt"),
    [
        (o.CardPushedBack(2), o.CardPushedBack(3), "card_pushed_back"),
        (o.TwoAtOnce(1), o.TwoAtOnce(2), "two_at_once"),
    ],
)
async def test_the_same_card_is_asked_about_once_and_another_by_itself(
    seen: o.Observation, another: o.Observation, doubt: str, database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        shoe = Shoe(await ready(tables, number), number)
        await ask(shoe.actor, c.PlaceWager(1, "gus", "main", 1000))
        for card in CARDS:
            await ask(shoe.actor, c.DrawCard(card))  # type: ignore[arg-type]
        await shoe.tells(*[seen] * 20)
        assert shoe.asked() == [doubt]
        await shoe.tells(another, seen, another)
        assert shoe.asked() == [doubt, doubt], "another card went back, too"
        await ask(shoe.actor, c.Resolve("continue"))
        await ask(shoe.actor, c.TakeUp())
        await ask(shoe.actor, c.Resolve("continue"))
        assert shoe.asked() == [""]
        await shoe.tells(seen)
        assert shoe.asked() == [doubt], "it was answered, and is said anew"
        assert len(shoe.notes) == 21 and "asked about already" in shoe.notes[0]
        async with database.connection("reader") as reader:
            frames = await reader.fetchval("SELECT count(*) FROM device_frames WHERE device = $1", shoe.device.name)
    assert frames == shoe.told, "each is kept"


async def test_a_device_without_numbers_says_of_no_more_cards_than_have_left(
    database: Database, settings: Settings, number: str
) -> None:
    """Which card it was nobody can tell: two may have gone back one after the other."""
    async with serving(database, settings) as tables:
        shoe = Shoe(await ready(tables, number), number)
        await ask(shoe.actor, c.PlaceWager(1, "gus", "main", 1000))
        for card in CARDS:
            await ask(shoe.actor, c.DrawCard(card))  # type: ignore[arg-type]
        await shoe.tells(*[o.CardPushedBack()] * 20)
        assert shoe.asked() == ["card_pushed_back"] * len(CARDS)
