"""Irregularities as data: every row of every book is noticed by a script, and the page about them is what they show."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game.rules.ruleset import Ruleset, VoidRules
from tests.rules.cells import PAGE, cells, page, shown
from tests.rules.expectations import result_under, script_at, script_files
from tests.rules.results import results_of_book


def rows() -> Iterator[tuple[str, str, int]]:
    """Every row of every irregularity of every book."""
    for book in ruleset_ids():
        for code, rulings in load_ruleset(book).irregularities.items():
            yield from ((book, code, number) for number in range(len(rulings)))


def reasons() -> Iterator[tuple[str, str, str]]:
    """Every reason for a void that a book knows."""
    for book in ruleset_ids():
        for scope, void in load_ruleset(book).voids.items():
            yield from ((book, scope, word) for word in void.reasons)


def noticed(book: str, rules: Ruleset, word: str) -> bool:
    """Whether some script that has to do with the word gives something else under these rules."""
    of_book = results_of_book(book)
    about = [path for path in script_files(book) if word in texts(book)[path.name]]
    return any(_result(path, rules) != of_book[path.name] for path in about)


@cache
def texts(book: str) -> dict[str, str]:
    """What each script of the book gives, to look for words in."""
    return {name: json.dumps(result) for name, result in results_of_book(book).items()}


def _result(path: Path, rules: Ruleset) -> object:
    """What the script gives; an engine that misses a row that every book has to have breaks."""
    try:
        return result_under(script_at(path), rules)
    except (AssertionError, IndexError) as broken:
        return repr(broken)


@pytest.mark.parametrize(("book", "code", "number"), list(rows()))
def test_a_row_that_is_missing_is_noticed(book: str, code: str, number: int) -> None:
    rules = load_ruleset(book)
    left = rules.irregularities[code][:number] + rules.irregularities[code][number + 1 :]
    word = "5.7" if code == "asked_players" else code
    assert noticed(book, replace(rules, irregularities=rules.irregularities | {code: left}), word)


@pytest.mark.parametrize(("book", "scope", "word"), list(reasons()))
def test_a_reason_that_is_missing_is_noticed(book: str, scope: str, word: str) -> None:
    rules = load_ruleset(book)
    void = rules.voids[scope]
    left = VoidRules({each: clause for each, clause in void.reasons.items() if each != word}, void.forbidden)
    assert noticed(book, replace(rules, voids=rules.voids | {scope: left}), "void")


def test_a_void_that_a_book_forbids_is_forbidden_by_its_clause() -> None:
    """A book that does not let something be void for any word names the clause, and a script shows it."""
    for book in ruleset_ids():
        for scope, void in load_ruleset(book).voids.items():
            if "other" not in void.reasons:
                shown_by = [path for path in script_files(book) if _refused(book, path.name, void.forbidden)]
                assert shown_by, (book, scope)


def _refused(book: str, name: str, clause: str) -> bool:
    text = texts(book)[name]
    return '"void_not_allowed"' in text and f'"clause": "{clause}"' in text


def test_the_page_says_what_the_scripts_show() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python -m tests.rules.cells"


def test_enough_cells() -> None:
    assert len(cells(shown())) >= 125


def test_every_book_shows_every_irregularity_it_knows() -> None:
    found = {(code, book) for code, book, _ in cells(shown())}
    known = {
        (code, book)
        for book in ruleset_ids()
        for code, rulings in load_ruleset(book).irregularities.items()
        if rulings and code != "asked_players"
    }
    assert known - found == set()
