"""Reports on gaming days, as data or as comma-separated values for a spreadsheet; and the page of a shift."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Header, Path, Query, Response

from app.api.body_fields import TABLE, Day, TableNumber
from app.api.documenting import problems
from app.api.guard import Allowed
from app.api.responses import answer
from app.reports.alarms import alarms_report
from app.reports.comma_separated import csv_of
from app.reports.corrections import corrections_by_dealer_report, corrections_report
from app.reports.faults import faults_report
from app.reports.filters import Filters, Group
from app.reports.floats import float_report
from app.reports.report import Report
from app.reports.rounds import rounds_report
from app.reports.shift import ShiftReport, shift_report, shift_text
from app.shapes import model_of
from app.store.database import Database

router = APIRouter(prefix="/reports", tags=["reports"])
Kind = Literal["rounds", "corrections", "corrections-by-dealer", "floats", "device-faults", "alarms"]
REPORTS: dict[Kind, tuple[str, Callable[[Database, Filters], Coroutine[None, None, Report]]]] = {
    "rounds": ("Rounds, pace, turnover, win and hold, by table, shoe, dealer or day.", rounds_report),
    "corrections": ("Voids, reconstructions and records put right, one by one.", corrections_report),
    "corrections-by-dealer": ("How often each dealer's rounds were put right.", corrections_by_dealer_report),
    "floats": ("Each table's float, from its opening to its count, with the drop.", float_report),
    "device-faults": ("What devices lost or warned of, and for how long.", faults_report),
    "alarms": ("Alarms, who looked after them, and what was done.", alarms_report),
}
CSV, PLAIN = "text/csv", "text/plain"


class ReportListed(NamedTuple):
    """A report that can be asked for."""

    name: str
    title: str
    """The title of the report."""


class ReportsListed(NamedTuple):
    """The reports that there are."""

    reports: tuple[ReportListed, ...]
    """The reports."""


def _as(media: str, words: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": f"{words} As JSON, or as asked for.", "content": {media: {"schema": _TEXT}}}}


_TEXT = {"type": "string"}
Accept = Annotated[str, Header(description="What to answer with, where `format` does not say so.", max_length=1_000)]


@router.get("", name="reports.list", response_model=model_of(ReportsListed), responses=problems())
async def listed(_asking: Allowed) -> Response:
    """The reports that there are."""
    return answer(ReportsListed(tuple([ReportListed(name, title) for name, (title, _) in REPORTS.items()])))


@router.get(
    "/{report}", name="reports.one", response_model=model_of(Report), responses=_as(CSV, "The report.") | problems()
)
async def one(
    asking: Allowed,
    report: Annotated[Kind, Path(description="Which report.")],
    since: Annotated[Day | None, Query(description="The first gaming day; without, the last one.")] = None,
    until: Annotated[Day | None, Query(description="The last gaming day; without, today.")] = None,
    table: Annotated[
        list[Annotated[str, Query(pattern=TABLE)]] | None,
        Query(max_length=200, description="Of these tables only; without, of all."),
    ] = None,
    by: Annotated[
        list[Group] | None, Query(max_length=4, description="What the rows are about, where there is a choice.")
    ] = None,
    format: Annotated[  # noqa: A002
        Literal["json", "csv"] | None, Query(description="As data, or for a spreadsheet.")
    ] = None,
    accept: Accept = "",
) -> Response:
    """A report on up to 31 gaming days."""
    settings = asking.server.settings
    last = until or settings.gaming_day(asking.server.now_us())
    filters = Filters(since or last, last, tuple(table or ()), tuple(by or ("table",)), settings.zone)
    made = await asking.reads.beside(lambda: REPORTS[report][1](asking.server.database, filters))
    if format == "csv" or (format is None and CSV in accept):
        name = f"{report}-{filters.since}-{filters.until}.csv"
        return Response(csv_of(made), media_type=CSV, headers={"Content-Disposition": f'attachment; filename="{name}"'})
    return answer(made)


@router.get(
    "/shift/{number}/{day}",
    name="reports.shift",
    response_model=model_of(ShiftReport),
    responses=_as(PLAIN, "The page.") | problems(),
)
async def shift(
    asking: Allowed,
    number: TableNumber,
    day: Annotated[Day, Path(description="The gaming day, year-month-day.")],
    format: Annotated[  # noqa: A002
        Literal["json", "text"] | None, Query(description="As data, or as a page to print.")
    ] = None,
    accept: Accept = "",
) -> Response:
    """One page on a table's gaming day: who dealt, what was played and won, the float, and what had to be seen to."""
    database, zone = asking.server.database, asking.server.settings.zone
    made = await asking.reads.beside(lambda: shift_report(database, number, day, zone))
    if format == "text" or (format is None and PLAIN in accept):
        return Response(shift_text(made), media_type=PLAIN)
    return answer(made)
