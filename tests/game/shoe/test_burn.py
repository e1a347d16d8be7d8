"""Burnt cards: when one is due, and what it turns out to be."""

from app.game import commands as c
from app.game.events import BurnFellDue
from app.game.questions import open_questions
from tests.game.shoe.rounds import in_play
from tests.game.tables import MA, At, face_down


def test_a_disclosed_ten_holds_the_table() -> None:
    commitment, opened = face_down("TS")
    at = At(MA).do(c.ChangeDealer("another"), c.BurnCard(commitment), c.DiscloseBurn(opened))
    assert at.table.held is not None
    assert at.table.held.irregularity == "foreign_card"


def test_a_new_dealer_burns_before_anything_goes_on() -> None:
    at = in_play(MA).do(c.ChangeDealer("another"))
    assert [question.step for question in open_questions(at.table, at.rules)] == ["burn"]
    assert at.refused(c.Stand(1)) == "burn_due"
    at.do(c.BurnCard(face_down("2C")[0]), c.Stand(1))


def test_no_burn_for_a_new_dealer_without_cards() -> None:
    assert At(MA, opened=False).do(c.ChangeDealer("another")).table.shoe.burn_due is None


def test_a_burnt_card_comes_with_a_commitment() -> None:
    at = At(MA).do(c.ChangeDealer("another"))
    assert at.refused(c.BurnCard("two of clubs")) == "bad_commitment"


def test_two_reliefs_before_a_card_are_one_burn() -> None:
    at = At(MA).do(c.ChangeDealer("one"), c.ChangeDealer("two"))
    assert sum(isinstance(event, BurnFellDue) for event in at.events) == 1
