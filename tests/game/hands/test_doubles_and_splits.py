"""Doubles and splits: whose, of how much, and how a double is taken back."""

from app.game import commands as c
from app.game.questions import Question, open_questions
from app.game.subjects.hands.options import Limits
from tests.game.tables import ACT, NZ, At


def test_a_double_is_taken_back_where_it_was_made() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(2, "ann", 1000).cards("6C 6S 9S 5D 9D").do(c.Double(1)).cards("8D")
    assert at.refused(c.TakeBackDouble(2, "ann")) == "rescue_not_offered"
    assert at.refused(c.TakeBackDouble(1, "ann", 2)) == "rescue_not_offered"
    at.do(c.TakeBackDouble(1, "ann", 1))


def test_double_and_split_name_bettors_of_the_hand() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("8C 9S 8D")
    assert at.refused(c.Double(1, (("bob", 100),))) == "no_such_player"
    assert at.refused(c.Split(1, (("bob", 0),))) == "no_such_player"


def test_a_bettor_is_named_once_and_keeps_one_of_two_hands() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(1, "bob", 1000, seated=False).cards("8C 9S 8D")
    assert at.refused(c.Double(1, (("ann", 1000), ("ann", 500)))) == "double_amount"
    assert at.refused(c.Split(1, (("bob", 2),))) == "split_choice"
    assert at.refused(c.Split(1, (("bob", 0), ("bob", 1)))) == "split_choice"


def decision(at: At) -> Question:
    return next(each for each in open_questions(at.table, at.rules) if each.question == "decide")


def test_the_question_says_in_which_unit_a_double_goes() -> None:
    at = At(ACT, increment_cents=250, smallest_chip_cents=500).bet(1, "ann", 1250).cards("4H 3C 7H")
    asked = decision(at)
    assert (asked.unit_cents, asked.limits) == (500, (Limits("ann", 500, 1000),))
    assert decision(At(NZ).bet(1, "ann", 1250).cards("4H 3C 7H")).unit_cents == 1


def test_who_cannot_make_a_double_of_chips_does_not_double() -> None:
    at = At(ACT, smallest_chip_cents=500).bet(1, "ann", 1000).bet(1, "bob", 250, seated=False).cards("4H 3C 7H")
    at.do(c.Double(1))
    assert at.table.round is not None
    assert [stake.double_cents for stake in at.table.round.boxes[0].hands[0].stakes] == [1000, 0]
