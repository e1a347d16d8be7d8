"""What an observation is at a table: by what the table awaits, and by nothing else."""

from typing import Any

import pytest

from app.devices import observations as o
from app.game import commands as c
from app.game.core.cards import Card, with_card
from app.game.core.records import replace
from app.game.core.seals import Opened, seal
from app.game.core.state import LaidBy
from app.table.intake.hidden import Hidden
from app.table.intake.hole_reading import TRIES, is_of, reading_of, token_of
from app.table.intake.meaning import Sense, awaited, of_card, of_laid_by, of_other, of_typed, of_unread
from app.table.intake.waiting_cards import told_cards, waits_already
from tests.game.tables import ACT, MA, NZ, SG, At, face_down

STREAM = "table:7"
DOWN, HOLE = face_down("5D")


def hidden(*opened: Opened) -> Hidden:
    known = Hidden(lambda: bytes(16))
    for each in opened:
        known.keep(each)
    return known


def card(at: At, text: str, place: Any = "", known: Hidden | None = None) -> Sense:
    known = known or hidden()
    seen = o.CardSeen(Card(text), 1, place)
    return of_card(at.table, at.rules, known, known.sealed(Card(text)), seen, "")


def other(at: At, observation: o.Observation, *, shoe: bool = True) -> Sense:
    return of_other(at.table, at.rules, observation, shoe, STREAM)


def commands(sense: Sense) -> tuple[c.Command, ...]:
    return (sense.command,) if sense.command is not None else ()


def opened(text: str) -> Opened:
    return Opened(Card(text), bytes(16))


def bet(book: str = NZ, **fields: Any) -> At:
    return At(book, **fields).bet(1, "ann", 1000)


def dealt(book: str = NZ, **fields: Any) -> At:
    return bet(book, **fields).cards("9S 8C 2H")


def held() -> At:
    return dealt().do(c.DoubtDevice("reports_lost"))


def waiting() -> At:
    at = dealt()
    at.table = replace(at.table, laid_by=(LaidBy(None, "reports_lost"),))
    return at


def peek_due() -> At:
    at = bet(MA, hole_card="reader").cards("9C AS 9D")
    return at.do(c.DrawFaceDown(DOWN, hole=True), c.Proceed())


# --- cards


def test_a_card_is_what_the_table_awaits() -> None:
    assert awaited(dealt().table, dealt().rules) == "up"
    assert card(dealt(), "3C") == Sense(c.DrawCard(Card("3C")))
    hole = dealt(MA, hole_card="blind")
    assert awaited(hole.table, hole.rules) == "hole"
    assert card(hole, "3C") == Sense(c.DrawFaceDown(seal(opened("3C")), hole=True), opened("3C"))
    squeezed = bet(SG).do(c.PermitSqueeze(1))
    assert awaited(squeezed.table, squeezed.rules) == "down"
    assert card(squeezed, "3C") == Sense(c.DrawFaceDown(seal(opened("3C"))), opened("3C"))
    burn = dealt(MA).do(c.ChangeDealer("dee"))
    assert awaited(burn.table, burn.rules) == "burn"
    assert card(burn, "3C") == Sense(c.BurnCard(seal(opened("3C"))), opened("3C"))
    assert card(burn, "3C", "burn").command == c.BurnCard(seal(opened("3C"))), "the shoe says so itself"


@pytest.mark.parametrize("book", [NZ, SG, ACT, MA])
def test_the_first_card_is_dealt_though_a_side_bet_without_a_main_wager_goes_back_with_it(book: str) -> None:
    at = bet(book)
    at.do(c.PlaceWager(2, "bob", next(iter(at.rules.side_bets)), 500, noticed=False))
    assert card(at, "3C") == Sense(c.DrawCard(Card("3C")))
    at.do(c.DrawCard(Card("3C")))
    assert at.table.held is None and at.table.round is not None
    assert at.table.round.boxes[0].hands[0].cards == ("3C",)
    assert [line.outcome for line in at.table.round.lines] == ["void"]


@pytest.mark.parametrize("place", ["locked", "setting", "error", "burn"])
def test_a_card_that_went_elsewhere_is_laid_by(place: str) -> None:
    assert card(dealt(), "3C", place) == Sense(c.LayBy(seal(opened("3C")), place=place), opened("3C"))


