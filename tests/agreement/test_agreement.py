"""The engine and the second settlement agree on random rounds of every book: so many, or ROUNDS of the environment.

`make agreement` plays more of them, and says how many rounds had each feature.
"""

import os

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from tests.agreement.compare import engine_says, played, second_says
from tests.agreement.rounds import script_text

BOOKS = ruleset_ids()
ROUNDS = int(os.environ.get("ROUNDS", "2000"))
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("book", BOOKS)
def test_both_settle_alike(book: str, part: int) -> None:
    """Round n, from seed n, is of the nth book, as in `make agreement`."""
    numbers = range(BOOKS.index(book) + part * len(BOOKS), ROUNDS, PARTS * len(BOOKS))
    assert numbers
    for number in numbers:
        round_ = played(load_ruleset(book), number + 1)
        assert second_says(round_) == engine_says(round_), f"seed {number + 1}\n{script_text(round_.script())}"
