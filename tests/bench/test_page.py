"""What was measured becomes one table on its page."""

from pathlib import Path

import pytest

from tests.bench import figures
from tests.bench.__main__ import BEGINS, ENDS, placed, tables


def test_a_whole_run_becomes_one_table_between_the_marks_of_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collected = tmp_path / "figures"
    monkeypatch.setenv(figures.COLLECT, str(collected))
    figures.ratio("a card", "the floor", [2.5, 2.25, 3.0], "5 ms")
    figures.growth("10 tables", "one table", 1.5, "7 us")
    table = tables(figures.read(collected), took_s=120.0)
    assert "| a card | the floor | 2.50 (2.25 to 3.00) | 5 ms |" in table
    assert "| 10 tables | one table | 1.50 | 7 us |" in table
    page = placed(f"before\n{BEGINS}\nold\n{ENDS}\nafter\n", table)
    assert page == f"before\n{BEGINS}\n\n{table}\n\n{ENDS}\nafter\n"
    assert placed(page, table) == page


def test_a_page_without_marks_is_left_alone() -> None:
    with pytest.raises(ValueError, match="has no"):
        placed("nothing", "a table")
