"""Amounts that come after the first card: the round is the same as if they had been there in time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.game import events as e
from app.game.apply import EMPTY, apply
from app.game.awaiting import awaiting
from app.game.decide import decide
from app.game.postings import balances
from app.game.remedies.record import Stopped, acts_of, replay
from app.game.state import LATE, Round, Table
from app.roundscript.read import read_script
from app.roundscript.report import line_json, result_of
from app.roundscript.run import run_script
from app.rulebook import load_ruleset, ruleset_ids
from tests.agreement.rounds import RandomRound, script_text
from tests.properties.offered import is_accepted, is_offered, universe

BOOKS = ruleset_ids()
SEEDS = st.integers(min_value=0, max_value=2**32)
EXAMPLES = settings(max_examples=60, deadline=None, derandomize=True)


def round_of(table: Table) -> Round:
    """The round on the table."""
    assert table.round is not None
    return table.round


def moved(table: Table) -> object:
    """What every account has gained or given in the round."""
    assert table.opening is not None
    return balances(table.opening, table.record)


@pytest.mark.parametrize("book", BOOKS)
@EXAMPLES
@given(seed=SEEDS)
def test_a_late_amount_changes_no_cent(book: str, seed: int) -> None:
    rules = load_ruleset(book)
    in_time, late = RandomRound(rules, seed).play().table, RandomRound(rules, seed, late=True).play().table
    assert sorted(round_of(late).lines) == sorted(round_of(in_time).lines)
    assert moved(late) == moved(in_time)
    boxes = [box._replace(second_late=False) for box in round_of(late).boxes]
    assert boxes == [box._replace(second_late=False) for box in round_of(in_time).boxes]
    assert late.warned == in_time.warned
    assert all([place.amount in ("", LATE) for place in round_of(late).places])


@pytest.mark.parametrize("book", BOOKS)
@EXAMPLES
@given(seed=SEEDS)
def test_every_way_of_telling_it_again_gives_the_same(book: str, seed: int) -> None:
    """The fold of its events, its acts played again, and its script."""
    rules = load_ruleset(book)
    round_ = RandomRound(rules, seed, late=True).play()
    table = EMPTY
    for event in round_.events:
        table = apply(table, event)
    assert table == round_.table
    assert table.opening is not None
    again = replay(table.opening, rules, acts_of(table.record))
    assert not isinstance(again, Stopped)
    assert round_of(again.table)._replace(lines=()) == round_of(table)._replace(lines=())
    assert moved(again.table) == moved(table)
    outcome = run_script(read_script(script_text(round_.script())), rules)
    assert result_of(outcome, rules)["settlements"] == [line_json(line) for line in round_of(table).lines]


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_what_is_offered_is_accepted_and_all_else_refused(book: str, seed: int) -> None:
    rules = load_ruleset(book)
    for table in RandomRound(rules, seed, late=True).play().moments:
        questions = awaiting(table, rules)
        assert len({question.id for question in questions}) == len(questions)
        for command in universe(table):
            answer = decide(table, rules, command)
            assert is_accepted(answer) == is_offered(questions, table, command), (command, answer, questions)


def test_the_rounds_have_late_amounts() -> None:
    for book in BOOKS:
        rules = load_ruleset(book)
        events = [event for seed in range(60) for event in RandomRound(rules, seed, late=True).play().events]
        entered = [event for event in events if isinstance(event, e.AmountEntered)]
        assert any([not event.noticed for event in entered])
        assert any([sum(dict(event.plays).values()) and len(event.plays) > 1 for event in entered])
