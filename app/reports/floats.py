"""What the counts of the trays say: from each opening of a float to its count, with the drop.

The win of the table is what was counted, credited and dropped, less what was there at first and filled. The record's
win is what play has brought the tray. The two differ by what nobody has recorded.
"""

from app.game import events as e
from app.reports.filters import MOST_DAYS, Filters, checked
from app.reports.report import Cell, Column, Report, Row, added, average
from app.reports.report_events import Told, of_tables
from app.store.database import Database

COLUMNS = (
    Column("day", "Gaming day", "day"),
    Column("table", "Table", "text"),
    Column("opened_cents", "Opening", "cents"),
    Column("fills_cents", "Fills", "cents"),
    Column("credits_cents", "Credits", "cents"),
    Column("counted_cents", "Counted", "cents"),
    Column("drop_cents", "Drop", "cents"),
    Column("win_cents", "Win", "cents"),
    Column("recorded_cents", "Win by the record", "cents"),
    Column("difference_cents", "Difference", "cents"),
    Column("hold_percent", "Hold % of the drop", "hundredths"),
    Column("signed", "Counted by", "text"),
)
DROP, WIN = 6, 7
TYPES = e.FloatOpened, e.FloatFilled, e.FloatCredited, e.FloatClosed, e.DropEntered


async def float_report(database: Database, filters: Filters) -> Report:
    """The floats that were opened in these days; what is not known yet is left out."""
    checked(filters)
    async with database.connection("reader") as connection:
        told = await of_tables(connection, filters, *TYPES, after=MOST_DAYS)
    floats = [each for each in _split(told) if each[0].day <= filters.until]
    rows = tuple([_row(each) for each in sorted(floats, key=lambda each: (each[0].day, each[0].table))])
    sums = [added(column, rows) for column in range(2, 10)]
    hold = average(10_000 * added(WIN, tuple([row for row in rows if row[WIN] is not None])), added(DROP, rows))
    return Report("Floats", COLUMNS, rows, ("Total", None, *sums, hold, None))


def _split(told: list[Told]) -> list[list[Told]]:
    """The events of each float, its opening first; a drop belongs to the closing that it names."""
    floats, closings = list[list[Told]](), dict[tuple[str, int], list[Told]]()
    for each in told:
        if isinstance(each.event, e.FloatOpened):
            floats.append([each])
        elif isinstance(each.event, e.DropEntered):
            closings.get((each.stream, each.event.closing), []).append(each)
        elif floats and floats[-1][0].stream == each.stream:
            floats[-1].append(each)
            if isinstance(each.event, e.FloatClosed):
                closings[each.stream, each.event.closing] = floats[-1]
    return floats


def _row(told: list[Told]) -> Row:
    events = [each.event for each in told]
    opened, fills, credits_ = [_cents(events, type_) or 0 for type_ in TYPES[:3]]
    drop, closed = _cents(events, e.DropEntered), [each for each in events if isinstance(each, e.FloatClosed)]
    head: Row = (str(told[0].day), told[0].table, opened, fills, credits_)
    if not closed:
        return (*head, *[None] * 7)
    count, recorded = closed[0], closed[0].expected_cents + credits_ - opened - fills
    win = None if drop is None else count.counted_cents + credits_ + drop - opened - fills
    more: tuple[Cell, ...] = (None, None) if win is None or drop is None else (win - recorded, _hold(win, drop))
    return (*head, count.counted_cents, drop, win, recorded, *more, " and ".join(count.by))


def _hold(win: int, drop: int) -> int | None:
    return average(10_000 * win, drop) if drop > 0 else None


def _cents(events: list[object], type_: type) -> int | None:
    """All amounts of this type together."""
    found = [getattr(event, "cents", 0) for event in events if isinstance(event, type_)]
    return sum(found) if found else None
