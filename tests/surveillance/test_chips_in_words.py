"""Chips, closed tables and rounds on paper are told in plain words."""

import pytest

from app.books.rulebook import load_ruleset
from app.game import commands as c
from app.game import events as e
from app.game.core.apply import EMPTY
from app.game.core.moment import Moment
from app.game.core.state import Payment
from app.language.rendering import words_of
from app.surveillance.export import export_script
from app.surveillance.narrative import narrative
from app.surveillance.recorded import last_table
from app.surveillance.summary import summary
from tests.surveillance.recording import Sitting

BY = ("ann", "bob")
TOLD = [
    (e.FloatOpened(500_000, BY), "the float was counted in: $5,000, signed by ann and bob"),
    (e.FloatFilled(100_050, BY), "chips of $1,000.50 came to the float, signed by ann and bob"),
    (e.FloatCredited(40_000, BY), "chips of $400 left the float for the house, signed by ann and bob"),
    (
        e.FloatClosed(1, 486_000, 561_000, BY),
        "the float was counted out: $4,860, signed by ann and bob; the record has $5,610, so that $750 went for cash",
    ),
    (
        e.FloatClosed(1, 561_000, 561_000, BY),
        "the float was counted out: $5,610, signed by ann and bob; the record has $5,610, which is the same",
    ),
    (
        e.FloatClosed(1, 561_500, 561_000, BY),
        "the float was counted out: $5,615, signed by ann and bob; the record has $5,610, which is $5 less than"
        " was there",
    ),
    (e.DropEntered(3, 74_500, BY), "the drop of count 3 is $745, signed by ann and bob"),
    (
        e.DropEntered(3, -500, BY, correction=True),
        "the drop of count 3 was put right by -$5, signed by ann and bob",
    ),
    (e.TableClosed("end_of_day", ("A", "B")), "the table was closed: end of day; sets A and B left it"),
    (e.TableClosed("", ("A",)), "the table was closed; set A left it"),
    (e.TableClosed("", ()), "the table was closed"),
    (e.PaperBegun(BY, "the server was away"), "ann and bob enter rounds that were dealt on paper: the server was away"),
    (
        e.PaymentsTicked(7, False, 3, (Payment(3, "ann", 1500, 0), Payment(3, "bob", 0, 1000))),
        "the payments of round 7 at box 3 were ticked off: ann was paid $15 and bob gave $10",
    ),
    (
        e.PaymentsUnticked(7, True, 3, (Payment(3, "ann", 1500, 250),)),
        "the payments of round 7, as it was put right, at box 3 were ticked off by mistake: "
        "ann was paid $15 and gave $2.50",
    ),
    (e.PaperEnded(), "all rounds that were dealt on paper are entered"),
    (e.RoundOpened(7, BY), "betting is open for round 7, entered from paper by ann and bob"),
    (e.StepDone("inspect:dealer", "ann"), "done: inspect by the dealer, ann"),
    (e.StepDone("wash"), "done: wash"),
]


@pytest.mark.parametrize(("event", "words"), TOLD, ids=lambda each: type(each).__name__)
def test_it_is_told_in_plain_words(event: e.Event, words: str) -> None:
    assert words_of(event, Moment(EMPTY, EMPTY)) == words


def test_a_round_in_which_chips_came_is_told_summed_up_and_exported() -> None:
    sitting = Sitting(load_ruleset("nz-gazette-2000"))
    sitting.give(c.OpenFloat(500_000, BY), c.BeginPaper(BY, "the server was away"))
    sitting.give(c.PlaceWager(1, "gus", "main", 1000, seated=True)).cards("8S 6D KH")
    sitting.give(c.FillFloat(20_000, BY), c.Stand(1), c.CreditFloat(10_000, BY)).cards("KC 3H")
    sitting.give(c.TickPayments(1, 1, 0, 1000), c.UntickPayments(1, 1))
    (recorded,) = sitting.rounds()
    text = "\n".join(narrative(recorded, sitting.rules))
    assert "It was dealt on paper, and entered by ann and bob." in text
    assert "money: the float +$200; the house -$200" in text
    assert "dealt on paper" in "\n".join(summary(recorded, sitting.rules))
    assert "cards 8S 6D KH" in export_script(recorded, sitting.rules)
    assert last_table(recorded).expected_float_cents == 511_000
