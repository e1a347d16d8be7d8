"""What ends an alarm besides people, and that only the keeper of a table says how it is there."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest

from app.alarms.causes import Cause
from app.house.decide import decide
from app.house.refusal import Refused
from app.house.refusal_in_words import RefusedInWords
from app.house.state import Device, House
from app.house.subjects.alarms.commands import RaiseAlarm, TakeAlarm
from app.house.subjects.alarms.events import AlarmEnded
from app.house.subjects.devices.commands import AttachDevice, DetachDevice
from app.house.subjects.devices.events import DeviceDetached
from app.language.rendering import say
from app.reports.alarms import alarms_report
from app.reports.filters import Filters
from app.settings import Settings
from app.store.database import Database
from tests.alarms.kept import Watched, table_watched
from tests.house.decided import house
from tests.simulation.playing import Playing
from tests.store.housed import house_of
from tests.table.test_house_keeping import Away

SHOE = AttachDevice(Device("t7-shoe", "7", "shoe", "table-link", "socket://host:7"))
LOST = RaiseAlarm("device_lost", "7", "t7-shoe", "t7-shoe is away: no line", 5)
GONE = DetachDevice("t7-shoe")


def open_in(at: House) -> list[str]:
    return [alarm.kind for alarm in at.alarms]


def test_nobody_is_alarmed_about_a_device_that_is_not_there() -> None:
    """It was never attached, is at another table, or was detached before the alarm was noted."""
    elsewhere = AttachDevice(Device("t7-shoe", "8", "shoe", "table-link", "socket://host:7"))
    for at in (House(), house(elsewhere), house(SHOE, GONE)):
        answer = decide(at, LOST)
        assert isinstance(answer, Refused) and "No device 't7-shoe' is at table 7" in say(answer.message)
    assert open_in(house(SHOE, LOST)) == ["device_lost"]


@pytest.mark.parametrize("taken", [(), (TakeAlarm(1, "ann"),)])
def test_an_alarm_about_a_lost_device_ends_when_that_is_detached(taken: tuple[TakeAlarm, ...]) -> None:
    at = house(SHOE, LOST, *taken)
    assert decide(at, GONE) == (DeviceDetached("t7-shoe"), AlarmEnded(1, "t7-shoe was detached"))
    assert house(SHOE, LOST, *taken, GONE).alarms == ()


def test_other_alarms_stay_until_somebody_has_looked() -> None:
    """Which device it was that could not prove itself has to be said, also when it is gone."""
    others = [RaiseAlarm(kind, "7", "t7-shoe", "in words", 5) for kind in ("wrong_device", "jam", "silent", "pace")]
    other_table = AttachDevice(Device("t8-shoe", "8", "shoe", "table-link", "socket://host:8"))
    at = house(SHOE, other_table, LOST, *others, RaiseAlarm("device_lost", "8", "t8-shoe", "in words", 5), GONE)
    assert open_in(at) == ["wrong_device", "jam", "silent", "pace", "device_lost"]
    assert at.alarms[-1].about == "t8-shoe"


def never_there(number: str) -> AttachDevice:
    """A line on which nothing listens."""
    device = Device(f"t{number}-shoe", number, "shoe", "table-link", "socket://127.0.0.1:9")
    return AttachDevice(device, by="ann", beside="ben")


async def test_a_device_that_never_connected_leaves_no_alarm_behind(
    database: Database, settings: Settings, number: str
) -> None:
    """From the alarm that it is away to its detachment; the report says what became of it."""
    async with table_watched(database, settings, number) as (here, alarms):
        keeping = house_of(here.tables)
        await keeping._log.ask(uuid4(), never_there(number), "test")
        (alarm,) = await alarms.until_raised("device_lost")
        assert alarms.open() == [alarm]
        answer = await keeping._log.ask(uuid4(), DetachDevice(f"t{number}-shoe"), "test")
        assert not isinstance(answer, RefusedInWords)
        keeping.moved(answer)
        assert alarms.open() == []
        today = settings.gaming_day(time.time_ns() // 1_000)
        report = await alarms_report(database, Filters(today, today, (number,)))
        done = dict(zip([column.name for column in report.columns], report.rows[0], strict=True))
        assert (done["found"], done["owner"]) == (f"t{number}-shoe was detached", None)
        assert done["done"] is not None


CAUSES = [Cause("silent", "", "it does not answer"), Cause("pace", "round 1", "too long")]


@pytest.mark.parametrize("cause", CAUSES)
async def test_who_lost_the_table_meanwhile_says_no_more_how_it_is_there(
    database: Database, settings: Settings, number: str, cause: Cause
) -> None:
    """The alarm waited for the database; by then another server keeps the table, and has its own eyes."""
    async with table_watched(database, settings, number) as (here, alarms):
        with noted_late(here, alarms, cause):
            await run_out(here)
            await taken(database, f"table:{number}")
        await noted(here)
        assert await alarms.raised() == []


@pytest.mark.parametrize("cause", CAUSES)
async def test_whose_lease_ran_out_unseen_by_others_still_keeps_the_table(
    database: Database, settings: Settings, number: str, cause: Cause
) -> None:
    """While the database was away from everybody."""
    async with table_watched(database, settings, number) as (here, alarms):
        with noted_late(here, alarms, cause):
            await run_out(here)
        await alarms.until_raised(cause.kind)


async def test_what_has_happened_is_told_by_whoever_saw_it(database: Database, settings: Settings, number: str) -> None:
    async with table_watched(database, settings, number) as (here, alarms):
        with noted_late(here, alarms, Cause("jam", "device", "a card is stuck")):
            await run_out(here)
            await taken(database, f"table:{number}")
        await alarms.until_raised("jam")


async def test_nobody_looks_at_the_devices_of_a_table_whose_lease_has_run_out(
    database: Database, settings: Settings, number: str
) -> None:
    """They may be at another server by now, and then they are away from here for that reason."""
    async with table_watched(database, settings, number) as (here, alarms):
        await run_out(here)
        await house_of(here.tables)._log.ask(uuid4(), never_there(number), "test")
        await here.until(lambda: here.health(), "for the device")
        looks = alarms.keeper._looked_at[number].away
        for _ in range(3):
            await alarms.keeper._look()
        assert looks._since_s == {} and await alarms.raised() == []
        await here.tables.leases.renew_now()
        await alarms.until_raised("device_lost")


@contextmanager
def noted_late(here: Playing, alarms: Watched, cause: Cause) -> Iterator[None]:
    """The cause is there, and is noted when this is over."""
    keeping = house_of(here.tables)
    before = keeping._log
    away = Away(before._database, before._gaming_day)
    keeping._log, away.away = away, True
    alarms.keeper._raise(alarms.number, cause)
    yield
    away.away = False


async def run_out(here: Playing) -> None:
    """By this server's own clock."""
    leases = here.tables.leases
    leases._until = dict.fromkeys(leases._until, 0.0)


async def taken(database: Database, stream: str) -> None:
    """By another server."""
    async with database.connection("app") as connection:
        await connection.execute("UPDATE leases SET owner = $2 WHERE stream = $1", stream, uuid4())


async def noted(here: Playing) -> None:
    """Nothing waits to be noted any more."""
    await here.until(lambda: not house_of(here.tables).waiting, "for the notes")
