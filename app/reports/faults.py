"""What went wrong with devices: when they were lost and for how long, and what they warned of."""

from datetime import datetime

from app.house.subjects.devices.events import DeviceNoted
from app.reports.filters import Filters, checked, time_of
from app.reports.report import Column, Report, added
from app.reports.report_events import Told, is_asked_for, of_house
from app.store.database import Database

COLUMNS = (
    Column("day", "Gaming day", "day"),
    Column("time", "Time", "time"),
    Column("table", "Table", "text"),
    Column("device", "Device", "text"),
    Column("what", "What", "text"),
    Column("words", "In words", "text"),
    Column("away_seconds", "Away, seconds", "seconds"),
)
AWAY = len(COLUMNS) - 1


async def faults_report(database: Database, filters: Filters) -> Report:
    """Every loss and warning; a loss with its length, unless the device is away still."""
    checked(filters)
    async with database.connection("reader") as connection:
        noted = await of_house(connection, filters, DeviceNoted)
    back = _back(noted)
    here = [each for each in noted if each.event.what != "back" and is_asked_for(each.event.table, filters)]
    rows = tuple([(*_told(each, filters), back.get(each.version)) for each in here])
    return Report("Device faults", COLUMNS, rows, ("Total", *[None] * (AWAY - 1), added(AWAY, rows)))


def _told(noted: Told, filters: Filters) -> tuple[str, ...]:
    event = noted.event
    return str(noted.day), time_of(noted.at, filters), event.table, event.name, event.what, event.words


def _back(noted: list[Told]) -> dict[int, int]:
    """For each loss after how many seconds the device was back."""
    lost, back = dict[str, tuple[int, datetime]](), dict[int, int]()
    for each in noted:
        if each.event.what == "lost":
            lost.setdefault(each.event.name, (each.version, each.at))
        elif each.event.what == "back" and each.event.name in lost:
            version, at = lost.pop(each.event.name)
            back[version] = int((each.at - at).total_seconds())
    return back
