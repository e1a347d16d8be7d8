"""Which alarms were raised, who looked after each, when it was done, and what was found."""

from app.house.subjects.alarms.events import AlarmAcknowledged, AlarmEnded, AlarmRaised, AlarmTaken
from app.reports.filters import MOST_DAYS, Filters, checked, time_of
from app.reports.report import Cell, Column, Report
from app.reports.report_events import Told, is_asked_for, of_house
from app.store.database import Database

COLUMNS = (
    Column("number", "Alarm"),
    Column("day", "Gaming day", "day"),
    Column("time", "Time", "time"),
    Column("table", "Table", "text"),
    Column("kind", "Kind", "text"),
    Column("words", "In words", "text"),
    Column("owner", "Owner", "text"),
    Column("done", "Acknowledged", "time"),
    Column("found", "What was found and done", "text"),
    Column("open_seconds", "Open, seconds", "seconds"),
)


async def alarms_report(database: Database, filters: Filters) -> Report:
    """The alarms raised in these days; those that were not done with within a month are open."""
    checked(filters)
    types = AlarmRaised, AlarmTaken, AlarmAcknowledged, AlarmEnded
    async with database.connection("reader") as connection:
        told = await of_house(connection, filters, *types, after=MOST_DAYS)
    owners = {each.event.number: each.event.by for each in told if isinstance(each.event, AlarmTaken)}
    done = {each.event.number: each for each in told if isinstance(each.event, AlarmAcknowledged | AlarmEnded)}
    raised = [each for each in told if isinstance(each.event, AlarmRaised) and each.day <= filters.until]
    rows = [
        (*_raised(each, filters), owners.get(each.event.alarm.number), *_done(each, done, filters))
        for each in raised
        if is_asked_for(each.event.alarm.table, filters)
    ]
    return Report("Alarms", COLUMNS, tuple(rows))


def _raised(told: Told, filters: Filters) -> tuple[Cell, ...]:
    alarm = told.event.alarm
    return alarm.number, str(told.day), time_of(told.at, filters), alarm.table, alarm.kind, alarm.words


def _done(raised: Told, done: dict[int, Told], filters: Filters) -> tuple[Cell, ...]:
    acknowledged = done.get(raised.event.alarm.number)
    if acknowledged is None:
        return None, None, None
    open_s = int((acknowledged.at - raised.at).total_seconds())
    return time_of(acknowledged.at, filters), acknowledged.event.words, open_s
