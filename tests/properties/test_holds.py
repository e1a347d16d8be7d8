"""Errors at any moment of any round: what the questions offer is accepted, and all else refused with its clause."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.apply import apply
from app.game.core.cards import Card
from app.game.core.rejections import Accepted, Rejected
from app.game.core.state import RoundRecord, Table
from app.game.decide import decide
from app.game.questions import Question, open_questions
from app.game.rules.ruleset import CHOICES, Ruleset
from app.game.subjects.remedies.dealer_corrections import undoable
from app.game.subjects.shoe.possible_cards import unfit
from tests.properties.offered import is_accepted, is_offered, universe
from tests.properties.scenes import goes_on, scene
from tests.properties.test_evenings import Evening
from tests.properties.troubles import Cards, remedies, reports, signed, taking

BOOKS = ruleset_ids()
SEEDS = st.integers(min_value=0, max_value=2**32)
WORDS = (*CHOICES, "accept", "refuse", "nonsense", "")
FACE_UP = Cards(Card("9C"), Card("4D"), "ab" * 32)


def after(table: Table, answer: Accepted) -> Table:
    for event in answer.events:
        table = apply(table, event)
    return table


def holds(table: Table, rules: Ruleset, cards: Cards) -> Iterator[tuple[c.Command, Table]]:
    """The table as each of the errors that may be reported now holds it."""
    for command in reports(table, rules, cards):
        answer = decide(table, rules, command)
        if isinstance(answer, Accepted) and after(table, answer).held is not None:
            yield command, after(table, answer)


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=10, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_each_choice_offered_is_accepted_and_every_other_refused(book: str, seed: int) -> None:
    evening = scene(book, seed)
    for _, table in holds(evening.table, evening.rules, FACE_UP):
        _choices_hold(table, evening.rules, Random(seed), evening.earlier())


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_each_choice_offered_is_accepted_in_a_second_round(book: str, seed: int) -> None:
    evening = scene(book, seed)
    goes_on(evening)
    if evening.table.held is None:
        for _, table in holds(evening.table, evening.rules, FACE_UP):
            _choices_hold(table, evening.rules, Random(seed), evening.earlier())


def _choices_hold(table: Table, rules: Ruleset, random: Random, record: RoundRecord | None) -> None:
    """What is offered in the hold, and in those that follow from it, is what may be done."""
    questions = open_questions(table, rules)
    assert questions
    deepened = random.choice(questions[0].choices)
    for question in questions:
        _explained(question)
        for option in question.options:
            if option.allowed and not option.fits:
                refused = decide(table, rules, c.Resolve(option.choice, box=question.box, player=question.player))
                assert isinstance(refused, Rejected)
                assert refused.code in ("cards_do_not_fit", "no_such_hand")
            elif option.allowed:
                followed = option.choice == deepened and question == questions[0]
                _taken(table, rules, random, question, option.choice, record, followed=followed)
            else:
                refused = decide(table, rules, c.Resolve(option.choice, box=question.box, player=question.player))
                assert isinstance(refused, Rejected)
                assert (refused.code, refused.clause) == ("choice_forbidden", option.clause)
        for word in set(WORDS) - {option.choice for option in question.options}:
            refused = decide(table, rules, c.Resolve(word, box=question.box, player=question.player))
            assert isinstance(refused, Rejected)
            assert refused.code == "choice_unknown", (word, refused)


def _explained(question: Question) -> None:
    assert question.clause
    assert all(option.clause for option in question.options)
    if question.question == "resolve":
        open_ = [each.choice for each in question.options if each.allowed and each.fits]
        assert question.choices == tuple(dict.fromkeys(open_))
        assert question.choices


def _taken(
    table: Table,
    rules: Ruleset,
    random: Random,
    question: Question,
    choice: str,
    record: RoundRecord | None,
    *,
    followed: bool,
) -> None:
    if choice == "reconstruct_earlier" or (choice == "void_earlier" and record is None):
        return  # no earlier round that could be void, or one to be rebuilt by its acts: the report is withdrawn
    commands = taking(table, question, choice, random, record)
    for command in commands:
        answer = decide(table, rules, command)
        if isinstance(answer, Rejected) and isinstance(command, c.Resolve) and command.hands:
            assert answer.code == "cards_do_not_fit"  # with another hand it fits
            return
        assert isinstance(answer, Accepted), (command, answer, table.held)
        table = after(table, answer)
    if table.held is not None and followed:
        _choices_hold(table, rules, random, record)


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=6, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_while_a_table_holds_nothing_else_is_done(book: str, seed: int) -> None:
    evening = scene(book, seed)
    held = list(holds(evening.table, evening.rules, FACE_UP))
    for _, table in Random(seed).sample(held, min(3, len(held))):
        assert isinstance(decide(table, evening.rules, c.UndoTap()), Accepted) == (undoable(table) is not None)
        others = [*universe(table), *reports(table, evening.rules, FACE_UP), *_at_any_time()]
        others += [
            command
            for remedy in remedies(table, evening.rules)
            if table.held is not None and remedy.reason != table.held.irregularity
            for command in signed(remedy)
        ]
        for command in others:
            assert isinstance(decide(table, evening.rules, command), Rejected), command


def _at_any_time() -> Iterator[c.Command]:
    yield from (c.CorrectRecord("hit", 1), c.CorrectRecord("stood", 1), c.DrawCutCard())
    yield from (c.ChangeDealer("dee"), c.OrderShuffle("discretion"), c.AnnounceFinalRounds(), c.OpenBetting())
    yield from (c.PlaceWager(1, "ann", "main", 1000), c.CloseBets(), c.BringSet("new", "red", replaces=True))


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=10, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_offered_is_accepted_after_errors_too(book: str, seed: int) -> None:
    """With cards that lie ready, hands that are void or served late, players who are away."""
    evening = Evening(load_ruleset(book), seed, troubles=0.25)
    for number in range(150):
        evening.step()
        questions = open_questions(evening.table, evening.rules)
        for question in questions:
            _explained(question)
        if number % 5 == 0:
            _offered_is_accepted(evening, questions)


def _offered_is_accepted(evening: Evening, questions: tuple[Question, ...]) -> None:
    table, rules = evening.table, evening.rules
    for command in universe(table):
        if not _not_asked_for(table, command):
            answer = decide(table, rules, command)
            assert is_accepted(answer) == is_offered(questions, table, command), (command, answer, questions)


def _not_asked_for(table: Table, command: c.Command) -> bool:
    """What may be done unasked: cards face down to a box that squeezes, and of two sets of cards the one that rests;
    and a card that the shoe does not hold any more."""
    if isinstance(command, c.DrawCard):
        return unfit(table, (command.card,)) is not None
    if isinstance(command, c.DrawFaceDown):
        return table.round is not None and bool(table.round.squeezing)
    return table.config.shuffler == "alternating" and isinstance(command, c.DoStep | c.FinishShuffle)