@pytest.mark.parametrize("place", ["locked", "setting", "error", "burn"])
def test_it_is_so_too_when_its_turn_comes_after_a_hold(place: str) -> None:
    """Nor is anybody told that it will lie in a hand."""
    at, known = held(), hidden(opened("3C"))
    at.do(*commands(card(at, "3C", place, known)))
    assert [each.card for each in told_cards(at.table, at.rules, known, "").cards] == [None]
    assert waits_already(at.table, at.rules, known, "", Card("3C")) == (opened("3C"),), "entered, it is still one card"
    at.do(c.Resolve("continue"))
    assert of_laid_by(at.table, at.rules, known, "") == c.TakeUp(c.LayBy(seal(opened("3C"))))


def test_a_burnt_card_is_one_after_a_hold() -> None:
    burn, known = dealt(MA).do(c.ChangeDealer("dee")), hidden(opened("3C"))
    burn.do(c.DoubtDevice("reports_lost"))
    burn.do(*commands(card(burn, "3C", "burn", known)), c.Resolve("continue"))
    assert of_laid_by(burn.table, burn.rules, known, "") == c.TakeUp(c.BurnCard(seal(opened("3C"))))


def test_a_card_that_nothing_awaits_is_laid_by_face_down() -> None:
    for at in (At(NZ), held(), peek_due(), waiting()):
        assert card(at, "3C") == Sense(c.LayBy(seal(opened("3C"))), opened("3C"))


def test_a_card_without_a_shoe_is_noted_and_its_frame_kept_secret() -> None:
    sense = card(At(NZ, opened=False), "3C")
    assert (sense.command, sense.opened, sense.hide) == (None, None, True) and "no shoe" in sense.note


def test_a_card_that_the_shoe_cannot_hold_is_an_alarm_and_still_face_down() -> None:
    hole = dealt(MA, hole_card="blind")
    assert card(hole, "TS").command == c.DrawFaceDown(seal(opened("TS")), hole=True, alarm=True)
    assert card(At(NZ), "TS").command == c.LayBy(seal(opened("TS")), alarm=True)
    assert card(dealt(), "TS").command == c.DrawCard(Card("TS")), "face up the table judges it itself"


def test_what_lies_face_down_counts_in_the_composition() -> None:
    """All eight copies are out, one of them face down: the next one of its kind cannot be."""
    at = bet(MA, hole_card="blind").cards("9S 8C 2H").do(c.DrawFaceDown(DOWN, hole=True))
    known = hidden(HOLE)
    for _ in range(7):
        assert not known.unfit(at.table, Card("5D"))
        at.table = replace(at.table, shoe=replace(at.table.shoe, drawn=drawn(at, "5D")))
    assert known.unfit(at.table, Card("5D"))
    assert card(at, "5D", known=known).command == c.DrawCard(Card("5D"), unfit=True)
    assert not known.but(DOWN).unfit(at.table, Card("5D"))
    assert not hidden().unfit(at.table, Card("5D")), "nobody knows what it is"


def drawn(at: At, text: str) -> bytes:
    return with_card(at.table.shoe.drawn, Card(text))


# --- typed cards


def keyed(text: str, book: str = NZ) -> At:
    return dealt(book).do(c.DrawCard(Card(text), "keyed"))


def test_the_shoe_tells_of_a_card_that_was_keyed() -> None:
    assert card(keyed("3C"), "3C") == Sense(c.ConfirmKeyed())
    assert card(keyed("3C"), "4C") == Sense(c.DoubtKeyed(seal(opened("4C"))), opened("4C"))
    assert of_unread(keyed("3C").table, keyed("3C").rules).command == c.ConfirmKeyed()


def test_a_face_down_card_that_was_keyed_keeps_its_frame_secret() -> None:
    at = dealt(MA, hole_card="blind").do(c.DrawFaceDown(DOWN, hole=True, source="keyed"))
    assert card(at, "5D", known=hidden(HOLE)) == Sense(c.ConfirmKeyed(), hide=True)
    assert card(at, "6D", known=hidden(HOLE)).command == c.DoubtKeyed(seal(opened("6D")))


