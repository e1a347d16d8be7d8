"""What the dealer has to pay and to take, and ticks off: a record that holds nothing up; and what else he is shown."""

import pytest

from app.game import commands as c
from app.game import events as e
from app.game.core.apply import apply
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.state import Initial, Payment, RoundRecord, Table
from app.game.subjects.payments.payment_list import PaymentShown, payments_shown
from app.game.subjects.remedies.dealer_corrections import Undoable
from app.game.views.audiences import dealer_view
from app.store.codec import decode, encode
from tests.game.tables import ACT, MA, NZ, SG, At, face_down

GAZETTE = "nz-gazette-2000"


def shown(at: At) -> list[tuple[object, ...]]:
    """Round, box, who, still to pay and to take, and the clauses that want it now."""
    return [
        (each.round, each.box, each.player, each.pays_cents, each.takes_cents, *each.before_cards)
        for each in payments_shown(at.table, at.rules)
    ]


def open_payments(at: At) -> list[PaymentShown]:
    return [each for each in payments_shown(at.table, at.rules) if each.pays_cents or each.takes_cents]


def over(at: At, *boxes: tuple[int, str]) -> At:
    """A round in which everybody stands on 18 against a dealer's 19 and loses 10.00."""
    for box, player in boxes:
        at.bet(box, player, 1000)
    at.cards(" ".join([*["KH"] * len(boxes), "KD", *["8C"] * len(boxes)]))
    for box, _ in boxes:
        at.do(c.Stand(box))
    return at.cards("9S")


def test_a_pontoon_is_paid_before_further_cards_and_the_rest_at_the_end() -> None:
    """10.00 at 3:2 = 15.00, NZ 9.1; 18 against 19 loses 10.00, NZ 5.1(g)."""
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("AC KH 9D KC 8H")
    assert shown(at) == [(1, 1, "ann", 1500, 0, "9.1")]
    at.do(c.TickPayments(1, 1, 1500, 0))
    assert at.events[-1] == e.PaymentsTicked(1, False, 1, (Payment(1, "ann", 1500, 0),))
    assert shown(at) == [(1, 1, "ann", 0, 0)]
    at.do(c.Stand(2)).cards("KD")
    assert shown(at) == [(1, 1, "ann", 0, 0), (1, 2, "bob", 0, 1000)]


@pytest.mark.parametrize(
    ("book", "cards", "clause"),
    [
        (NZ, "KH 9D 6H 9C", "14.2"), (SG, "KH 9D 6H 9C", "1.7"), (ACT, "KH 9D 6H 9C", "11.8"),
        (NZ, "KH 9D 6H 5C", "9.2"), (SG, "KH 9D 6H 5C", "3.26"), (ACT, "KH 9D 6H 5C", "10.2(b)"),
        (MA, "KH 9D 6H 9C", None),
    ],
)  # fmt: skip
def test_by_which_clause_a_hand_is_settled_before_further_cards(book: str, cards: str, clause: str | None) -> None:
    """Box 2 is still to come. In Massachusetts everything waits for the end of the round, 5(e)."""
    first, dealer, second, third = cards.split()
    at = At(book).bet(1, "ann", 1000).bet(2, "bob", 1000).cards(f"{first} KC {dealer} {second} 8H {third}")
    assert [payment[5:] for payment in shown(at)] == ([(clause,)] if clause else [])


def test_a_surrender_against_a_low_card_is_collected_at_once() -> None:
    """MA 8(a)(1): half of 10.00 is collected immediately."""
    at = At(MA).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("KC KH 9D 6C 8H").do(c.Surrender(1))
    assert shown(at) == [(1, 1, "ann", 0, 500, "8(a)(1)")]


