"""A report as one value: columns, rows and totals; JSON, CSV and text are made of it.

Every figure is a whole number. What it counts is its column's kind: `tenths` and `hundredths` are shown with a point,
as cents are.
"""

from typing import Literal, NamedTuple

from app.printable import shown as printed

Kind = Literal["text", "day", "time", "count", "seconds", "cents", "tenths", "hundredths"]
Cell = str | int | None
Row = tuple[Cell, ...]
PLACES: dict[Kind, int] = {"cents": 2, "hundredths": 2, "tenths": 1}
TEXTS: tuple[Kind, ...] = ("text", "day", "time")


class Column(NamedTuple):
    """A column: its name in data, its heading for people, and what its cells are."""

    name: str
    """The name of the column in data."""
    heading: str
    """The heading of the column."""
    kind: Kind = "count"
    """What its cells are."""


class Report(NamedTuple):
    """A report. `totals` has a cell for each column, or is empty where nothing is added up."""

    title: str
    """The title of the report."""
    columns: tuple[Column, ...]
    """The columns."""
    rows: tuple[Row, ...]
    """The rows."""
    totals: Row = ()
    """The last line, a cell for each column; empty where nothing is added up."""


def shown(cell: Cell, kind: Kind) -> str:
    """The cell as people read it."""
    places = PLACES.get(kind, 0)
    if not isinstance(cell, int) or not places:
        return "" if cell is None else printed(str(cell))
    units, rest = divmod(abs(cell), 10**places)
    return f"{'-' if cell < 0 else ''}{units}.{rest:0{places}}"


def average(total: int, of: int) -> int | None:
    """The total shared out, to the nearest whole number."""
    return (2 * total + of) // (2 * of) if of else None


def added(column: int, rows: tuple[Row, ...]) -> int:
    """All figures of one column together."""
    return sum([cell for row in rows if isinstance(cell := row[column], int)])