def test_a_typed_card_is_what_is_awaited_or_the_table_says_why_not() -> None:
    at, known = dealt(MA, hole_card="blind"), hidden()
    assert of_typed(at.table, at.rules, known, opened("3C"), "manual").command == c.DrawFaceDown(
        seal(opened("3C")), hole=True, source="manual"
    )
    at = peek_due()
    command = of_typed(at.table, at.rules, known, opened("3C"), "manual").command
    assert command == c.DrawCard(Card("3C"), "manual") and at.refused(command) == "peek_first"


def test_what_was_laid_by_is_what_is_awaited_then() -> None:
    at, known = dealt(), hidden(opened("3C"))
    at.table = replace(at.table, laid_by=(LaidBy(seal(opened("3C"))),))
    assert of_laid_by(at.table, at.rules, known, "") == c.TakeUp(c.DrawCard(Card("3C")), opened("3C"))
    assert of_laid_by(at.table, at.rules, hidden(), "") is None, "nobody knows the card here"
    at.table = replace(at.table, laid_by=(LaidBy(None, "reports_lost"),))
    assert of_laid_by(at.table, at.rules, known, "") == c.TakeUp()


def test_a_card_that_the_device_is_not_sure_of_is_played_and_noted() -> None:
    at, known = dealt(), hidden()
    for confidence, noted in ((100, ""), (o.SURE_PERCENT, ""), (40, "a card was read with a confidence of only 40 %")):
        seen = o.CardSeen(Card("3C"), 9, confidence=confidence)
        sense = of_card(at.table, at.rules, known, known.sealed(Card("3C")), seen, "")
        assert sense == Sense(c.DrawCard(Card("3C")), note=noted)


# --- everything else


@pytest.mark.parametrize(
    ("observation", "doubt"),
    [
        (o.Doubted("reports_lost", "2 reports"), "reports_lost"),
        (o.Doubted("device_restarted"), "device_restarted"),
        (o.CardPushedBack(3), "card_pushed_back"),
        (o.TwoAtOnce(3), "two_at_once"),
    ],
)
def test_a_doubt_of_a_shoe_holds_the_table_and_any_other_is_noted(observation: o.Observation, doubt: str) -> None:
    assert other(dealt(), observation).command == c.DoubtDevice(doubt)
    assert other(dealt(), observation, shoe=False).command is None
    idle = other(At(NZ, opened=False), observation)
    assert idle.command is None and idle.note


def test_a_restart_between_rounds_holds_nothing() -> None:
    assert other(At(NZ), o.Doubted("device_restarted")).command is None
    wagered = other(bet(), o.Doubted("device_restarted"))
    assert wagered.command == c.DoubtDevice("device_restarted"), "the first card may have left while it was dead"
    assert other(At(NZ), o.Doubted("reports_lost")).command == c.DoubtDevice("reports_lost")


def test_counts() -> None:
    at = dealt()
    assert other(at, o.ShoeFilled(at.table.shoe.left, 1)) == Sense(None)
    assert other(at, o.ShoeFilled(at.table.shoe.left - 1, 1)).command == c.DoubtDevice("count_mismatch")
    assert other(at, o.CountDiffered(383, 384)).note == "the shuffler counted 383 cards where it expected 384"
    short = other(at, o.ShuffleEnded(1, 383), shoe=False)
    assert short.command is None and "383" in short.note
    assert other(at, o.ShuffleEnded(1, 384), shoe=False) == Sense(None), "nobody waits for it"


def test_the_cutting_card() -> None:
    at = dealt()
    expected = c.DrawCutCard() if at.table.shoe.cut_cards > at.table.shoe.cut_cards_out else c.DoubtDevice("cut_card")
    assert other(at, o.CutCardSeen()).command == expected