def test_a_box_is_ticked_twice_once_at_once_and_once_at_the_end() -> None:
    """Perfect Pairs on eights of one colour, 10:1 on 5.00 = 50.00 (15A.6); then 16 against 19 loses 10.00."""
    at = At(NZ).bet(1, "ann", 1000).do(c.PlaceWager(1, "ann", "perfect_pairs", 500, seated=True)).cards("8C KD 8S")
    assert shown(at) == [(1, 1, "ann", 5000, 0, "11.2A")]
    at.do(c.TickPayments(1, 1, 5000, 0), c.Stand(1)).cards("9D")
    assert shown(at) == [(1, 1, "ann", 0, 1000)]
    at.do(c.TickPayments(1, 1, 0, 1000))
    assert open_payments(at) == []
    at.do(c.UntickPayments(1, 1))
    assert shown(at) == [(1, 1, "ann", 0, 1000)]
    at.do(c.UntickPayments(1, 1))
    assert shown(at) == [(1, 1, "ann", 5000, 1000)]
    assert at.refused(c.UntickPayments(1, 1)) == "not_ticked"


def test_a_tick_is_for_what_was_shown_and_for_what_is_open() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(1, "bob", 500, seated=False).cards("KH KD 8C").do(c.Stand(1))
    assert at.refused(c.TickPayments(1, 1, 0, 1500)) == "nothing_to_tick"
    at.cards("9S")
    assert at.refused(c.TickPayments(1, 1, 0, 1000)) == "payment_differs"
    at.do(c.TickPayments(1, 1, 0, 500, player="bob"))
    assert shown(at) == [(1, 1, "ann", 0, 1000), (1, 1, "bob", 0, 0)]
    at.do(c.TickPayments(1, 1, 0, 1000))
    assert at.refused(c.TickPayments(1, 1, 0, 1000)) == "nothing_to_tick"
    assert at.refused(c.TickPayments(9, 1, 0, 1000)) == "nothing_to_tick"


def test_a_tick_may_come_late_and_stops_no_card() -> None:
    at = over(At(NZ), (1, "ann"))
    at.bet(1, "ann", 2000).cards("KH KD")
    assert shown(at) == [(1, 1, "ann", 0, 1000)]
    at.do(c.TickPayments(1, 1, 0, 1000)).cards("8C")
    assert shown(at) == [(1, 1, "ann", 0, 0)]
    at.do(c.Stand(1)).cards("9S")
    assert shown(at) == [(1, 1, "ann", 0, 0), (2, 1, "ann", 0, 2000)]
    at.do(c.OpenBetting())
    assert shown(at) == [(2, 1, "ann", 0, 2000)]
    assert at.refused(c.TickPayments(1, 1, 0, 1000)) == "nothing_to_tick"


def test_a_round_without_payments_leaves_those_of_the_one_before() -> None:
    at = over(At(NZ), (1, "ann"))
    at.do(c.OpenBetting(), c.CloseTable("end of day"))
    assert shown(at) == [(1, 1, "ann", 0, 1000)]
    at.do(c.TickPayments(1, 1, 0, 1000), c.UntickPayments(1, 1))
    assert shown(at) == [(1, 1, "ann", 0, 1000)]


def test_a_void_turns_round_what_was_ticked() -> None:
    """Ann's pontoon was paid 15.00 before the round was void: that is to be taken back; bob's 10.00 was not taken."""
    at = At(GAZETTE).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("AC KH 9D KC 6H").do(c.TickPayments(1, 1, 1500, 0))
    at.cards("9C")
    assert shown(at) == [(1, 1, "ann", 0, 0), (1, 2, "bob", 0, 1000)]
    void = c.Void("round", "other")
    at.do(c.SignRemedy("sue", void), c.SignRemedy("tom", void))
    assert shown(at) == [(1, 1, "ann", 0, 1500)]
    at.do(c.TickPayments(1, 1, 0, 1500))
    assert open_payments(at) == []
    at.do(c.OpenBetting())
    assert open_payments(at) == []


