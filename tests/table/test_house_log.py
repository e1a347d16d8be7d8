"""The log of the house: many write it, each behind what is there, and whatever happens nothing is in it twice."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast
from uuid import UUID, uuid4

import asyncpg
import pytest
from sqlalchemy.engine import make_url

from app.house.decide import apply
from app.house.records import HouseCommand
from app.house.refusal_in_words import RefusedInWords
from app.house.state import Device, House, device_of
from app.house.subjects.devices.commands import AttachDevice, DetachDevice, NoteDevice
from app.settings import Settings
from app.store import schema
from app.store.database import Database, Role
from app.store.house_log import STREAM, HouseAt, HouseLog
from app.store.log_reader import entries, event_of
from app.store.shared_log import ASK_AT_ONCE, CHECKPOINT_EVERY
from app.surveillance.verifying import verify
from tests.store.cutting import Cut, cuttable
from tests.store.live import Clock
from tests.store.places import socket_of, url_of

# Nobody signs here.
NOT_SIGNED = {"signed heads", "signature"}


def shoe(number: int) -> AttachDevice:
    return AttachDevice(Device(f"t{number}-shoe", f"{number}", "shoe", "table-link", f"socket://host:{number}"))


async def asked(log: HouseLog, command: HouseCommand, id_: UUID | None = None) -> HouseAt:
    at = await log.ask(id_ or uuid4(), command, "test")
    assert not isinstance(at, RefusedInWords), at
    return at


async def folded(database: Database) -> tuple[House, list[int]]:
    """The house by every event from the first, and their versions."""
    async with database.connection("app") as connection:
        found = await entries(connection, STREAM, schema.events.c.version > 0)
    house = House()
    for entry in found:
        house = apply(house, event_of(entry))  # type: ignore[arg-type]
    return house, [entry.version for entry in found]


async def test_two_writers_at_once(own: tuple[Database, Settings]) -> None:
    database, settings = own

    async def write(numbers: range) -> None:
        log = HouseLog(database, settings.gaming_day)
        for number in numbers:
            await asked(log, shoe(number))

    await asyncio.gather(write(range(1, 20)), write(range(101, 120)))
    house, versions = await folded(database)
    assert versions == list(range(1, 39))
    assert (await HouseLog(database, settings.gaming_day).read()).state == house
    assert len(house.devices) == 38
    assert {each.what for each in (await verify(database, settings)).found} <= NOT_SIGNED


async def test_who_comes_second_decides_on_what_is_there_then(own: tuple[Database, Settings]) -> None:
    """Both want the same line, and only one gets it."""
    database, settings = own
    logs = [HouseLog(database, settings.gaming_day) for _ in range(4)]
    wanted = [shoe(number).device._replace(url="socket://host:1") for number in range(1, 5)]
    answers = await asyncio.gather(
        *[log.ask(uuid4(), AttachDevice(device), "test") for log, device in zip(logs, wanted, strict=True)]
    )
    assert sum([isinstance(answer, RefusedInWords) for answer in answers]) == 3
    assert len((await folded(database))[0].devices) == 1


async def test_the_same_id_twice_is_done_once(own: tuple[Database, Settings]) -> None:
    database, settings = own
    log, id_ = HouseLog(database, settings.gaming_day), uuid4()
    first = await asked(log, shoe(1), id_)
    assert await asked(log, shoe(1), id_) == first
    await asked(log, DetachDevice("t1-shoe"))
    assert device_of((await asked(log, shoe(1), id_)).state, "t1-shoe") is None, "it is not done again"
    other = await log.ask(id_, shoe(2), "test")
    assert isinstance(other, RefusedInWords) and f"command {id_} came before with another content" in other.message
    assert (await log.read()).version == 2


async def test_a_refusal_leaves_nothing(own: tuple[Database, Settings]) -> None:
    database, settings = own
    log, id_ = HouseLog(database, settings.gaming_day), uuid4()
    assert isinstance(await log.ask(id_, DetachDevice("t1-shoe"), "test"), RefusedInWords)
    assert (await log.read()).version == 0
    await asked(log, shoe(1))
    assert (await asked(log, DetachDevice("t1-shoe"), id_)).version == 2, "asked again, it is decided again"


@pytest.mark.parametrize("events", [CHECKPOINT_EVERY - 1, CHECKPOINT_EVERY, CHECKPOINT_EVERY + 1])
async def test_the_house_is_kept_every_so_often(events: int, own: tuple[Database, Settings]) -> None:
    """What is read from there is what all events say; and time never goes back in the log."""
    database, settings = own
    clock = Clock()
    log = HouseLog(database, settings.gaming_day, clock)
    await asked(log, shoe(1))
    for each in range(events - 1):
        clock.us += -1_000 if each % 3 else 5_000
        await asked(log, NoteDevice("t1-shoe", "alarm", f"note {each}"))
    async with database.connection("app") as connection:
        found = await entries(connection, STREAM, schema.events.c.version > 0)
        kept = await connection.fetchval("SELECT checkpoint_version FROM stream_heads WHERE stream = 'house'")
    assert kept == (CHECKPOINT_EVERY if events >= CHECKPOINT_EVERY else 0)
    assert [entry.version for entry in found if entry.checkpoint is not None] == [kept] * bool(kept)
    times = [entry.event_us for entry in found]
    assert times == sorted(times)
    assert (await log.read()).state == (await folded(database))[0]
    assert await log.moved(events - 1) and not await log.moved(events)
    assert {each.what for each in (await verify(database, settings)).found} <= NOT_SIGNED


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short folder for a socket."""
    with tempfile.TemporaryDirectory(prefix="cut", dir="/tmp") as made:
        yield Path(made)


