"""Decisions at the wrong moment: each has its own code, and none of them is a crash."""

import pytest

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.rejections import Rejected
from app.game.decide import decide
from app.game.questions import open_questions
from app.game.subjects.hands.options import Limits
from tests.game.tables import ACT, MA, NZ, At


def clause_of(at: At, command: c.Command) -> str | None:
    """The clause with which the command is refused."""
    answer = decide(at.table, at.rules, command)
    assert isinstance(answer, Rejected)
    return answer.clause


def dealt(book: str = NZ, cards: str = "9C 9S 9D") -> At:
    return At(book).bet(1, "ann", 1000).cards(cards)


def done(at: At) -> list[str]:
    """Why each hand is complete."""
    assert at.table.round is not None
    return [hand.done for box in at.table.round.boxes for hand in box.hands]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.Insure(1, "ann", 500), "no_such_player"),
        (c.TakeBackDouble(1, "ann"), "rescue_not_offered"),
        (c.Proceed(), "nothing_to_proceed"),
        (c.Surrender(1), "surrender_not_offered"),
        (c.Hit(1), "not_this_hand"),
    ],
)
def test_before_the_first_wager_nothing_can_be_decided(command: c.Command, code: str) -> None:
    assert At(NZ).refused(command) == code


def test_after_the_round_nothing_can_be_decided() -> None:
    at = dealt().do(c.Stand(1)).cards("8D")
    assert at.refused(c.Stand(1)) == at.refused(c.Hit(1)) == at.refused(c.Double(1)) == "round_over"
    assert at.refused(c.Proceed()) == "nothing_to_proceed"


def test_when_every_hand_is_complete_it_is_nobodys_turn() -> None:
    assert dealt().do(c.Stand(1)).refused(c.Hit(1)) == "not_this_hand"


def test_a_hand_whose_card_is_on_its_way_decides_nothing() -> None:
    at = dealt(cards="8C 9S 8D").do(c.Hit(1))
    assert at.refused(c.Hit(1)) == "hit_not_allowed"
    assert at.refused(c.Double(1)) == "double_not_allowed"
    assert at.refused(c.Split(1)) == "split_not_allowed"


def test_a_split_hand_without_its_second_card_decides_nothing() -> None:
    at = dealt(cards="8C 9S 8D").do(c.Split(1))
    assert at.refused(c.Hit(1)) == "hit_not_allowed"
    assert at.refused(c.Double(1)) == "double_not_allowed"


def test_a_double_is_taken_back_where_it_was_made() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(2, "ann", 1000).cards("6C 6S 9S 5D 9D").do(c.Double(1)).cards("8D")
    assert at.refused(c.TakeBackDouble(2, "ann")) == "rescue_not_offered"
    assert at.refused(c.TakeBackDouble(1, "ann", 2)) == "rescue_not_offered"
    at.do(c.TakeBackDouble(1, "ann", 1))


def test_why_a_hand_is_complete_is_on_record() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9C 6S 9S KD 5D").do(c.Stand(1), c.Double(2)).cards("8D")
    assert done(at) == ["stand", "one_card"]


def test_what_may_be_insured_is_said_to_whom() -> None:
    at = At(ACT, smallest_chip_cents=100).bet(1, "ann", 1030).cards("9C AS 9D")
    limits = [question.limits for question in open_questions(at.table, at.rules) if question.question == "insure"]
    assert limits == [(Limits("ann", 50, 500),)]


# --- the cards between shoes


def test_after_the_shuffle_no_part_of_it_is_done_any_more() -> None:
    at = At(MA).do(c.OrderShuffle("discretion"))
    at.do(*[c.DoStep(part) for part in ("plug", "riffle", "turn", "riffle", "strip")], c.FinishShuffle())
    for command in (c.DoStep("riffle"), c.DoStep("wash"), c.FinishShuffle()):
        assert at.refused(command) == "step_not_due"
        assert clause_of(at, command) == "4(a)"  # shuffled before play


def test_what_is_no_part_of_the_shuffle_is_not_done() -> None:
    at = At(MA).do(c.OrderShuffle("discretion"))
    assert at.refused(c.DoStep("wash")) == "step_not_due"
    assert clause_of(at, c.DoStep("wash")) == "4(a)"
    assert clause_of(at, c.DoStep("strip")) == "4(j)(4)"  # a part, but too early


def test_new_cards_for_a_running_table_replace_those_in_use() -> None:
    for shuffler in ("none", "continuous"):
        at = At(ACT, shuffler=shuffler).do(c.BringSet("B", "blue"))
        assert at.table.preparation is not None
        assert at.table.preparation.replaced
        assert [step for step, _ in at.table.preparation.steps] == ["inspect:dealer", "inspect:supervisor"]


def test_of_two_sets_one_can_be_replaced() -> None:
    at = At(NZ, shuffler="alternating").do(c.BringSet("B", "blue"), c.BringSet("C", "blue", replaces=True))
    assert at.table.preparation is not None
    assert at.table.preparation.replaced


def test_a_finished_rounds_cards_are_collected_for_the_shuffle() -> None:
    at = dealt().do(c.DrawCutCard(), c.Stand(1)).cards("8D").do(c.FinishShuffle())
    assert at.table.round is None
    assert at.table.shoe.discarded == 4


def test_beside_a_machine_the_cards_stay_until_betting_opens() -> None:
    at = At(NZ, shuffler="alternating").do(c.BringSet("B", "blue"))
    at.do(c.DoStep("inspect", "dealer"), c.DoStep("inspect", "supervisor"))
    at.do(*[c.DoStep(step) for step in ("wash", "stack", "riffle")], c.FinishShuffle())
    at.do(c.OrderShuffle("discretion"), c.CutCards(None, 100), c.PlaceCutCard(100), c.LoadShoe())
    at.bet(1, "ann", 1000).cards("9C 9S 9D").do(c.Stand(1)).cards("8D").do(c.FinishShuffle())
    assert at.table.round is not None
    assert at.table.round.dealer == (Card("9S"), Card("8D"))
