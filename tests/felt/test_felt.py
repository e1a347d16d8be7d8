"""The record ends as the felt has it, whatever went wrong and however it was put right: so many rounds, or FELT of the
environment.

`make felt` plays more of them, and says how often each mistake was put right by each remedy.
"""

import os

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from tests.felt.known import KNOWN, known
from tests.felt.rounds import rounds_of

BOOKS = ruleset_ids()
ROUNDS = int(os.environ.get("FELT", "2000"))
PARTS = 2


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("book", BOOKS)
def test_the_record_ends_as_the_felt_has_it(book: str, part: int) -> None:
    """Round n, from seed n, is of the nth book, as in `make felt`."""
    rules = load_ruleset(book)
    for seed in range(BOOKS.index(book) + part * len(BOOKS), ROUNDS, PARTS * len(BOOKS)):
        for ended in rounds_of(rules, seed):
            differs = ended.why and known(ended) is None
            assert not differs, f"seed {seed}, {ended.mistake}: {ended.remedy}\n{ended.script}{ended.why}"


@pytest.mark.parametrize("name", KNOWN)
def test_an_open_point_is_open(name: str) -> None:
    point = KNOWN[name]
    ended = rounds_of(load_ruleset(point.book), point.seed)
    assert any(each.why and known(each) == name for each in ended), "mended: take it out of known.py"
