"""The chips in the tray: counted in, filled, credited, counted out; and what the drop explains."""

from collections import Counter

import pytest

from app.game import commands as c
from app.game import events as e
from app.game.core.accounts import FLOAT, Account
from app.game.core.apply import EMPTY, apply
from app.game.core.ledger import postings
from app.game.core.money import in_dollars
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.state import Float, RoundRecord
from app.game.decide import decide
from app.game.subjects.float.decide import MOST_CENTS
from app.game.views.audiences import floor_view, surveillance_view
from app.language.rendering import say
from tests.game.tables import NZ, At

BY = ("ann", "bob")
# Its book lets any round be void, also an earlier one.
VOIDS = "nz-gazette-2000"


def accounts(at: At) -> dict[str, int]:
    """What each account has now, bettors and layout each in one."""
    found: Counter[str] = Counter()
    table = EMPTY
    for event in at.events:
        moves = postings(table, event)
        assert sum(move.cents for move in moves) == 0
        for move in moves:
            found[move.account.kind] += move.cents
        table = apply(table, event)
        assert found["float"] == table.expected_float_cents
    return {kind: cents for kind, cents in found.items() if cents}


def won_by_the_table(at: At) -> At:
    """A round in which the table takes ten dollars."""
    return at.bet(1, "gus", 1000).cards("9C 9S 8D").do(c.Stand(1)).cards("JS")


def test_the_worked_example_of_the_page_on_the_float() -> None:
    """docs/float.md: 5,000 in, 1,000 filled, 400 credited, 10 won; 4,860 counted, so 750 went for cash; 745 in the
    box."""
    at = At(NZ).do(c.OpenFloat(500_000, BY), c.FillFloat(100_000, BY))
    won_by_the_table(at).do(c.CreditFloat(40_000, BY))
    assert at.table.expected_float_cents == 561_000
    at.do(c.CloseFloat(486_000, BY))
    closed = at.events[-1]
    assert isinstance(closed, e.FloatClosed)
    assert (closed.closing, closed.expected_cents, closed.exchanged_cents) == (1, 561_000, 75_000)
    assert accounts(at) == {"house": -74_000, "exchanged": 75_000, "bettor": -1000}
    at.do(c.EnterDrop(74_500, BY))
    assert accounts(at) == {"house": -74_000, "drop": 74_500, "exchanged": 500, "bettor": -1000}
    # By the count the table has won 745 + 4,860 + 400 - 5,000 - 1,000 = 5; by the record 10: 5 are missing.
    assert accounts(at)["drop"] + accounts(at)["house"] == 500
    at.do(c.EnterDrop(500, BY, correction=True))
    assert accounts(at) == {"house": -74_000, "drop": 75_000, "bettor": -1000}


def test_a_float_is_opened_once_and_between_rounds() -> None:
    at = At(NZ).bet(1, "gus", 1000)
    assert at.refused(c.OpenFloat(500_000, BY)) == "round_not_over"
    at.cards("9C 9S 8D").do(c.Stand(1)).cards("JS").do(c.OpenFloat(500_000, BY))
    assert at.table.round is None
    assert at.refused(c.OpenFloat(500_000, BY)) == "float_open"


def test_chips_come_and_go_only_while_the_float_is_open() -> None:
    at = At(NZ)
    assert at.refused(c.FillFloat(1000, BY)) == "float_not_open"
    assert at.refused(c.CreditFloat(1000, BY)) == "float_not_open"
    assert at.refused(c.CloseFloat(1000, BY)) == "float_not_open"


def test_a_float_is_not_counted_out_during_a_round() -> None:
    at = At(NZ).do(c.OpenFloat(500_000, BY)).bet(1, "gus", 1000)
    assert at.refused(c.CloseFloat(500_000, BY)) == "round_not_over"
    at.cards("9C 9S 8D").do(c.Stand(1)).cards("JS").do(c.CloseFloat(0, BY))
    assert at.table.round is None
    assert at.table.float == Float(open=False, cents=0, closings=1, drops=0)


@pytest.mark.parametrize("by", [("ann", "ann"), ("", "bob"), ("ann", ""), (" ann", "bob"), ("ann", "bob ")])
def test_two_different_people_sign_for_chips_and_cash(by: tuple[str, str]) -> None:
    code = "same_person" if by == ("ann", "ann") else "who_signs"
    assert At(NZ).refused(c.OpenFloat(500_000, by)) == code
    at = At(NZ).do(c.OpenFloat(500_000, BY))
    for command in (c.FillFloat(1000, by), c.CreditFloat(1000, by), c.CloseFloat(1000, by), c.EnterDrop(1000, by)):
        assert at.refused(command) == code


@pytest.mark.parametrize("cents", [-100, 0, 150, MOST_CENTS + 100])
def test_amounts_are_such_as_chips_can_make(cents: int) -> None:
    at = At(NZ, smallest_chip_cents=100)
    assert at.refused(c.OpenFloat(cents, BY)) == "float_amount"
    at.do(c.OpenFloat(MOST_CENTS, BY))
    assert at.refused(c.FillFloat(cents, BY)) == "float_amount"
    assert at.refused(c.CreditFloat(cents, BY)) == "float_amount"
    if cents:
        assert at.refused(c.CloseFloat(cents, BY)) == "float_amount"


def test_no_more_chips_leave_the_tray_than_the_record_has_in_it() -> None:
    """What was sold for cash makes it hold less, never more; how much the record has is not told."""
    at = At(NZ).do(c.OpenFloat(500_000, BY), c.FillFloat(199_700, BY))
    for cents in (699_701, 100_000_000, MOST_CENTS):
        answer = decide(at.table, at.rules, c.CreditFloat(cents, BY))
        assert isinstance(answer, Rejected) and answer.code == "float_amount"
        assert "too high" in say(answer.message)
        assert not any(each.isdigit() for each in say(answer.message).replace(in_dollars(cents), ""))
    assert at.refused(c.CreditFloat(1_000_000, ("ann", "ann"))) == "same_person"
    assert at.do(c.CreditFloat(699_700, BY)).table.expected_float_cents == 0
    assert at.refused(c.CreditFloat(1, BY)) == "float_amount"