def test_what_was_taken_without_cause_goes_back() -> None:
    at = over(At(GAZETTE), (1, "ann")).do(c.TickPayments(1, 1, 0, 1000))
    void = c.Void("round", "other")
    at.do(c.SignRemedy("sue", void), c.SignRemedy("tom", void), c.OpenBetting())
    assert shown(at) == [(1, 1, "ann", 1000, 0)]


def earlier(at: At) -> RoundRecord:
    """The record of the round on the table, before the next one opens."""
    assert at.table.round is not None
    assert at.table.opening is not None
    return RoundRecord(at.table.round.number, at.table.opening, at.table.record)


def test_an_earlier_round_that_is_void_is_paid_back_by_a_list() -> None:
    at = over(At(GAZETTE), (1, "ann"), (2, "bob")).do(c.TickPayments(1, 1, 0, 1000), c.TickPayments(1, 2, 0, 1000))
    record = earlier(at)
    at.bet(3, "cat", 1000)
    void = c.Void("earlier", "other")
    at.do(c.SignRemedy("sue", void, record), c.SignRemedy("tom", void, record))
    back = [each for each in payments_shown(at.table, at.rules) if each.amended]
    assert [(each.round, each.box, each.player, each.pays_cents) for each in back] == [
        (1, 1, "ann", 1000),
        (1, 2, "bob", 1000),
    ]
    at.do(c.TickPayments(1, 1, 1000, 0, amended=True))
    assert [each.player for each in open_payments(at)] == ["bob"]
    at.cards("KH KD 8C").do(c.Stand(3)).cards("9S").do(c.OpenBetting())
    assert [(each.round, each.player) for each in open_payments(at)] == [(1, "bob"), (2, "cat")]
    at.do(c.TickPayments(1, 2, 1000, 0, amended=True), c.UntickPayments(1, 2, amended=True))
    at.do(c.TickPayments(1, 2, 1000, 0, amended=True), c.CloseTable("end of day"))
    assert [each.player for each in open_payments(at)] == ["cat"]


def test_a_round_put_right_twice_is_paid_once() -> None:
    """Rebuilt to a win and back before anybody was paid: nothing is to be done."""
    at = over(At(GAZETTE), (1, "ann")).do(c.TickPayments(1, 1, 0, 1000))
    record = earlier(at)
    at.bet(1, "ann", 1000)
    event = e.EarlierRoundAmended(record.number, "reconstruction", "", "", _moves(2000))
    table = apply(apply(at.table, event), replace(event, moves=_moves(-2000)))
    assert [each for each in payments_shown(table, at.rules) if each.amended] == []
    table = apply(apply(at.table, event), replace(event, moves=_moves(-2500)))
    (payment,) = [each for each in payments_shown(table, at.rules) if each.amended]
    assert (payment.pays_cents, payment.takes_cents) == (0, 500)


def _moves(cents: int) -> tuple[tuple[str, int, str, int], ...]:
    return (("bettor", 1, "ann", cents), ("float", 0, "", -cents))


# --- proposals, and what the dealer is shown besides


def test_the_last_rounds_wagers_stay_until_the_next_ends() -> None:
    at = At(NZ).bet(1, "ann", 1000).do(c.PlaceWager(1, "ann", "perfect_pairs", 500, seated=True))
    at.bet(1, "bob", 700, seated=False).cards("5H KD 6C").do(c.Double(1)).cards("9H 9S")
    wagers = (
        Initial(1, "ann", True, "main", 1000), Initial(1, "ann", True, "perfect_pairs", 500),
        Initial(1, "bob", False, "main", 700),
    )  # fmt: skip
    assert dealer_view(at.table, at.rules).last_wagers == wagers
    at.do(c.OpenBetting())
    assert dealer_view(at.table, at.rules).last_wagers == wagers
    at.do(c.ChangeConfig(at.table.config)).bet(2, "cat", 900)
    assert dealer_view(at.table, at.rules).last_wagers == wagers
    assert decode(Table, encode(at.table)).last_wagers == wagers
    at.cards("KH KD 8C").do(c.Stand(2)).cards("9S")
    assert dealer_view(at.table, at.rules).last_wagers == (Initial(2, "cat", True, "main", 900),)


