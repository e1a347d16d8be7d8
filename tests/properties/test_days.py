"""Days at one table: evenings that begin and end with a count of the chips, under one book after the other, with fills
and credits at any moment and rounds entered from paper.

Every event is looked at as it comes (ledger.py): the float has what the record expects, whatever is void or put right.
"""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.accounts import DROP, EXCHANGED, HOUSE
from app.game.rules.ruleset import Ruleset
from app.roundscript.read import table_config
from tests.properties.ledger import folded
from tests.properties.test_evenings import Evening

BY = ("sue", "sam")
STEPS, DAYS = 90, 3
CHIPS, PAPER, TROUBLES = 0.1, 0.4, 0.1
CENTS = (100, 2500, 100_000)


class Day(Evening):
    """An evening whose chips are counted."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        super().__init__(rules, seed, troubles=TROUBLES)
        self.must(c.OpenFloat(500_000, BY))

    def step(self) -> None:
        """Chips come or go, paper begins or ends, or somebody answers."""
        if self.random.random() < CHIPS:
            self.may(self.random.choice((c.FillFloat, c.CreditFloat))(self.random.choice(CENTS), BY))
        if self.random.random() < PAPER:
            self.may(c.EndPaper() if self.table.paper else c.BeginPaper(BY, "the server was away"))
        super().step()

    def end(self, rules: Ruleset) -> None:
        """The chips are counted out, the cash too, and the table opens under this book."""
        while (self.table.round is not None and not self.table.round.complete) or self.table.held is not None:
            super().step()
        if self.table.paper:
            self.must(c.EndPaper())
        sold = self.random.choice((0, *CENTS))
        self.must(c.CloseFloat(max(0, self.table.expected_float_cents - sold), BY), c.CloseTable("end of day"))
        self.must(c.EnterDrop(sold, BY))
        self.rules = rules
        options = table_config({"decks": min(rules.table.decks)}, tuple(rules.side_bets))
        self.must(c.OpenTable(options, rules.id), c.OpenFloat(500_000, BY))


@pytest.mark.parametrize("book", ruleset_ids())
@settings(max_examples=6, deadline=None, derandomize=True)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_every_chip_and_every_cent_is_somewhere(book: str, seed: int) -> None:
    books = ruleset_ids()
    day = Day(load_ruleset(book), seed)
    for number in range(DAYS):
        for _ in range(STEPS):
            day.step()
        day.end(load_ruleset(books[(books.index(book) + number + 1) % len(books)]))
    assert folded(day.events) == day.table
    bettors = sum(cents for account, cents in day.accounts.items() if account.kind in ("bettor", "layout"))
    won = day.accounts[HOUSE] + day.accounts[DROP] + 500_000  # what lies in the tray again
    assert won + day.accounts[EXCHANGED] == -bettors


def test_the_property_is_about_something() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(6):
        day = Day(load_ruleset(ruleset_ids()[seed % 5]), seed)
        for _ in range(STEPS):
            day.step()
        day.end(load_ruleset(ruleset_ids()[(seed + 1) % 5]))
        kinds.update(type(event).__name__ for event in day.events)
        kinds.update("of paper" for event in day.events if getattr(event, "paper", ()))
    names = ("FloatFilled", "FloatCredited", "PaperBegun", "PaperEnded", "RoundCompleted", "of paper")
    assert min(kinds[name] for name in names) >= 5, kinds
