"""Rounds of an earlier edition of the readings: read as they were, never settled again."""

from pathlib import Path

import pytest

from app.books.rulebook import load_ruleset, read_ruleset, ruleset_ids
from app.roundscript.read import read_script
from app.surveillance.export import export_script
from tests.rules.expectations import EDITIONS, FOLDER, script_at
from tests.surveillance.recording import recorded_rounds

TWO_BOXES = """
ruleset = "ma-pontoon-21-v3"
play = '''
cards KS 9D 7H 9S 8D
stand 1
stand 2
cards KD
'''
[[wager]]
box = 1
player = "ann"
main = 10_00

[[wager]]
box = 2
player = "ann"
main = 10_00
"""
ACT = FOLDER / "act-canberra-2005"


def first_edition(book: str) -> str:
    return (EDITIONS / f"{book}.1.toml").read_text("utf-8")


def export_under_the_first(script: Path) -> str:
    rules = read_ruleset(first_edition(script.parent.name))
    (recorded,) = recorded_rounds(script_at(script), rules)
    return export_script(recorded, rules)


@pytest.mark.parametrize("book", ruleset_ids())
def test_a_book_of_the_first_edition_is_read_as_it_was(book: str) -> None:
    before, now = read_ruleset(first_edition(book)), load_ruleset(book)
    assert (before.readings, now.readings) == (1, 2)
    assert before.hash != now.hash
    assert before.irregularities["early_dealer_card"] == ()
    assert before.pay.super_bonus_on_split == "never"


def test_an_export_names_its_edition_and_what_would_differ() -> None:
    text = export_under_the_first(ACT / "11.10-sevens-of-two-suits-split-and-a-super-bonus.toml")
    assert text.splitlines()[:4] == [
        "# Written from the record of a round under readings edition 1; today's is 2.",
        "# What was recorded and paid stands. `tablekeeper play` settles as one would today.",
        "# then: no such line",
        "# today: 1.1 ann super_bonus 0 win - +500000 14.3",
    ]


def test_an_export_says_that_nothing_would_differ() -> None:
    text = export_under_the_first(ACT / "11.10-split-sevens-win-no-super-bonus.toml")
    assert "# No wager of it would be settled otherwise.\n" in text


def test_an_export_says_what_is_refused_today() -> None:
    """Ann bet on two boxes in Massachusetts, where no setting permits it."""
    rules = read_ruleset(first_edition("ma-pontoon-21-v3"))
    (recorded,) = recorded_rounds(read_script(TWO_BOXES), rules)
    assert "# A script of it is refused today: one_box_only." in export_script(recorded, rules)
