"""Which devices the tables of a process have, as the log of the house goes on."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import asyncpg
import pytest

from app.house.refusal_in_words import RefusedInWords
from app.house.state import Device
from app.house.subjects.devices.commands import AttachDevice, BindDevice, DetachDevice, NoteDevice
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.table.attached import marks, table_devices
from app.table.attached.table_devices import TableDevices
from app.table.intake.hidden import Hidden
from app.table.open_tables import Tables
from tests.devices.waiting import until
from tests.store.housed import house_of
from tests.store.live import BOOK, ask, opening, serving

Configured = list[tuple[str, ...]]


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> Configured:
    """The devices that a table was told to have, each time that one was."""
    seen, before = Configured(), TableDevices.configure

    async def noticed(self: TableDevices, devices: tuple[Device, ...]) -> None:
        seen.append(tuple([device.name for device in devices]))
        await before(self, devices)

    monkeypatch.setattr(TableDevices, "configure", noticed)
    return seen


async def _told(tables: Tables, log: HouseLog, *commands: object) -> None:
    """These are in the log of the house, and this process has read it."""
    for command in commands:
        answer = await log.ask(uuid4(), command, "test")  # type: ignore[arg-type]
        assert not isinstance(answer, RefusedInWords), answer
    await house_of(tables).look()


def _shoe(number: str) -> Device:
    return Device(f"t{number}-shoe", number, "shoe", "table-link", "socket://127.0.0.1:1")


async def test_a_table_is_told_only_of_changes_of_its_own(
    database: Database, settings: Settings, number: str, configured: Configured
) -> None:
    other, name = f"{number}-b", f"t{number}-shoe"
    async with serving(database, settings) as tables:
        log = HouseLog(database, settings.gaming_day)
        for each in (number, other):
            await tables.open(each, BOOK)
        configured.clear()
        await _told(tables, log, AttachDevice(_shoe(number)))
        await until(lambda: tables.devices.of(number).driver(name) is not None, "the shoe")
        assert configured == [(name,)]
        await _told(tables, log, NoteDevice(name, "alarm", "one"), NoteDevice(name, "alarm", "two"))
        await _told(tables, log, BindDevice(name, "SH-0042", "sue", "sam"))
        await until(lambda: len(configured) > 1, "that it is bound")  # before it goes: both may be read at once, or not
        await _told(tables, log, DetachDevice(name))
        await until(lambda: tables.devices.of(number).driver(name) is None, "that it is gone")
        assert configured == [(name,), (name,), ()]


async def test_devices_that_changed_and_changed_back_are_those_of_the_end(
    database: Database, settings: Settings, number: str, configured: Configured
) -> None:
    """However much is still under way."""
    name = f"t{number}-shoe"
    async with serving(database, settings) as tables:
        log = HouseLog(database, settings.gaming_day)
        await tables.open(number, BOOK)
        await _told(tables, log, AttachDevice(_shoe(number)))
        await _told(tables, log, DetachDevice(name))
        await _told(tables, log, AttachDevice(_shoe(number)))
        await until(lambda: configured[-3:] == [(name,), (), (name,)], f"the three changes: {configured}")
        await until(lambda: tables.devices.of(number).driver(name) is not None, "the shoe")
        await _told(tables, log, DetachDevice(name))
        await until(lambda: tables.devices.of(number).driver(name) is None, "that it is gone")


def _lost_once(works: Callable[..., Any]) -> Callable[..., Any]:
    """The same, but that the connection is lost the first time."""
    lost = [asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")]

    async def tried(*arguments: Any) -> Any:
        if lost:
            raise lost.pop()
        return await works(*arguments)

    return tried


async def test_devices_of_a_table_that_is_opened_while_the_database_goes_away_are_attached_when_it_is_back(
    database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(database, settings) as tables:
        await _told(tables, HouseLog(database, settings.gaming_day), AttachDevice(_shoe(number)))
        monkeypatch.setattr(table_devices, "left_off", _lost_once(marks.left_off))
        await tables.open(number, BOOK)
        assert tables.devices.of(number).driver(f"t{number}-shoe") is None
        await until(lambda: tables.devices.of(number).driver(f"t{number}-shoe") is not None, "the shoe")
        await _told(tables, HouseLog(database, settings.gaming_day), DetachDevice(f"t{number}-shoe"))


async def test_a_table_whose_hidden_cards_could_not_be_read_is_opened_anew_by_whoever_asks_next(
    database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(database, settings) as tables:
        monkeypatch.setattr(Hidden, "load", _lost_once(Hidden.load))
        with pytest.raises(asyncpg.ConnectionDoesNotExistError):
            await tables.open(number, BOOK)
        assert number not in tables.live() and not tables.devices.attends(number)
        actor = await tables.open(number, BOOK)
        assert tables.devices.attends(number)
        assert (await ask(actor, *opening()[:1]))[0].refused is None
