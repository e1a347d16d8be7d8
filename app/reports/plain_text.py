"""A report as lines of text, as wide as a page."""

from collections.abc import Iterator

from app.reports.report import TEXTS, Cell, Column, Kind, Report, shown

WIDTH = 96
WIDEST = 34
GAP = "  "


def text_of(report: Report, names: tuple[str, ...], most_rows: int) -> Iterator[str]:
    """These columns of the report, the rows as far as there is room, and the totals."""
    at = [index for index, column in enumerate(report.columns) if column.name in names]
    columns = [report.columns[index] for index in at]
    rows = [_cells(row, at, columns) for row in report.rows[:most_rows]]
    totals = [_cells(report.totals, at, columns)] if report.totals and len(report.rows) > 1 else []
    headings = [column.heading for column in columns]
    widths = [min(WIDEST, max(map(len, column))) for column in zip(headings, *rows, *totals, strict=True)]
    for cells in (headings, *rows, *totals):
        yield _line(cells, widths, columns)
    if len(report.rows) > most_rows:
        yield f"... and {len(report.rows) - most_rows} more: see the report"


def _cells(row: tuple[Cell, ...], at: list[int], columns: list[Column]) -> list[str]:
    return [_told(row[index], column.kind) for index, column in zip(at, columns, strict=True)]


def _told(cell: Cell, kind: Kind) -> str:
    """On a page about one day a time is hours and minutes."""
    return str(cell)[11:16] if kind == "time" and cell else shown(cell, kind)


def _line(cells: list[str], widths: list[int], columns: list[Column]) -> str:
    told = [_fitted(*each) for each in zip(cells, widths, columns, strict=True)]
    return GAP.join(told)[:WIDTH].rstrip()


def _fitted(cell: str, width: int, column: Column) -> str:
    cut = cell if len(cell) <= width else f"{cell[: width - 3]}..."
    return f"{cut:<{width}}" if column.kind in TEXTS else f"{cut:>{width}}"