def test_chips_that_play_brought_the_tray_may_leave_it() -> None:
    at = won_by_the_table(At(NZ).do(c.OpenFloat(500_000, BY)))
    assert at.refused(c.CreditFloat(501_001, BY)) == "float_amount"
    assert at.do(c.CreditFloat(501_000, BY)).table.expected_float_cents == 0


def test_a_wrong_fill_is_put_right_by_a_credit_and_a_wrong_credit_by_a_fill() -> None:
    at = At(NZ).do(c.OpenFloat(500_000, BY), c.FillFloat(1_000_000, BY), c.CreditFloat(900_000, BY))
    assert at.table.expected_float_cents == 600_000
    at.do(c.CreditFloat(400_000, BY), c.FillFloat(360_000, BY))
    assert at.table.expected_float_cents == 560_000
    assert accounts(at) == {"float": 560_000, "house": -560_000}


def test_a_drop_belongs_to_the_first_count_that_has_none() -> None:
    at = At(NZ)
    assert at.refused(c.EnterDrop(100, BY)) == "drop_not_due"
    for cents in (1000, 2000):
        at.do(c.OpenFloat(cents, BY), c.CloseFloat(cents, BY))
    at.do(c.EnterDrop(0, BY), c.EnterDrop(50, BY))
    entered = [(event.closing, event.cents) for event in at.events if isinstance(event, e.DropEntered)]
    assert entered == [(1, 0), (2, 50)]
    assert at.refused(c.EnterDrop(100, BY)) == "drop_not_due"


def test_a_wrong_drop_is_put_right_by_the_difference() -> None:
    at = At(NZ).do(c.OpenFloat(1000, BY), c.CloseFloat(1000, BY))
    assert at.refused(c.EnterDrop(-100, BY, correction=True)) == "drop_not_due"
    at.do(c.EnterDrop(MOST_CENTS, BY), c.EnterDrop(-MOST_CENTS, BY, correction=True))
    assert at.events[-1] == e.DropEntered(1, -MOST_CENTS, BY, correction=True)
    assert at.refused(c.EnterDrop(0, BY, correction=True)) == "float_amount"
    assert at.refused(c.EnterDrop(MOST_CENTS + 1, BY, correction=True)) == "float_amount"
    assert at.refused(c.EnterDrop(-MOST_CENTS - 1, BY, correction=True)) == "float_amount"


@pytest.mark.parametrize("cents", [-1, MOST_CENTS + 1])
def test_a_drop_is_no_less_than_nothing(cents: int) -> None:
    assert At(NZ).do(c.OpenFloat(1000, BY), c.CloseFloat(1000, BY)).refused(c.EnterDrop(cents, BY)) == "float_amount"


def test_what_play_brought_a_tray_that_nobody_had_counted_is_the_houses() -> None:
    at = won_by_the_table(At(NZ)).do(c.OpenFloat(500_000, BY))
    assert at.events[-1] == e.FloatOpened(500_000, BY, carried_cents=1000)
    assert accounts(at) == {"float": 500_000, "house": -499_000, "bettor": -1000}


def test_a_fill_in_a_round_that_is_void_or_rewritten_stays() -> None:
    at = At(VOIDS).do(c.OpenFloat(500_000, BY)).bet(1, "gus", 1000).cards("9C 9S 8D")
    at.do(c.FillFloat(2000, BY), c.Stand(1), c.UndoTap())
    assert at.table.expected_float_cents == 502_000
    for name in ("sue", "sam"):
        at.do(c.SignRemedy(name, c.Void("round", "other")))
    assert at.table.round is not None
    assert at.table.round.void is not None
    assert accounts(at) == {"float": 502_000, "house": -502_000}


def test_a_void_of_a_paid_round_takes_back_what_play_had_brought() -> None:
    at = won_by_the_table(At(VOIDS).do(c.OpenFloat(500_000, BY)))
    assert at.table.won_cents == 1000
    for name in ("sue", "sam"):
        at.do(c.SignRemedy(name, c.Void("round", "other")))
    assert (at.table.won_cents, accounts(at)["float"]) == (0, 500_000)


def test_no_chip_is_counted_twice_when_an_earlier_round_is_put_right() -> None:
    at = won_by_the_table(At(VOIDS).do(c.OpenFloat(500_000, BY)))
    assert at.table.opening is not None
    record = RoundRecord(1, replace(at.table.opening, opening=None), at.table.record)
    at.do(c.OpenBetting())
    for name in ("sue", "sam"):
        at.do(c.SignRemedy(name, c.Void("earlier", "other"), record))
    at.bet(1, "gus", 1000).cards("9C 9S 8D").do(c.Stand(1), c.UndoTap(), c.Stand(1)).cards("JS")
    assert accounts(at) == {"float": 501_000, "house": -500_000, "bettor": -1000}


def test_who_counts_the_tray_is_not_shown_what_the_record_has_in_it() -> None:
    at = At(NZ).do(c.OpenFloat(777_700, BY))
    assert floor_view(at.table, at.rules).float_open
    assert "777700" not in repr(floor_view(at.table, at.rules))
    assert surveillance_view(at.table, at.rules).expected_float_cents == 777_700
    assert surveillance_view(at.table, at.rules).float == Float(open=True, cents=777_700)


def test_the_float_is_one_account() -> None:
    assert Account("float") == FLOAT
