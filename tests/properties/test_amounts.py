"""Amounts that come after the first card: the round is the same as if they had been there in time; and whatever goes
wrong meanwhile, an evening goes on."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game import events as e
from app.game.core.apply import EMPTY, apply
from app.game.core.ledger import balances
from app.game.core.records import replace
from app.game.core.state import LATE, Round, Table
from app.game.decide import decide
from app.game.questions import Question, open_questions
from app.game.subjects.remedies.round_replay import Stopped, acts_of, replay
from app.game.subjects.wagers.missing_amounts import amounts_due
from app.roundscript.read import read_script
from app.roundscript.result import line_json, result_of
from app.roundscript.runner import run_script
from tests.agreement.rounds import RandomRound, script_text
from tests.properties.ledger import folded
from tests.properties.offered import is_accepted, is_offered, universe
from tests.properties.test_payments import Paying

BOOKS = ruleset_ids()
SEEDS = st.integers(min_value=0, max_value=2**32)
STEPS = 160
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
    assert Counter(round_of(late).lines) == Counter(round_of(in_time).lines)
    assert moved(late) == moved(in_time)
    boxes = [replace(box, second_late=False) for box in round_of(late).boxes]
    assert boxes == [replace(box, second_late=False) for box in round_of(in_time).boxes]
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
    assert replace(round_of(again.table), lines=()) == replace(round_of(table), lines=())
    assert moved(again.table) == moved(table)
    outcome = run_script(read_script(script_text(round_.script())), rules)
    assert result_of(outcome, rules)["settlements"] == [line_json(line) for line in round_of(table).lines]


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_what_is_offered_is_accepted_and_all_else_refused(book: str, seed: int) -> None:
    rules = load_ruleset(book)
    for table in RandomRound(rules, seed, late=True).play().moments:
        questions = open_questions(table, rules)
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


class Hasty(Paying):
    """An evening at which half of the amounts come when nothing goes on without them, and cards come before them."""

    def bets(self, question: Question) -> None:  # noqa: ARG002
        missing, seated = self.random.random() < 0.5, self.random.random() < 0.7
        box, player = self.random.randint(1, 7), self.random.choice(("ann", "bob", "cat"))
        self.may(c.PlaceWager(box, player, "main", 0 if missing else 1000, seated=seated, missing=missing))

    def step(self) -> None:
        table = self.table
        due = table.held is None and bool(amounts_due(table, self.rules))
        if due and self.random.random() < 0.3:
            self.must(c.LayBy(self.put_face_down()))
            assert self.table.held is None
        elif table.held is None and table.laid_by and not due:
            self.taken_up()
        else:
            super().step()

    def amount(self, question: Question) -> None:
        """Late, as a rule; within the limits, or as it lies."""
        assert question.box is not None
        assert question.player is not None
        if not amounts_due(self.table, self.rules) and self.random.random() < 0.9:
            return
        most = question.limits[0].most_cents if question.limits else 1000
        at = question.box, question.player, "main"
        unnoticed = c.PlaceWager(*at, 1000, noticed=False, by="sue")
        assert self.may(c.PlaceWager(*at, self.random.choice((most, 300)), by="sue")) or self.may(unnoticed)

    def taken_up(self) -> None:
        """The first card that waited is whatever the table takes it for."""
        commitment = self.table.laid_by[0].commitment or ""
        opened = self.sealed[commitment]
        asks = (c.DrawCard(opened.card), c.DrawFaceDown(commitment), c.BurnCard(commitment), c.LayBy(commitment))
        assert any(self.may(c.TakeUp(ask, opened)) for ask in asks)
        self.turned_up()

    def lying(self) -> str:
        return super().lying() + repr(self.table.laid_by)


@pytest.mark.parametrize("book", BOOKS)
def test_an_evening_goes_on_whatever_comes_before_an_amount(book: str) -> None:
    """Errors, corrections, voids and payments among them; no card and no cent is lost (ledger.py)."""
    kinds = set()
    for seed in range(8):
        evening = Hasty(book, seed)
        for _ in range(STEPS):
            evening.step()
        assert folded(evening.events) == evening.table
        kinds |= {type(event) for event in evening.events}
    assert kinds >= {e.AmountEntered, e.CameMeanwhile, e.MeanwhileTakenUp, e.RoundRewritten, e.PaymentsTicked}