@pytest.mark.parametrize("when", Cut)
async def test_a_connection_that_is_lost_under_way(
    when: Cut, own: tuple[Database, Settings], honest: Database, folder: Path
) -> None:
    """Who asks again with the same id finds it done, or has it done; in the log it is once."""
    database, settings = own
    name = make_url(database.arguments("app")["dsn"]).database
    assert name is not None
    async with cuttable(socket_of(honest), folder) as cutting:
        way = settings._replace(database_url=url_of(honest, name, folder))
        with Database(way, print) as cut:
            log, id_ = HouseLog(cut, settings.gaming_day), uuid4()
            await asked(log, shoe(1))
            cutting.cut_next(when)
            with pytest.raises((OSError, asyncpg.PostgresError, asyncpg.InterfaceError)):
                await log.ask(id_, shoe(2), "test")
            assert cutting.happened.is_set()
            at = await asked(log, shoe(2), id_)
    assert at.version == 2 and len(at.state.devices) == 2
    assert (await folded(database))[1] == [1, 2]


class Counting:
    """A database that counts how many connections are used at once."""

    def __init__(self, database: Database) -> None:
        self._database, self.now, self.most = database, 0, 0

    @asynccontextmanager
    async def connection(self, role: Role) -> AsyncIterator[asyncpg.Connection]:
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            async with self._database.connection(role) as connection:
                yield connection
        finally:
            self.now -= 1


async def test_who_asks_over_and_over_leaves_the_tables_their_connections(own: tuple[Database, Settings]) -> None:
    """PostgreSQL has a hundred for everybody."""
    database, settings = own
    counting = Counting(database)
    log = HouseLog(cast("Database", counting), settings.gaming_day, Clock())
    asked = [log.ask(uuid4(), DetachDevice("none"), "test") for _ in range(2 * ASK_AT_ONCE)]
    others = [each for _ in range(ASK_AT_ONCE) for each in (log.read(), log.moved(0))]
    told = await asyncio.gather(*asked, *others)
    assert all([isinstance(each, RefusedInWords) for each in told[: len(asked)]])
    assert counting.most == ASK_AT_ONCE
