"""Offers and the next card: a lawful card is never held because an offer is open."""

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.rejections import Accepted, Rejected
from app.game.decide import decide
from app.game.events import CameMeanwhile, OffersClosed
from tests.game.tables import MA, NZ, At, face_down


def rescue_open() -> At:
    """The only hand is doubled and may be taken back; the dealer has a king, and 4 face down."""
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("6H KS 5D")
    commitment, _ = face_down("4C")
    return at.do(c.DrawFaceDown(commitment, hole=True), c.Double(1)).cards("2H")


def test_a_card_before_the_hole_card_is_turned_up_is_refused_and_not_held() -> None:
    answer = decide(rescue_open().table, rescue_open().rules, c.DrawCard(Card("5S")))
    assert isinstance(answer, Rejected)
    assert answer.code == "turn_up_first"


def test_the_shoes_next_card_ends_the_offer_and_waits_for_the_hole_card() -> None:
    at = rescue_open()
    commitment, _ = face_down("5S")
    answer = decide(at.table, at.rules, c.LayBy(commitment))
    assert isinstance(answer, Accepted)
    assert [type(event) for event in answer.events] == [OffersClosed, CameMeanwhile]
    at.do(c.LayBy(commitment))
    assert at.table.held is None
    at.do(c.TurnUpHole(face_down("4C")[1]), c.TakeUp(c.DrawCard(Card("5S")), face_down("5S")[1]))
    assert at.table.round is not None
    assert (at.table.round.dealer, at.table.round.complete) == (("KS", "4C", "5S"), True)


def test_turning_up_the_hole_card_ends_the_offer() -> None:
    at = rescue_open().do(c.TurnUpHole(face_down("4C")[1]))
    assert at.table.round is not None
    assert at.table.round.rescue is None


def test_proceed_does_nothing_more_when_the_answers_have_ended_the_offer() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S KD 7H").do(c.Surrender(1))
    assert decide(at.table, at.rules, c.Proceed()) == Accepted((), ())
    after = at.cards("QC").table
    assert after.round is not None
    assert after.round.complete


def test_no_card_is_entered_before_the_hole_card_is_turned_up() -> None:
    at = rescue_open().do(c.DoubtDevice("reports_lost"))
    assert at.refused(c.Resolve("enter_card", card=Card("5S"))) == "choice_unknown"


def test_two_cards_before_the_hole_card_is_turned_up_are_refused() -> None:
    assert rescue_open().refused(c.DrawTogether(Card("5S"), Card("4S"))) == "turn_up_first"
