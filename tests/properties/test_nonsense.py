"""No command, however senseless, at any moment of an evening raises, or makes money or cards out of nothing."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.apply import EMPTY
from app.game.core.rejections import Rejected
from app.game.core.state import Table
from app.game.decide import decide
from app.game.questions import open_questions
from app.game.rules.ruleset import Ruleset
from app.game.views.audiences import surveillance_view
from app.game.views.prompts import prompts
from app.language.rendering import say
from tests.properties.commands import UNDER_SEALS, any_command
from tests.properties.test_devices import Wired
from tests.properties.test_evenings import Evening

STEPS = 120
TRIES = 12


@pytest.mark.parametrize("book", ruleset_ids())
@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_nonsense_is_refused_and_never_raises(book: str, seed: int) -> None:
    rules, random = load_ruleset(book), Random(seed)
    evening = Wired(rules, seed)
    evening.sealed.update(UNDER_SEALS)
    for _ in range(STEPS):
        for _ in range(TRIES):
            tried(evening, random)
        evening.step()


def tried(evening: Evening, random: Random) -> None:
    """A random command; every event that comes of it is looked at (ledger.py), and so is the table."""
    command = any_command(random, evening.table)
    answer = decide(evening.table, evening.rules, command)
    if isinstance(answer, Rejected):
        assert answer.code
        assert say(answer.message)
        return
    evening.take(answer.events)
    evening.remember()
    sound(evening.table, evening.rules)
    if evening.table.closed:
        evening.must(c.OpenTable(evening.table.config))


def sound(table: Table, rules: Ruleset) -> None:
    """Look whether all is in order."""
    round_ = table.round
    for place in round_.places if round_ else ():
        assert 0 <= place.effective_cents <= place.main_cents
        assert all(cents > 0 for _, cents in place.sides)
    assert surveillance_view(table, rules).floor.layout_cents >= 0
    assert open_questions(table, rules) or table.closed
    assert prompts(table, rules) is not None


@pytest.mark.parametrize("book", ruleset_ids())
def test_nothing_is_taken_before_the_table_is_open(book: str) -> None:
    random = Random(1)
    for _ in range(400):
        command = any_command(random, EMPTY)
        answer = decide(EMPTY, load_ruleset(book), command)
        assert isinstance(answer, Rejected) or type(command).__name__ == "OpenTable"
