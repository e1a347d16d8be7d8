"""Following the log of the house, and noting in it, whatever becomes of the database meanwhile."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest

from app.house.records import HouseCommand
from app.house.refusal_in_words import RefusedInWords
from app.house.state import Device, House, device_of
from app.house.subjects.devices.commands import AttachDevice, DetachDevice, NoteDevice
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.store.shared_log import Ask
from app.table.attached.marks import left_off
from app.table.house_keeping import MOST_WAITING, HouseKeeping
from tests.devices.waiting import until


def attach(number: str) -> AttachDevice:
    return AttachDevice(Device(f"t{number}-shoe", number, "shoe", "table-link", f"socket://host/{number}"))


class Away(HouseLog):
    """A log of the house that cannot be reached for a while."""

    away, in_vain = False, 0

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[Ask[HouseCommand, House]]:
        if self.away:
            self.in_vain += 1
            raise OSError("the database is away")
        async with super().asking() as ask:
            yield ask


async def test_what_others_write_is_told(database: Database, settings: Settings, number: str) -> None:
    log, seen = HouseLog(database, settings.gaming_day), list[House]()
    keeping = HouseKeeping(log)
    await keeping.start()
    try:
        keeping.listen(seen.append)
        await log.ask(uuid4(), attach(number), "test")
        await until(lambda: device_of(keeping.now, f"t{number}-shoe") is not None, "the device")
        assert seen[-1] == keeping.now
        await log.ask(uuid4(), DetachDevice(f"t{number}-shoe"), "test")
        await until(lambda: device_of(keeping.now, f"t{number}-shoe") is None, "that it is gone")
    finally:
        await keeping.close()


async def test_notes_wait_for_the_database_and_are_written_in_their_order(
    database: Database, settings: Settings, number: str
) -> None:
    """Those of which the house knows no device are dropped, and hold up no others."""
    log = Away(database, settings.gaming_day)
    assert not isinstance(await log.ask(uuid4(), attach(number), "test"), RefusedInWords)
    keeping, name = HouseKeeping(log), f"t{number}-shoe"
    await keeping.start()
    try:
        log.away = True
        keeping.note(NoteDevice(name, "lost", "first"))
        keeping.note(NoteDevice("nobody", "lost", "of no device"))
        keeping.note(NoteDevice(name, "back", "second"))
        await until(lambda: log.in_vain > 0, "the first try")
        assert keeping.waiting == 3
        log.away = False
        await until(lambda: [n.words for n in keeping.now.notes if n.device == name] == ["second"], "the notes")
    finally:
        await keeping.close()
        await log.ask(uuid4(), DetachDevice(name), "test")


async def test_a_listener_that_fails_keeps_nothing_from_others(
    database: Database, settings: Settings, number: str
) -> None:
    """Neither what they are told, nor what is to be noted."""
    log, seen, name = HouseLog(database, settings.gaming_day), list[House](), f"t{number}-shoe"

    def broken(_house: House) -> None:
        raise ValueError("the screen is gone")

    assert not isinstance(await log.ask(uuid4(), attach(number), "test"), RefusedInWords)
    keeping = HouseKeeping(log)
    await keeping.start()
    try:
        keeping.listen(broken)
        keeping.listen(seen.append)
        for words in ("first", "second"):
            keeping.note(NoteDevice(name, "lost", words))
            await until(lambda words=words: any(n.words == words for n in keeping.now.notes), words)  # type: ignore[misc]
        assert seen[-1] == keeping.now
    finally:
        await keeping.close()
        await log.ask(uuid4(), DetachDevice(name), "test")


async def test_no_more_wait_than_can(
    database: Database, settings: Settings, caplog: pytest.LogCaptureFixture, number: str
) -> None:
    """The newest are those that count."""
    log = Away(database, settings.gaming_day)
    log.away = True
    keeping = HouseKeeping(log)
    await keeping.start()
    try:
        for each in range(MOST_WAITING + 10):
            keeping.note(NoteDevice("nobody", "alarm", f"{each}"))
        assert len(keeping._waiting) == MOST_WAITING
        assert keeping._waiting[-1][1] == NoteDevice("nobody", "alarm", f"{MOST_WAITING + 9}")
        assert caplog.text.count("too much waits for the log of the house: NoteDevice is lost") == 10
    finally:
        await keeping.close()


async def test_a_device_that_told_nothing_yet_left_off_nowhere(database: Database, number: str) -> None:
    assert await left_off(database, f"t{number}-shoe") == (None, 0)
