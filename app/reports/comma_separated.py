"""A report as comma-separated values, for a spreadsheet.

A spreadsheet takes a text that begins like a formula for one, and runs it. Such a text gets an apostrophe in front;
some take the signs in their full width for the same. Where the house's computers part fields by semicolons, what stands
behind one in a text begins a field of its own.
"""

import csv
import re
from collections.abc import Iterable
from io import StringIO

from app.reports.report import TEXTS, Cell, Column, Report, shown

_FORMULA = re.compile(r"(^|;)(?=[\s\"]*[=+\-@\uff1d\uff0b\uff0d\uff20])")


def csv_of(report: Report) -> str:
    """The headings, the rows, and the totals last if there are any."""
    into = StringIO(newline="")
    writer = csv.writer(into)
    writer.writerow([column.heading for column in report.columns])
    for row in (*report.rows, *([report.totals] if report.totals else [])):
        writer.writerow(_fields(report.columns, row))
    return into.getvalue()


def _fields(columns: Iterable[Column], row: Iterable[Cell]) -> list[str]:
    return [_harmless(shown(cell, c.kind), c) for c, cell in zip(columns, row, strict=True)]


def _harmless(text: str, column: Column) -> str:
    return _FORMULA.sub(r"\1'", text) if column.kind in TEXTS else text
