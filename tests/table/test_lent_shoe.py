"""A shoe that was lent to another table and comes back tells what it kept there: none of that is this table's."""

from time import monotonic
from uuid import uuid4

import pytest

from app.devices.observations import Jammed
from app.game import commands as c
from app.game.core.cards import Card
from app.house.refusal_in_words import RefusedInWords
from app.house.state import Device
from app.house.subjects.devices.commands import AttachDevice, BindDevice, DetachDevice
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from tests.devices.table_link_device import Device as Plugged
from tests.devices.waiting import until
from tests.store.housed import house_of
from tests.store.live import ask
from tests.table.wired import Wired, wired


async def told(at: Wired, log: HouseLog, *commands: object) -> None:
    """These are in the log of the house, and the server has read all of them at once."""
    for command in commands:
        answer = await log.ask(uuid4(), command, "test")  # type: ignore[arg-type]
        assert not isinstance(answer, RefusedInWords), answer
    await house_of(at.tables).look()


def cards(at: Wired) -> tuple[Card, ...]:
    assert at.table.round is not None
    return tuple([card for box in at.table.round.boxes for hand in box.hands for card in hand.cards])


@pytest.mark.parametrize("kept", [3, 1], ids=["all", "the last"])
async def test_what_it_told_elsewhere_is_stored_and_confirmed_and_never_played(
    kept: int, database: Database, settings: Settings, number: str
) -> None:
    """Nor does anybody here miss what it does not keep any more."""
    async with wired(database, settings, number) as at:
        log = HouseLog(database, settings.gaming_day)
        attached = Device(at.name, number, "shoe", "table-link", at.end.url)
        await ask(at.actor, c.PlaceWager(1, "gus", "main", 1000))
        await until(at.running, "the shoe")
        at.device.draw(monotonic())
        await until(lambda: cards(at) == (Card("8S"),), "the first card")
        await told(at, log, DetachDevice(at.name))
        await until(lambda: at.health() is None, "that it is gone")
        left, at.device.pushing = at.table.shoe.left, False  # nobody here has its line open
        for _ in range(3):  # dealt at another table
            at.device.draw(monotonic())
        while len(at.device.unconfirmed()) > kept:
            at.device.ring.popleft()
        at.end.pull()  # it is bound before anybody hears it
        await told(at, log, AttachDevice(attached, "sue", "sam"), BindDevice(at.name, at.device.serial, "sue", "sam"))
        at.end.plug()
        await until(lambda: at.running() and at.device.confirmed == at.device.counter, "what it kept is confirmed")
        assert (at.table.held, at.table.laid_by, at.table.shoe.left) == (None, (), left)
        at.device.draw(monotonic())
        await until(lambda: at.table.shoe.left == left - 1, "the next card")
        assert at.table.held is None


@pytest.mark.parametrize("bound", [True, False])
async def test_what_is_not_played_raises_no_alarm_either(
    bound: bool, database: Database, settings: Settings, number: str
) -> None:
    """A jam in the office, or at another table, is none of this table; one here is."""
    heard: list[object] = []
    async with wired(database, settings, number, made=lambda shoe: jam(shoe, 0.0)) as at:
        at.tables.devices.hear(lambda _stream, seen: heard.append(seen))
        await until(lambda: at.running() and at.device.confirmed == at.device.counter, "what it kept")
        assert Jammed() not in heard
        if not bound:
            at.device.serial = "SH-0043"
            at.restart()
            await until(lambda: at.health() is not None and at.health().state == "unbound", "the stranger")  # type: ignore[union-attr]
        jam(at.device, monotonic())
        await until(lambda: at.device.confirmed == at.device.counter, "the jam")
        assert (Jammed() in heard) is bound


def jam(shoe: Plugged, now: float) -> None:
    shoe.happen(0x14, b"", now)


async def test_one_that_stayed_tells_what_it_kept_while_its_line_was_down(
    database: Database, settings: Settings, number: str
) -> None:
    """Also if it is reached at another address now."""
    async with wired(database, settings, number) as at:
        log = HouseLog(database, settings.gaming_day)
        await ask(at.actor, c.PlaceWager(1, "gus", "main", 1000))
        await until(at.running, "the shoe")
        at.device.pushing = False
        at.end.pull()
        await until(lambda: not at.running(), "that it is lost")
        at.device.draw(monotonic())
        elsewhere = at.end.url.replace("127.0.0.1", "localhost")
        await told(at, log, AttachDevice(Device(at.name, number, "shoe", "table-link", elsewhere), "sue", "sam"))
        at.end.plug()
        await until(lambda: cards(at) == (Card("8S"),), "its card")
