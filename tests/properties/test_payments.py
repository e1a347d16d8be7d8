"""Whatever happens in a round, or to an earlier one: the payments that are shown come to what the accounts say."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.accounts import Account
from app.game.core.apply import apply
from app.game.core.records import replace
from app.game.core.rejections import Accepted, Rejected
from app.game.core.state import Payment
from app.game.decide import decide
from app.game.events import EarlierRoundAmended, PaymentsTicked, PaymentsUnticked
from app.game.subjects.payments.amounts_owed import accounts
from app.game.subjects.payments.payment_list import payments_shown
from app.game.subjects.remedies.dealer_corrections import undoable
from tests.properties.ledger import folded
from tests.properties.test_evenings import Evening
from tests.properties.troubles import signed

BOOKS = ruleset_ids()
SEEDS = st.integers(min_value=0, max_value=2**32)
FEW = settings(max_examples=8, deadline=None, derandomize=True)
STEPS = 160


class Paying(Evening):
    """An evening at which the dealer ticks off what he is shown, at once or, so often, later."""

    def __init__(self, book: str, seed: int, late: float = 0.5) -> None:
        super().__init__(load_ruleset(book), seed, troubles=0.25)
        self.late = late

    def step(self) -> None:
        super().step()
        earlier = self.earlier()
        if earlier is not None and self.random.random() < 0.1:
            for command in signed(c.Void("earlier", "other"), earlier):
                self.may(command)
        if self.random.random() >= self.late:
            self.tick_all()

    def ticks(self) -> list[c.TickPayments]:
        """One tick for each box at which anything is open."""
        found: dict[tuple[int, bool, int], list[Payment]] = {}
        for account in accounts(self.table):
            for payment in account.open:
                found.setdefault((account.round, account.amended, payment.box), []).append(payment)
        return [
            c.TickPayments(
                round_, box, sum(p.pays_cents for p in paid), sum(p.takes_cents for p in paid), None, amended
            )
            for (round_, amended, box), paid in found.items()
        ]

    def tick_all(self) -> None:
        self.must(*self.ticks())
        assert self.ticks() == []


def told(events: Sequence[object]) -> Counter[Account]:
    """What each bettor at each box has been paid, less what he gave, by the ticks."""
    cents: Counter[Account] = Counter()
    for event in events:
        if isinstance(event, PaymentsTicked | PaymentsUnticked):
            sign = 1 if isinstance(event, PaymentsTicked) else -1
            for payment in event.payments:
                at = Account("bettor", payment.box, payment.player)
                cents[at] += sign * (payment.pays_cents - payment.takes_cents)
    return cents


@pytest.mark.parametrize("book", BOOKS)
@FEW
@given(seed=SEEDS)
def test_who_ticks_everything_in_time_has_moved_what_the_accounts_say(book: str, seed: int) -> None:
    evening = Paying(book, seed, late=0)
    for _ in range(STEPS):
        evening.step()
        round_ = evening.table.round
        if round_ is None or round_.complete:
            gained = {at: cents for at, cents in evening.accounts.items() if at.kind == "bettor" and cents}
            assert gained == {at: cents for at, cents in told(evening.events).items() if cents}
    assert folded(evening.events) == evening.table


@pytest.mark.parametrize("book", BOOKS)
@FEW
@given(seed=SEEDS)
def test_what_is_shown_is_what_may_be_ticked(book: str, seed: int) -> None:
    evening = Paying(book, seed)
    for _ in range(STEPS):
        evening.step()
        table, rules, ticks = evening.table, evening.rules, evening.ticks()
        for tick in ticks:
            answer = decide(table, rules, tick)
            assert isinstance(answer, Accepted)
            (event,) = answer.events
            after = apply(table, event)
            assert replace(after, ticked=()) == replace(table, ticked=())
            back = decide(after, rules, c.UntickPayments(tick.round, tick.box, tick.amended))
            assert isinstance(back, Accepted)
            assert apply(after, back.events[0]) == table
        open_ = [each for each in payments_shown(table, rules) if each.pays_cents or each.takes_cents]
        assert {(each.round, each.amended, each.box) for each in open_} == {(t.round, t.amended, t.box) for t in ticks}
        assert all(each.pays_cents >= 0 and each.takes_cents >= 0 for each in open_)
        assert isinstance(decide(table, rules, c.TickPayments(1, 9, 0, 0)), Rejected)
        assert isinstance(decide(table, rules, c.UndoTap()), Accepted) == (undoable(table) is not None)
    assert folded(evening.events) == evening.table


def test_the_properties_are_about_something() -> None:
    kinds: Counter[str] = Counter()
    for book in BOOKS:
        for seed in range(4):
            evening = Paying(book, seed)
            for _ in range(STEPS):
                evening.step()
            kinds.update(type(event).__name__ for event in evening.events)
            kinds.update("amended" for event in evening.events if isinstance(event, PaymentsTicked) and event.amended)
            kinds.update("early" for event in evening.events if isinstance(event, EarlierRoundAmended))
    assert kinds["PaymentsTicked"] > 100
    assert kinds["amended"] >= 3, kinds
