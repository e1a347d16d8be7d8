"""What was done in a round, done again from its opening, gives the round; all events from the first give the table."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import events as e
from tests.properties.ledger import assert_replays, folded
from tests.properties.scenes import Watched
from tests.properties.test_evenings import Evening

SEEDS = st.integers(min_value=0, max_value=2**32)
TROUBLES = 0.25
STEPS = 120
REWRITES = (e.RoundRewritten, e.WagersVoided, e.RoundVoided, e.EarlierRoundAmended)


@pytest.mark.parametrize("book", ruleset_ids())
@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_a_round_replays_at_every_moment(book: str, seed: int) -> None:
    rules = load_ruleset(book)
    for table in Watched(rules, seed).play().moments:
        assert_replays(table, rules)


@pytest.mark.parametrize("book", ruleset_ids())
@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_a_round_with_errors_replays_at_every_moment(book: str, seed: int) -> None:
    evening = Evening(load_ruleset(book), seed, troubles=TROUBLES)
    for _ in range(STEPS):
        evening.step()
        assert_replays(evening.table, evening.rules)
    assert folded(evening.events) == evening.table


def test_rounds_are_rewritten_voided_and_amended() -> None:
    """The property above is about something."""
    kinds: set[type] = set()
    for book in ruleset_ids():
        for seed in range(12):
            evening = Evening(load_ruleset(book), seed, troubles=TROUBLES)
            for _ in range(STEPS):
                evening.step()
            kinds |= {type(event) for event in evening.events}
    assert kinds >= set(REWRITES)