def test_the_dealer_is_told_what_an_undo_would_take_back() -> None:
    at = At(NZ)
    assert _undo(at) is None
    assert _undo(at.bet(1, "ann", 1000)) == Undoable("PlaceWager", 1, "ann", "main", 1000)
    at.bet(2, "bob", 1000)
    assert _undo(at.cards("5H 5C KD 8C 8D")) is None
    assert _undo(at.do(c.Stand(1))) == Undoable("Stand", 1)
    at.do(c.Report("interruption"))
    assert _undo(at) == Undoable("Report", irregularity="interruption")
    assert _undo(at.do(c.UndoTap())) == Undoable("Stand", 1)
    assert _undo(at.cards("9H")) is None


def _undo(at: At) -> Undoable | None:
    return dealer_view(at.table, at.rules).undo


def test_what_was_keyed_is_named_where_the_shoe_tells_another_card() -> None:
    """The hole card that was keyed lies face down: nobody is shown it."""
    at = At(MA, hole_card="blind").bet(1, "ann", 1000)
    hole, told = face_down("KD")[0], face_down("2C", 2)[0]
    at.do(c.DrawCard(Card("9C"), "keyed")).cards("AS 9D").do(c.DrawFaceDown(hole, hole=True, source="keyed"))
    at.do(c.DoubtKeyed(told))
    hold = dealer_view(at.table, at.rules).hold
    assert hold is not None
    assert (hold.irregularity, hold.keyed) == ("keyed_differs", ("9C", None))
    assert told not in repr(dealer_view(at.table, at.rules))
    assert hole not in repr(dealer_view(at.table, at.rules))


@pytest.mark.parametrize(
    ("chips", "fits"),
    [
        ((), True), ((100, 500, 2500), True), (tuple(range(100, 1300, 100)), True), ((0, 500), False), ((-100,), False),
        ((500, 500), False), ((500, 100), False), ((150,), False), (tuple(range(100, 1400, 100)), False),
    ],
)  # fmt: skip
def test_chips_rise_and_are_multiples_of_the_smallest(chips: tuple[int, ...], fits: bool) -> None:
    at = At(NZ, smallest_chip_cents=100)
    config = replace(at.table.config, chips_cents=chips)
    if fits:
        assert at.do(c.ChangeConfig(config)).table.config.chips_cents == chips
    else:
        assert at.refused(c.ChangeConfig(config)) == "bad_option"


def test_what_of_several_lines_is_still_to_be_done_before_cards() -> None:
    """Box 2 is still to come. Perfect Pairs 10:1 on 5.00 = 50.00 (11.2A) are ticked off; then both bust (14.2)."""
    at = At(NZ).bet(1, "ann", 1000).do(c.PlaceWager(1, "ann", "perfect_pairs", 500, seated=True))
    at.bet(1, "bob", 700, seated=False).bet(2, "cat", 1000).cards("8C KC 5D 8S 8H")
    assert shown(at) == [(1, 1, "ann", 5000, 0, "11.2A")]
    at.do(c.TickPayments(1, 1, 5000, 0)).cards("KH")
    assert shown(at) == [(1, 1, "ann", 0, 1000, "14.2"), (1, 1, "bob", 0, 700, "14.2")]
    at.do(c.UntickPayments(1, 1))
    assert shown(at)[0] == (1, 1, "ann", 5000, 1000, "11.2A", "14.2")


def test_a_double_that_is_taken_back_is_collected_at_once() -> None:
    """SG 3.25.3: the original 10.00 is forfeited, and box 2 is still to come."""
    at = At(SG).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("5H KC 9D 6H 8H").do(c.Double(1)).cards("2C")
    at.do(c.TakeBackDouble(1, "ann"))
    assert shown(at) == [(1, 1, "ann", 0, 1000, "3.25.3")]
