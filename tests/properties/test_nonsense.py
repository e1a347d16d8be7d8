"""No command, however senseless, at any moment of an evening raises, or makes money or cards out of nothing."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.game.apply import EMPTY, apply
from app.game.awaiting import awaiting
from app.game.decide import decide
from app.game.postings import postings
from app.game.prompts import prompts
from app.game.rejections import Accepted, Rejected
from app.game.rules.ruleset import Ruleset
from app.game.state import Table, cards_on_layout
from app.game.views import surveillance_view
from app.rulebook import load_ruleset, ruleset_ids
from tests.properties.commands import any_command
from tests.properties.test_evenings import Evening

STEPS = 120
TRIES = 12


@pytest.mark.parametrize("book", ruleset_ids())
@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_nonsense_is_refused_and_never_raises(book: str, seed: int) -> None:
    rules, random = load_ruleset(book), Random(seed)
    evening = Evening(rules, seed)
    for _ in range(STEPS):
        if evening.table.held is not None:
            break
        for _ in range(TRIES):
            evening.table = tried(evening.table, rules, random)
            if evening.table.held is not None:
                return
        evening.step()


def tried(table: Table, rules: Ruleset, random: Random) -> Table:
    """The table after a random command, if it was taken."""
    command = any_command(random, table.config)
    answer = decide(table, rules, command)
    if isinstance(answer, Rejected):
        assert answer.code
        assert answer.message
        return table
    return sound(table, rules, answer)


def sound(table: Table, rules: Ruleset, answer: Accepted) -> Table:
    """Apply what was accepted and look whether all is in order."""
    for event in answer.events:
        assert sum(posting.cents for posting in postings(table, event)) == 0
        table = apply(table, event)
    round_ = table.round
    for place in round_.places if round_ else ():
        assert 0 <= place.effective_cents <= place.main_cents
        assert all(cents > 0 for _, cents in place.sides)
    assert table.shoe.left >= 0
    assert table.shoe.left + cards_on_layout(table) + table.shoe.discarded == table.shoe.size or not table.shoe.decks
    assert surveillance_view(table, rules).floor.layout_cents >= 0
    assert awaiting(table, rules)
    assert prompts(table, rules) is not None
    return table


@pytest.mark.parametrize("book", ruleset_ids())
def test_nothing_is_taken_before_the_table_is_open(book: str) -> None:
    random = Random(1)
    for _ in range(400):
        command = any_command(random, EMPTY.config)
        answer = decide(EMPTY, load_ruleset(book), command)
        assert isinstance(answer, Rejected) or type(command).__name__ == "OpenTable"
