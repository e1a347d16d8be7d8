"""Another of the table's own shoes is plugged in: in a shoe the cards are looked at, between shoes nobody is asked."""

from uuid import uuid4

import pytest

from app.game import commands as c
from app.house.subjects.devices.commands import BindDevice
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from tests.devices.waiting import until
from tests.store.housed import house_of
from tests.table.wired import Wired, wired

DRAW_INDEX = 40


async def plug_the_other(at: Wired, settings: Settings) -> None:
    """The other shoe, bound like the first, comes to its line."""
    log = HouseLog(at.database, settings.gaming_day)
    await log.ask(uuid4(), BindDevice(at.name, "SH-0043", "sue", "sam"), "test")
    await at.unplug()
    device = at.device
    device.ring.clear()
    device.serial, device.counter, device.confirmed, device.boot, device.index = "SH-0043", 3, 3, 2, DRAW_INDEX
    await at.replug()


@pytest.mark.parametrize("shuffling", [False, True])
async def test_another_shoe(database: Database, settings: Settings, number: str, *, shuffling: bool) -> None:
    async with wired(database, settings, number) as at:
        await until(at.running, "the shoe")
        await at.do(c.OrderShuffle("discretion") if shuffling else c.PlaceWager(1, "gus", "main", 1000))
        await plug_the_other(at, settings)
        await until(lambda: (at.table.held is not None) is not shuffling, "what the table makes of it")
        if shuffling:
            await until(lambda: "SH-0043" in str(house_of(at.tables).now.notes), "the note")
            assert at.table.held is None
            return
        assert at.table.held is not None and at.table.held.detail == "device_swapped"
        left = at.table.shoe.left
        await at.do(c.Resolve("continue"))
        at.device.draw(0.0)
        await until(lambda: at.table.shoe.left == left - 1, "its card")
