"""The dealer's face-up card was typed wrongly at a table with a card reader, which was asked about another card or not
at all (MA 7(i), 15(l), 15(m)): whatever happened since, it is put right, and nobody has to say what is not so."""

import pytest

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.seals import Opened
from app.game.questions import open_questions
from tests.game.tables import MA, At, face_down

FIVE, ACE = face_down("5D", 1), face_down("AD", 2)
Sealed = tuple[str, Opened]


def dealt(up: str, read: bool | None, *, hit: bool, hole: Sealed = FIVE, visible: bool = False) -> At:
    at = At(MA, hole_card="reader", reader_visible=visible).bet(1, "ann", 1000)
    at.do(*[c.DrawCard(Card(card), "manual") for card in ("9C", up, "2D")], c.DrawFaceDown(hole[0], hole=True))
    at.do(*[c.Proceed() for each in open_questions(at.table, at.rules) if each.question == "proceed"])
    at.do(*([] if read is None else [c.ReadHole(read)]))
    return at.do(c.Hit(1), c.DrawCard(Card("3C"), "manual")) if hit else at


def asked(at: At) -> list[str]:
    return [each.question for each in open_questions(at.table, at.rules)]


def is_now(at: At, was: str, now: str) -> At:
    at.do(c.CorrectCard(2, Card(was), Card(now)))
    assert at.table.round is not None
    assert at.table.round.dealer[0] == now
    return at


@pytest.mark.parametrize(
    ("was", "now", "questions"), [("KS", "AS", ["insure", "proceed", "peek"]), ("AS", "KS", ["peek"])]
)
def test_beside_another_card_it_is_read_again_before_play_goes_on(was: str, now: str, questions: list[str]) -> None:
    """Beside an ace insurance is offered first."""
    assert asked(is_now(dealt(was, False, hit=False), was, now)) == questions


@pytest.mark.parametrize(
    ("was", "now", "read"), [("KS", "AS", False), ("AS", "KS", False), ("9S", "KS", None), ("9S", "AS", None)]
)
def test_where_cards_have_come_since_the_round_is_played_as_without_a_reader(
    was: str, now: str, read: bool | None
) -> None:
    at = is_now(dealt(was, read, hit=True), was, now)
    assert asked(at) == ["decide"] and at.table.round is not None
    assert (at.table.round.hole_read, at.table.reader_off) == (None, False)
    at.do(c.Stand(1))
    at.do(c.UndoTap()).do(c.Stand(1), c.TurnUpHole(FIVE[1]))
    assert at.table.held is None, "it is wrong about nothing"
    again = dealt_next(at)
    assert asked(again) == ["peek"], "in the next round it is in use"


def dealt_next(at: At) -> At:
    while at.table.round is not None and not at.table.round.complete:
        at.do(c.DrawCard(Card("4H"), "manual"))
    at.bet(1, "ann", 1000)
    at.do(*[c.DrawCard(Card(card), "manual") for card in ("8C", "QS", "2H")])
    return at.do(c.DrawFaceDown(face_down("6D", 9)[0], hole=True))


def test_a_picture_for_another_picture_changes_nothing() -> None:
    at = is_now(dealt("KS", False, hit=True), "KS", "QS")
    assert at.table.round is not None and at.table.round.hole_read is False


@pytest.mark.parametrize("was", ["KS", "AS"])
@pytest.mark.parametrize("hit", [False, True])
@pytest.mark.parametrize(("visible", "choices"), [(False, ("continue",)), (True, ("void_round",))])
def test_one_that_was_read_beside_a_low_card_was_read_unlawfully(
    was: str, hit: bool, visible: bool, choices: tuple[str, ...]
) -> None:
    """15(l): a supervisor is told, and goes on or calls all hands dead."""
    at = is_now(dealt(was, False, hit=hit, visible=visible), was, "9S")
    held = open_questions(at.table, at.rules)[0]
    assert (held.irregularity, held.choices) == ("reader_misused", choices)
    if not visible:
        assert asked(at.do(c.Resolve("continue"))) == ["decide"]
        is_now(at, "9S", "8S")
        assert at.table.held is None, "that is known already"


def test_decisions_before_a_reading_that_was_not_known_to_be_due_are_asked_again() -> None:
    at = dealt("9S", None, hit=False).do(c.Hit(1))
    assert asked(is_now(at, "9S", "KS")) == ["peek"]
    assert asked(at.do(c.ReadHole(blackjack=False))) == ["decide"]


def test_a_hole_card_that_was_turned_up_for_it_lies_face_up() -> None:
    """Beside a king the ace is a blackjack, beside an ace it is not: 12, which has to be drawn to."""
    at = dealt("KS", True, hit=False, hole=ACE).do(c.TurnUpHole(ACE[1]))
    assert at.table.round is not None and at.table.round.complete
    is_now(at, "KS", "AS")
    assert at.table.round is not None
    assert (at.table.round.dealer, at.table.round.complete, at.table.held) == (("AS", "AD"), False, None)
    assert asked(at.do(c.Proceed())) == ["decide"]


def typed_hole(typed: str, read: bool) -> At:
    """The hole card, beside an ace, was typed as this, and the reader said that; it is turned up."""
    at = At(MA, hole_card="reader").bet(1, "ann", 1000)
    at.do(*[c.DrawCard(Card(card), "manual") for card in ("9C", "AC", "9D")])
    commitment, opened = face_down(typed)
    at.do(c.DrawFaceDown(commitment, hole=True, source="manual"), c.Proceed(), c.ReadHole(read))
    return at.do(*([] if read else [c.Stand(1)]), c.TurnUpHole(opened))


def hole_is(at: At, typed: str, true: str) -> At:
    return at.do(c.CorrectCard(4, Card(typed), Card(true), None, face_down(true, 9)[1]))


@pytest.mark.parametrize(("typed", "true", "read"), [("5D", "KD", True), ("KD", "5D", False)])
def test_a_reader_that_was_right_about_a_mistyped_hole_card_is_in_use_again(typed: str, true: str, read: bool) -> None:
    """With 21 the dealer takes the wager; with 16 the next card is due."""
    at = typed_hole(typed, read)
    assert at.table.held is not None and at.table.held.irregularity == "reader_was_wrong"
    hole_is(at.do(c.Resolve("no_reader")), typed, true)
    assert at.table.round is not None and at.table.held is None
    assert (at.table.reader_off, at.table.round.dealer, at.table.round.complete) == (False, ("AC", true), read)
    assert asked(at) == (["bets"] if read else ["card"])


@pytest.mark.parametrize(("typed", "true", "read"), [("KD", "5D", True), ("5D", "KD", False)])
def test_a_reader_that_seemed_right_about_a_mistyped_hole_card_is_set_aside(typed: str, true: str, read: bool) -> None:
    at = hole_is(typed_hole(typed, read), typed, true)
    assert at.table.round is not None and at.table.held is None
    assert (at.table.reader_off, at.table.round.dealer, at.table.round.complete) == (True, ("AC", true), not read)


def test_a_hole_card_that_no_shoe_holds_is_not_what_lies_there() -> None:
    at = typed_hole("KD", True)
    assert at.refused(c.CorrectCard(4, Card("KD"), Card("TD"), None, face_down("TD", 9)[1])) == "foreign_card"


def test_a_reader_that_was_set_aside_for_no_card_stays_so() -> None:
    at = dealt("KS", None, hit=False).do(c.Report("reader_broken"), c.Resolve("no_reader"))
    at = is_now(at.do(c.Hit(1), c.DrawCard(Card("3C"), "manual")), "KS", "AS")
    assert at.table.reader_off and asked(at) == ["decide"]
