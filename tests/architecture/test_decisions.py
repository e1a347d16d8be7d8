"""docs/decisions: each record has its number once, is in the index, and is where links to its number lead."""

import re
from pathlib import Path

from tests.architecture.way import ROOT

FOLDER = ROOT / "docs" / "decisions"
RECORDS = sorted(FOLDER.glob("[0-9]*.md"))
INDEX = (FOLDER / "README.md").read_text("utf-8")
NOT_USED = set(re.findall(r"\b\d{4}\b", INDEX.split("##")[0]))
# Records that were parts of these before they had numbers of their own.
FIRST_SPLIT = 27
PAGES = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]


def test_numbers_follow_each_other() -> None:
    numbers = [path.name[:4] for path in RECORDS]
    assert len(numbers) == len(set(numbers))
    assert [f"{n:04d}" for n in range(1, int(numbers[-1]) + 1) if f"{n:04d}" not in numbers] == sorted(NOT_USED)


def test_each_record_has_its_number_in_its_title_and_is_in_the_index_once() -> None:
    assert [path.name for path in RECORDS if not path.read_text("utf-8").startswith(f"# {path.name[:4]} ")] == []
    assert sorted(re.findall(r"\[\d{4} [^\]]*\]\(([^)]+)\)", INDEX)) == [path.name for path in RECORDS]


def test_what_was_a_part_of_a_record_leads_back_to_it_and_says_why() -> None:
    for path in RECORDS[RECORDS.index(first_split()) :]:
        text = path.read_text("utf-8")
        assert re.search(r"^From \[\d{4}\]\(", text, re.MULTILINE), path.name
        assert "**Why.**" in text and "**Decided.**" in text, path.name


def first_split() -> Path:
    return next(path for path in RECORDS if int(path.name[:4]) == FIRST_SPLIT)


def test_a_link_to_a_number_leads_to_its_record() -> None:
    links = [
        (page.name, number, target)
        for page in PAGES
        for number, target in re.findall(r"\[(?:decision )?(\d{4})\b[^\]]*\]\(([^)]+)\)", page.read_text("utf-8"))
    ]
    assert len(links) > len(RECORDS)
    assert [link for link in links if not Path(link[2]).name.startswith(f"{link[1]}-")] == []
