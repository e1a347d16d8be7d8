"""The benchmark runs: through several shoes, under every book. What it measures is not a test's business."""

import pytest

from app.rulebook import load_ruleset, ruleset_ids
from tests.bench.__main__ import rounds_a_second


@pytest.mark.parametrize("book", ruleset_ids())
def test_the_benchmark_plays_through_reshuffles(book: str) -> None:
    speed, events = rounds_a_second(load_ruleset(book), rounds=150)
    assert speed > 0
    assert events > 8
