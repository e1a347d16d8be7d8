"""A report as JSON, as CSV and as text."""

import csv
from io import StringIO

import orjson
import pytest

from app.reports.comma_separated import csv_of
from app.reports.plain_text import WIDTH, text_of
from app.reports.report import Column, Report, average, shown
from app.store.codec import encode

COLUMNS = (
    Column("who", "Who", "text"),
    Column("rounds", "Rounds"),
    Column("win_cents", "Win", "cents"),
    Column("pace", "Pace", "tenths"),
    Column("hold", "Hold %", "hundredths"),
)
REPORT = Report(
    "Rounds", COLUMNS, (("ann", 3, -1250, 605, 4), ("ben, the second", 0, 5, None, None)), ("Total", 3, -1245, 605, 4)
)


def test_csv_has_money_in_units_and_whatever_a_text_holds() -> None:
    rows = list(csv.reader(StringIO(csv_of(REPORT), newline="")))
    assert rows == [
        ["Who", "Rounds", "Win", "Pace", "Hold %"],
        ["ann", "3", "-12.50", "60.5", "0.04"],
        ["ben, the second", "0", "0.05", "", ""],
        ["Total", "3", "-12.45", "60.5", "0.04"],
    ]
    assert csv_of(REPORT).endswith("\r\n") and csv_of(REPORT._replace(rows=(), totals=())).count("\n") == 1


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20A"])
def test_no_text_is_a_formula(text: str) -> None:
    one = Report("One", COLUMNS[:1], ((text,),))
    assert list(csv.reader(StringIO(csv_of(one), newline="")))[1] == [f"'{text}"]


@pytest.mark.parametrize("formula", ["=1+1", " =1", "+1", "-1", "@A", '"=1"', "\uff1d1"])
def test_no_text_is_a_formula_where_semicolons_part_fields(formula: str) -> None:
    """There the comma parts nothing, and the quotation marks around the field stand in the middle of one."""
    one = Report("One", COLUMNS[:1] * 2, (("x", f"ann;{formula};b"),))
    [_, cell, _] = csv_of(one).splitlines()[1].split(";")
    assert cell.startswith("'")


@pytest.mark.parametrize("text", ["\t=1", "\r=1", "a\n=1", "\u202e=1", "\u200b=1"])
def test_no_text_brings_a_line_or_hides_its_beginning(text: str) -> None:
    one = Report("One", COLUMNS[:1], ((text,),))
    (cell,) = list(csv.reader(StringIO(csv_of(one), newline="")))[1]
    assert cell.isprintable() and cell.endswith("=1") and cell[0] in "<a"
    assert all([line.isprintable() for line in text_of(one, ("who",), 5)])


def test_a_negative_amount_is_no_formula() -> None:
    one = Report("One", COLUMNS[2:3], ((-5,),))
    assert csv_of(one) == "Win\r\n-0.05\r\n"


def test_json_is_the_same_value() -> None:
    said = orjson.loads(encode(REPORT))
    assert said["rows"] == [list(row) for row in REPORT.rows] and said["totals"] == list(REPORT.totals)
    assert said["columns"][2] == {"name": "win_cents", "heading": "Win", "kind": "cents"}


@pytest.mark.parametrize(
    ("total", "of", "expected"), [(7, 2, 4), (5, 2, 3), (1, 3, 0), (2, 3, 1), (-1, 3, 0), (-2, 3, -1), (1, 0, None)]
)
def test_averages_are_to_the_nearest(total: int, of: int, expected: int | None) -> None:
    assert average(total, of) == expected


def test_cells() -> None:
    assert [shown(-5, "cents"), shown(5, "tenths"), shown(7, "count"), shown(None, "cents")] == [
        "-0.05",
        "0.5",
        "7",
        "",
    ]


def test_text_fits_a_page() -> None:
    rows = tuple([("x" * 200, n, n, n, n) for n in range(9)])
    lines = list(text_of(REPORT._replace(rows=rows), ("who", "rounds", "win_cents"), 4))
    assert len(lines) == 7 and max(map(len, lines)) <= WIDTH
    assert lines[-1] == "... and 5 more: see the report" and "..." in lines[1]
    assert lines[0].split() == ["Who", "Rounds", "Win"] and lines[-2].split() == ["Total", "3", "-12.45"]
