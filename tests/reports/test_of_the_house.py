"""Reports on devices and alarms: what the log of the house says, in the words of its days."""

from datetime import date
from uuid import uuid4
from zoneinfo import ZoneInfo

from app.house.records import HouseCommand
from app.house.refusal import Refused
from app.house.state import Device
from app.house.subjects.alarms.commands import AcknowledgeAlarm, RaiseAlarm, TakeAlarm
from app.house.subjects.devices.commands import AttachDevice, DetachDevice, NoteDevice
from app.reports.alarms import alarms_report
from app.reports.faults import faults_report
from app.reports.filters import Filters
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from tests.store.live import NOON_US, Clock

DAY, NEXT = date(2026, 11, 18), date(2026, 11, 19)
MINUTE_US, DAY_US = 60_000_000, 86_400_000_000
AUCKLAND = ZoneInfo("Pacific/Auckland")


class House:
    """The log of a house of its own, written at chosen times."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.clock = Clock()
        self._log = HouseLog(database, settings.gaming_day, self.clock)

    async def does(self, *commands: HouseCommand, after_us: int = 0) -> None:
        """It is done so much later."""
        self.clock.us += after_us
        for command in commands:
            assert not isinstance(await self._log.ask(uuid4(), command, "test"), Refused)


async def test_faults_and_how_long_a_device_was_away(own: tuple[Database, Settings]) -> None:
    database, settings = own
    house = House(database, settings)
    await house.does(*[
        AttachDevice(Device(f"t{n}-shoe", n, "shoe", "table-link", f"socket://host:400{n}")) for n in ("7", "8")
    ])  # fmt: skip
    await house.does(NoteDevice("t7-shoe", "lost", "no line"), NoteDevice("t8-shoe", "lost", "no line"))
    await house.does(NoteDevice("t7-shoe", "lost", "still"), after_us=MINUTE_US)
    await house.does(NoteDevice("t7-shoe", "back", "serial number 1"), after_us=MINUTE_US)
    await house.does(NoteDevice("t7-shoe", "alarm", "a card is stuck"), DetachDevice("t7-shoe"))
    await house.does(NoteDevice("t8-shoe", "back", ""), after_us=DAY_US)
    report = await faults_report(database, Filters(DAY, DAY, zone=AUCKLAND))
    assert [row[1:] for row in report.rows] == [
        ("2026-11-19 01:00:00+13:00", "7", "t7-shoe", "lost", "no line", 120),
        ("2026-11-19 01:00:00+13:00", "8", "t8-shoe", "lost", "no line", None),
        ("2026-11-19 01:01:00+13:00", "7", "t7-shoe", "lost", "still", None),
        ("2026-11-19 01:02:00+13:00", "7", "t7-shoe", "alarm", "a card is stuck", None),
    ]
    assert report.totals[-1] == 120
    of_both = await faults_report(database, Filters(DAY, NEXT, ("8",)))
    assert [row[-1] for row in of_both.rows] == [86_520]


async def test_alarms_with_their_ends(own: tuple[Database, Settings]) -> None:
    database, settings = own
    house = House(database, settings)
    for table in ("7", "8"):
        await house.does(RaiseAlarm("jam", table, "device", "a card is stuck", NOON_US))
    await house.does(TakeAlarm(1, "ann"))
    await house.does(TakeAlarm(1, "ben"), after_us=MINUTE_US)
    await house.does(AcknowledgeAlarm(1, "ben", "card taken out"), after_us=DAY_US)
    report = await alarms_report(database, Filters(DAY, DAY))
    assert [row[3:] for row in report.rows] == [
        ("7", "jam", "a card is stuck", "ben", "2026-11-19 12:01:00+00:00", "card taken out", 86_460),
        ("8", "jam", "a card is stuck", None, None, None, None),
    ]
    assert (await alarms_report(database, Filters(NEXT, NEXT))).rows == ()
    assert len((await alarms_report(database, Filters(DAY, DAY, ("8",)))).rows) == 1
