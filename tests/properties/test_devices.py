"""Evenings at a table whose shoe speaks over a line: cards out of turn, doubts, cards keyed by hand, at any moment.

Every event is looked at as it comes (ledger.py): no card and no cent is lost. What is offered is accepted, nothing that
a device tells is refused while a shoe is in use, and what came while the table held is taken up in the order in which
it came.
"""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.seals import Opened, seal
from app.game.questions import Question
from app.game.rules.ruleset import Ruleset
from app.game.subjects.irregularities.rulings import HOUSE
from app.game.subjects.remedies.card_positions import typed_cards
from app.game.subjects.wagers.missing_amounts import amounts_due
from app.game.targets import hole_awaited
from app.table.intake.hidden import Hidden
from app.table.intake.waiting_cards import as_told, told_cards
from tests.properties.ledger import assert_replays, folded
from tests.properties.test_evenings import Evening

SEEDS = st.integers(min_value=0, max_value=2**32)
STEPS = 160
TROUBLES = 0.05
OUT_OF_TURN, DOUBT, SEEN, KEYED, FOREIGN, PUT_RIGHT = 0.06, 0.03, 0.4, 0.3, 0.05, 0.1
DOUBTS = ("reports_lost", "card_unread", "keyed_not_told", "card_pushed_back")


class Wired(Evening):
    """An evening whose devices are not always right."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.waiting: list[str | None] = []
        super().__init__(rules, seed, troubles=TROUBLES)

    def step(self) -> None:
        """A device tells something, or somebody answers."""
        if self.table.shoe.decks:
            self.line()
        super().step()

    def take(self, events: tuple[e.Event, ...]) -> None:
        """The order of what waits is looked at, too."""
        super().take(events)
        for event in events:
            if isinstance(event, e.CameMeanwhile):
                self.waiting.insert(0 if event.first else len(self.waiting), event.commitment)
            elif isinstance(event, e.MeanwhileTakenUp):
                self.waiting.pop(0)
            elif isinstance(event, e.ShoeLoaded | e.RecutOrdered) and not self.table.laid_by:
                self.waiting.clear()
        assert [each.commitment for each in self.table.laid_by] == self.waiting

    def line(self) -> None:
        """What comes over the line, and what is made of it."""
        chance = self.random.random
        if chance() < OUT_OF_TURN:
            self.must(c.LayBy(self.any_card(), alarm=chance() < FOREIGN))
        if chance() < DOUBT:
            self.must(c.DoubtDevice(self.random.choice(DOUBTS)))
        held = self.table.held
        unseen = held.commitment if held is not None and held.irregularity == "error_card_unseen" else None
        if unseen is not None and chance() < SEEN:
            self.must(c.SeeHeld(self.sealed[unseen]))
        if held is None and self.table.laid_by and not amounts_due(self.table, self.rules):
            self.take_one_up()
        typed = typed_cards(self.table) if self.table.held is None else ()
        if typed and chance() < PUT_RIGHT:
            wrong = self.random.choice(typed)
            self.may(c.CorrectCard(wrong.number, wrong.card, self.some_card().card, own=0))
        if self.table.held is None and self.table.keyed and chance() < KEYED:
            self.must(c.ConfirmKeyed() if chance() < 0.8 else c.DoubtKeyed(self.any_card()))
        self.turned_up()

    def take_one_up(self) -> None:
        """As what is awaited, if it is; else as a card that nothing awaits."""
        first = self.table.laid_by[0]
        if first.commitment is None:
            self.must(c.TakeUp())
            return
        opened = self.sealed[first.commitment]
        tries = [c.TakeUp(c.ConfirmKeyed()), c.TakeUp(c.BurnCard(first.commitment))]
        tries.append(c.TakeUp(c.DrawFaceDown(first.commitment, hole=True)))
        if hole_awaited(self.table, self.rules) or not self.random.getrandbits(1) or not any(map(self.may, tries)):
            done = self.table.laid_by[:1] != (first,)
            done = done or (bool(self.random.getrandbits(1)) and self.may(c.TakeUp(c.DrawCard(opened.card), opened)))
            if not done:
                self.must(c.TakeUp(c.LayBy(first.commitment)))

    def any_card(self) -> str:
        """A card that the shoe can hold, or now and then a ten."""
        if self.random.random() >= FOREIGN:
            return self.put_face_down()
        opened = Opened(Card("TS"), self.random.randbytes(16))
        self.sealed[seal(opened)] = opened
        return seal(opened)

    def lying(self) -> str:
        """What waits behind a hold lies there, too."""
        return super().lying() + repr(self.table.laid_by)

    def resolve(self, question: Question) -> None:
        """What is offered is accepted; a card is entered as what is awaited."""
        held = self.table.held
        if held is None or held.irregularity not in HOUSE:
            super().resolve(question)
            return
        choice = self.random.choice(question.choices)
        down = bool(self.table.shoe.burn_due) or hole_awaited(replace(self.table, held=None), self.rules)
        if choice == "enter_card" and down:
            waits = bool(self.table.laid_by) and self.table.laid_by[0].commitment is not None
            self.must(c.Resolve(choice, commitment=self.put_face_down(), another=waits))
        elif choice == "as_told":
            self.as_told()
        else:
            self.must(c.Resolve(choice, card=self.some_card().card))

    def as_told(self) -> None:
        """Every way that is shown can be chosen; there is none with a ten, or if they cannot have been dealt so."""
        hidden = Hidden()
        hidden._opened = self.sealed
        ways = told_cards(self.table, self.rules, hidden, "").ways
        chosen = c.Resolve("as_told", arrangement=self.random.choice(ways).key) if ways else c.Resolve("same_card")
        self.must(as_told(self.table, self.rules, hidden, chosen) if ways else chosen)

    def card(self, question: Question) -> None:
        """Dealt, and now and then keyed by hand while the shoe does not tell."""
        assert self.table.round is not None
        if question.box in self.table.round.squeezing or self.random.random() >= KEYED:
            super().card(question)
        else:
            self.must(c.DrawCard(self.some_card().card, "keyed"))


def wired(book: str, seed: int) -> Wired:
    evening = Wired(load_ruleset(book), seed)
    for number in range(STEPS):
        evening.step()
        if number % 10 == 0:
            assert_replays(evening.table, evening.rules)
    return evening


@pytest.mark.parametrize("book", ruleset_ids())
@settings(max_examples=12, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_nothing_that_a_line_tells_is_lost(book: str, seed: int) -> None:
    evening = wired(book, seed)
    assert folded(evening.events) == evening.table


@pytest.mark.parametrize("book", ruleset_ids())
def test_such_evenings_are_about_something(book: str) -> None:
    """Whatever may come over a line comes, in play and between rounds, and is dealt with in every way."""
    kinds: Counter[str] = Counter()
    choices: Counter[str] = Counter()
    phases: set[str] = set()
    for seed in range(12):
        evening = wired(book, seed)
        for event in evening.events:
            kinds[type(event).__name__] += 1
            if isinstance(event, e.IrregularityResolved):
                choices[event.choice] += 1
            if isinstance(event, e.TableHeld) and event.irregularity == "error_card_unseen":
                phases.add(event.phase)
    assert min(kinds[name] for name in ("CameMeanwhile", "MeanwhileTakenUp", "KeyedConfirmed", "HeldCardSeen")) >= 10
    assert min(choices[name] for name in ("enter_card", "same_card", "another_card", "as_told", "continue")) >= 3, (
        choices
    )
    assert phases >= {"betting", "shoe", "initial_deal", "play"}, phases
    assert kinds["RoundCompleted"] >= 10
