"""The benchmark of the core runs: through several shoes, under every book. Its figures are not a test's business."""

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from tests.bench.core import measured


@pytest.mark.parametrize("book", ruleset_ids())
def test_the_benchmark_plays_through_reshuffles(book: str) -> None:
    run = measured(load_ruleset(book), rounds=150)
    assert run.speed > 0
    assert run.events > 8