def test_a_jam_is_reported_where_the_book_knows_one() -> None:
    assert other(dealt(ACT, shuffler="continuous"), o.Jammed()).command == c.Report("shuffler_fault")
    for stuck in (o.Jammed(), o.ErrorRaised(o.TIMED_OUT)):
        assert other(dealt(), stuck).command == c.DoubtDevice("jammed"), "a plain shoe"
        assert other(dealt(MA, shuffler="batch"), stuck).command == c.DoubtDevice("jammed"), "not the shuffler"
        assert other(held(), stuck).command == c.DoubtDevice("jammed"), "when its turn comes"
        assert other(At(NZ, opened=False), stuck) == Sense(None, note="a card is stuck")
    assert other(dealt(MA, shuffler="batch"), o.Jammed(), shoe=False).command == c.Report("shuffler_fault")
    assert other(dealt(), o.Jammed(), shoe=False) == Sense(None, note="a card is stuck")
    assert other(dealt(), o.ErrorRaised(o.TIMED_OUT), shoe=False).command is None


def test_errors_and_words_of_devices_are_noted() -> None:
    assert other(dealt(), o.ErrorRaised(8)).note == "error 8 stands: jam"
    assert other(dealt(), o.ErrorRaised(200)).note == "error 200 stands: one of the maker"
    for quiet in (o.Started("power"), o.StoodBy(), o.LockTurned(locked=True), o.CardsReturned(5), o.ErrorCleared(8)):
        assert other(dealt(), quiet) == Sense(None)


def test_a_warning_is_not_repeated_to_anybody() -> None:
    warned = o.Warned("Alarm: KS")
    assert "KS" not in other(dealt(), warned).note


# --- the reader


def answered(answer: Any, token: int) -> o.HoleAnswered:
    return o.HoleAnswered(answer, token)


def test_the_readers_bit_counts_for_the_round_that_asked() -> None:
    at = peek_due()
    assert at.table.round is not None
    mine = token_of(reading_of(STREAM, at.table.round), 3)
    assert other(at, answered("blackjack", mine)).command == c.ReadHole(blackjack=True)
    assert other(at, answered("no_blackjack", mine)).command == c.ReadHole(blackjack=False)
    again = other(at, answered("not_read", mine))
    assert again.command is None and "put it in again" in again.note
    round_ = at.table.round
    others = (
        replace(round_, number=round_.number + 1),
        replace(round_, hole="f" * 64),
        replace(round_, dealer=(Card("KS"),)),
    )
    for token in (0, *[token_of(reading_of(STREAM, each), 3) for each in others], token_of(reading_of("8", round_), 3)):
        assert other(at, answered("blackjack", token)).command is None
    at.do(c.ReadHole(blackjack=False))
    assert other(at, answered("no_blackjack", mine)).command is None, "it was answered already"
    broken = Sense(c.Report("reader_broken"), hide=True)
    assert other(at, answered("blackjack", mine)) == broken, "it contradicts itself (15(m))"


def test_an_answer_that_the_table_cannot_take_yet_is_none() -> None:
    """An amount has to be entered first; the card is put in again then."""
    at = At(MA, hole_card="reader").do(c.PlaceWager(1, "ann", "main", 0, seated=True, missing=True)).cards("9C KS 9D")
    at.do(c.DrawFaceDown(DOWN, hole=True))
    assert at.table.round is not None
    mine = token_of(reading_of(STREAM, at.table.round), 3)
    assert other(at, answered("blackjack", mine)) == Sense(
        None, hide=True, note="the reader answered what nobody asks now"
    )
    at.do(c.PlaceWager(1, "ann", "main", 1000, seated=True, by="sue"))
    assert other(at, answered("blackjack", mine)).command == c.ReadHole(blackjack=True)


def test_a_token_is_never_nothing_and_is_known_by_its_reading() -> None:
    round_ = peek_due().table.round
    assert round_ is not None
    for number in range(1, 200):
        reading = reading_of(STREAM, replace(round_, number=number))
        for attempt in (0, 1, TRIES - 1, TRIES):
            assert 0 < token_of(reading, attempt) < 2**32 and is_of(token_of(reading, attempt), reading)


def test_a_card_put_in_unasked() -> None:
    at = bet(MA, hole_card="reader").cards("9C 8S 9D").do(c.DrawFaceDown(DOWN, hole=True))
    assert other(at, o.HoleOutOfTurn(), shoe=False).command == c.Report("reader_misused")
    assert other(dealt(), o.HoleOutOfTurn(), shoe=False) == Sense(None, note="the reader was used out of turn")
