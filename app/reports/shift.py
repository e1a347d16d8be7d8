"""One page on a table's day: who dealt, what was played and won, the float, and what somebody had to see to."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple
from zoneinfo import ZoneInfo

from app.game.events import DealerChanged
from app.reports.alarms import alarms_report
from app.reports.corrections import corrections_report
from app.reports.faults import faults_report
from app.reports.filters import Filters, time_of
from app.reports.floats import float_report
from app.reports.plain_text import text_of
from app.reports.report import Column, Report
from app.reports.report_events import of_tables
from app.reports.rounds import rounds_report
from app.store.database import Database

MOST_ROWS = 7
DUTY = (Column("time", "From", "time"), Column("dealer", "Dealer", "text"))
# What of each part has room on the page.
SHOWN = {
    "Dealers": ("time", "dealer"),
    "Rounds by dealer": (
        "dealer", "rounds", "void", "open", "rounds_an_hour", "turnover_cents", "win_cents", "hold_percent",
    ),
    "Rounds by shoe": ("shoe", "rounds", "seconds_a_round", "decisions_a_round", "win_cents"),
    "Floats": ("opened_cents", "fills_cents", "credits_cents", "counted_cents", "drop_cents", "win_cents",
               "difference_cents"),
    "Voids and corrections": ("time", "round", "what", "reason", "signed"),
    "Alarms": ("time", "kind", "words", "owner", "done"),
    "Device faults": ("time", "device", "what", "words", "away_seconds"),
}  # fmt: skip


class ShiftReport(NamedTuple):
    """A table's gaming day: every part is a report of its own."""

    table: str
    day: str
    parts: tuple[Report, ...]
    """The reports of which it is made."""


async def shift_report(database: Database, number: str, day: date, zone: ZoneInfo | None = None) -> ShiftReport:
    """The day of this table."""
    of_day = Filters(day, day, (number,), ("dealer",), zone)
    by_dealer = await rounds_report(database, of_day)
    by_shoe = await rounds_report(database, of_day._replace(by=("shoe",)))
    parts = (
        await _duty(database, of_day),
        by_dealer._replace(title="Rounds by dealer"),
        by_shoe._replace(title="Rounds by shoe"),
        await float_report(database, of_day),
        await corrections_report(database, of_day),
        await alarms_report(database, of_day),
        await faults_report(database, of_day),
    )
    return ShiftReport(number, str(day), parts)


async def _duty(database: Database, filters: Filters) -> Report:
    """Who took the table, and when."""
    async with database.connection("reader") as connection:
        told = await of_tables(connection, filters, DealerChanged)
    return Report("Dealers", DUTY, tuple([(time_of(each.at, filters), each.event.dealer) for each in told]))


def shift_text(shift: ShiftReport) -> str:
    """The page: what there is not is said in a word."""
    return "\n".join([f"Table {shift.table}, gaming day {shift.day}", *_parts(shift)]) + "\n"


def _parts(shift: ShiftReport) -> Iterator[str]:
    for part in shift.parts:
        if not part.rows:
            yield f"\n{part.title}: none"
            continue
        yield f"\n{part.title}"
        yield from text_of(part, SHOWN[part.title], MOST_ROWS)
