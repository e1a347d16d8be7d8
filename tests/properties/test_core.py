"""Properties of the core, over random lawful rounds of every book (seeds from hypothesis, derandomised)."""

from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.accounts import Account
from app.game.core.apply import EMPTY, apply
from app.game.core.ledger import postings
from app.game.core.rejections import Accepted
from app.game.core.results import net
from app.game.core.state import Table, cards_on_layout
from app.game.decide import decide
from app.game.events import RoundCompleted
from app.game.questions import open_questions
from app.roundscript.read import read_script
from app.roundscript.result import line_json, result_of
from app.roundscript.runner import run_script
from tests.agreement.rounds import RandomRound, script_text
from tests.properties.offered import is_accepted, is_offered, universe

BOOKS = ruleset_ids()
EXAMPLES = settings(max_examples=60, deadline=None, derandomize=True)
SEEDS = st.integers(min_value=0, max_value=2**32)


def shoe_of(table: Table) -> int:
    """Every card of the set, wherever it is."""
    return table.shoe.left + cards_on_layout(table) + table.shoe.discarded


@pytest.mark.parametrize("book", BOOKS)
@EXAMPLES
@given(seed=SEEDS)
def test_cards_and_cents_are_conserved_at_every_event(book: str, seed: int) -> None:
    table = EMPTY
    accounts: dict[Account, int] = defaultdict(int)
    for event in RandomRound(load_ruleset(book), seed).play().events:
        moves = postings(table, event)
        assert sum(move.cents for move in moves) == 0
        for move in moves:
            accounts[move.account] += move.cents
        table = apply(table, event)
        assert shoe_of(table) == table.shoe.size
    assert table.round is not None
    on_layout = {account: cents for account, cents in accounts.items() if account.kind == "layout" and cents}
    assert on_layout == {}
    for player, cents in net(table.round).items():
        assert sum(accounts[a] for a in accounts if a.kind == "bettor" and a.player == player) == cents
    assert accounts[Account("float")] == -sum(net(table.round).values())


@pytest.mark.parametrize("book", BOOKS)
@EXAMPLES
@given(seed=SEEDS)
def test_folding_the_events_gives_the_live_table(book: str, seed: int) -> None:
    round_ = RandomRound(load_ruleset(book), seed).play()
    table = EMPTY
    for event in round_.events:
        table = apply(table, event)
    assert table == round_.table
    assert isinstance(round_.events[-1], RoundCompleted)


@pytest.mark.parametrize("book", BOOKS)
@EXAMPLES
@given(seed=SEEDS)
def test_a_script_of_the_round_gives_the_round(book: str, seed: int) -> None:
    rules = load_ruleset(book)
    round_ = RandomRound(rules, seed).play()
    outcome = run_script(read_script(script_text(round_.script())), rules)
    assert outcome.refusal is None
    assert round_.table.round is not None
    assert result_of(outcome, rules)["settlements"] == [line_json(line) for line in round_.table.round.lines]


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_what_is_offered_is_accepted_and_all_else_refused(book: str, seed: int) -> None:
    rules = load_ruleset(book)
    for table in RandomRound(rules, seed).play().moments:
        questions = open_questions(table, rules)
        for command in universe(table):
            answer = decide(table, rules, command)
            assert is_accepted(answer) == is_offered(questions, table, command), (command, answer, questions)


@pytest.mark.parametrize("book", BOOKS)
@EXAMPLES
@given(seed=SEEDS)
def test_question_ids_differ_within_a_moment(book: str, seed: int) -> None:
    rules = load_ruleset(book)
    for table in RandomRound(rules, seed).play().moments:
        ids = [question.id for question in open_questions(table, rules)]
        assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("book", BOOKS)
@EXAMPLES
@given(seed=SEEDS)
def test_decide_is_pure(book: str, seed: int) -> None:
    """The same question twice gives the same answer, and the table is what it was."""
    rules = load_ruleset(book)
    table = RandomRound(rules, seed).play().table
    for command in universe(table):
        before = repr(table)
        first = decide(table, rules, command)
        assert decide(table, rules, command) == first
        assert repr(table) == before
        if isinstance(first, Accepted):
            done = isinstance(command, c.Proceed) and table.round is not None and table.round.answered
            assert first.events or done
