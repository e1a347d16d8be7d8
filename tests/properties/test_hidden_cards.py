"""A card that nobody saw reaches no view before it is turned up: only surveillance's commitment differs."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.apply import apply
from app.game.core.cards import DECK, Card
from app.game.core.records import replace
from app.game.core.rejections import Accepted
from app.game.core.seals import Opened, seal
from app.game.core.state import Table
from app.game.decide import decide
from app.game.questions import open_questions
from app.game.rules.ruleset import Ruleset
from app.game.views.audiences import dealer_view, floor_view, sign_view, surveillance_view
from tests.agreement.rounds import RandomRound
from tests.properties.scenes import scene
from tests.properties.test_evenings import Evening
from tests.properties.test_hole_card import WITH_HOLE_CARDS, run

SEEDS = st.integers(min_value=0, max_value=2**32)
STEPS = 25


class Twins(Evening):
    """An evening, and another that differs from it in a card that nobody has seen."""

    other: Table | None = None

    def may(self, command: c.Command) -> bool:
        done = super().may(command)
        if self.other is not None and isinstance(command, c.TurnUpKept | c.TurnUpHole):
            self.other = None  # now it is seen
        if done and self.other is not None:
            answer = decide(self.other, self.rules, command)
            assert isinstance(answer, Accepted)
            self.other = applied(self.other, answer)
            assert_alike(self.table, self.other, self.rules)
        return done

    def error_cards(self, one: Opened, two: Opened) -> bool:
        """A card is drawn in error and not seen: here it is the one, there the other."""
        here = decide(self.table, self.rules, c.DrawInError(seal(one)))
        there = decide(self.table, self.rules, c.DrawInError(seal(two)))
        assert isinstance(here, Accepted) == isinstance(there, Accepted)
        if not isinstance(here, Accepted) or not isinstance(there, Accepted):
            return False
        self.other = applied(self.table, there)
        self.take(here.events)
        self.sealed[seal(one)] = one
        assert seal(one) in surveillance_view(self.table, self.rules).commitments
        assert_alike(self.table, self.other, self.rules)
        return True


def applied(table: Table, answer: Accepted) -> Table:
    for event in answer.events:
        table = apply(table, event)
    return table


def assert_alike(one: Table, two: Table, rules: Ruleset) -> None:
    assert open_questions(one, rules) == open_questions(two, rules)
    assert sign_view(one, rules) == sign_view(two, rules)
    assert dealer_view(one, rules) == dealer_view(two, rules)
    assert floor_view(one, rules) == floor_view(two, rules)
    seen, other = surveillance_view(one, rules), surveillance_view(two, rules)
    assert replace(seen, commitments=()) == replace(other, commitments=())


@pytest.mark.parametrize("book", ruleset_ids())
@settings(max_examples=30, deadline=None, derandomize=True)
@given(seed=SEEDS, other=st.sampled_from((*DECK, Card("TS"))))
def test_an_unseen_card_changes_no_view_until_it_is_turned_up(book: str, seed: int, other: Card) -> None:
    evening = twins(book, seed)
    one = evening.some_card()
    if not evening.error_cards(one, Opened(other, bytes(16))):
        return
    assert evening.other is not None
    assert one.card not in repr(evening.table.held)
    for _ in range(STEPS):
        evening.step()


def twins(book: str, seed: int) -> Twins:
    shown = scene(book, seed)
    evening = Twins(shown.rules, seed, opened=False)
    evening.random = Random(seed)
    evening.take(tuple(shown.events))
    evening.sealed = dict(shown.sealed)
    return evening


@pytest.mark.parametrize("book", WITH_HOLE_CARDS)
@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_a_hole_card_of_another_deck_changes_no_view_until_it_is_turned_up(book: str, seed: int) -> None:
    """It is removed when it is seen, and not before."""
    rules = load_ruleset(book)
    round_ = RandomRound(rules, seed).play()
    holes = [index for index, line in enumerate(round_.lines) if line.startswith("hole")]
    if holes:
        lines = round_.lines[: holes[0] + 1]
        one = run(round_.script(), rules, lines).table
        two = run(round_.script(), rules, [*lines[:-1], "hole TS"]).table
        assert_alike(one, two, rules)


def test_unseen_cards_lie_for_a_while() -> None:
    """The property above is about something."""
    for book in ruleset_ids():
        lying = 0
        for seed in range(30):
            evening = twins(book, seed)
            one, two = (Opened(card, bytes(16)) for card in Random(seed).sample(DECK, 2))
            if evening.error_cards(one, two) and evening.table.held is not None:
                evening.step()
                lying += evening.other is not None and bool(evening.table.kept)
        assert lying >= 5, book
