"""A round told event by event says all that happened, in words."""

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import cast

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.moment import Moment
from app.game.core.records import replace
from app.game.core.state import LaidBy, TableConfig
from app.game.questions import Question, QuestionKind, open_questions
from app.game.registry import EVENTS
from app.game.rules.ruleset import Ruleset
from app.language.phrases import gain, money
from app.language.rendering import words_of
from app.surveillance.narrative import WIDTH, narrative
from app.surveillance.question_words import QUESTIONS, question_in_words
from app.surveillance.recorded import Recorded, steps
from tests.surveillance.recording import Sitting, rounds_of_scripts, sealed

# How a value looks when it is printed and not told.
REPR = re.compile(r"\w+\(\w+=|Opened\(|Card\(|\bNone\b|\bTrue\b|\bFalse\b|\bb'|\('|\{'|<[a-z]|[0-9a-f]{32}|\b\w+_\w+\b")
NUMBERED = re.compile(r" *\d+  ([A-Z]\w+) ")
# Not in the stretch of a round: they come before its opening, or end it.
OUTSIDE = {
    "TableOpened", "TableClosed", "RoundOpened", "ConfigChanged", "FloatOpened", "FloatClosed", "PaperBegun",
    "PaperEnded", "RoundAbandoned",
}  # fmt: skip
# Chips come and go beside the round.
OF_THE_TRAY = {"FloatFilled", "FloatCredited", "DropEntered", "PaymentsTicked", "PaymentsUnticked"}
# In no script: a script stops where a wager is too late, and shuffles between its rounds.
ELSEWHERE = {"LateWagerRefused", "ExposureReported"}
# In no script either, which knows every card when it leaves the shoe: a device's line does not.
OF_A_LINE = {"CameMeanwhile", "MeanwhileTakenUp", "KeyedConfirmed", "HeldCardSeen", "KeyedCorrected", "SpoolFetched"}


def rounds_of(book: str) -> list[tuple[Recorded, Ruleset]]:
    rules = load_ruleset(book)
    return [(each, rules) for each in rounds_of_scripts(book)]


@pytest.mark.parametrize("book", ruleset_ids())
def test_every_event_is_told_in_order_and_in_plain_words(book: str) -> None:
    for recorded, rules in rounds_of(book):
        lines = list(narrative(recorded, rules))
        found = [match.group(1) for match in map(NUMBERED.match, lines) if match]
        assert found == [type(event).__name__ for event in recorded.events]
        assert not [line for line in lines if REPR.search(line)]
        assert max(map(len, lines)) <= WIDTH + 40, "only a line of two readings may be longer"


def test_the_scripts_have_every_event_of_a_round() -> None:
    told: Counter[str] = Counter()
    for book in ruleset_ids():
        for recorded, _ in rounds_of(book):
            told.update(type(event).__name__ for event in _with_rewritten(recorded))
    assert {kind.__name__ for kind in EVENTS} - set(told) <= OUTSIDE | ELSEWHERE | OF_A_LINE | OF_THE_TRAY


def test_what_a_line_leaves_open_is_told_in_order_and_in_plain_words() -> None:
    sitting = line_round()
    recorded = sitting.rounds()[-1]
    lines = list(narrative(recorded, sitting.rules))
    found = [match.group(1) for match in map(NUMBERED.match, lines) if match]
    assert found == [type(event).__name__ for event in recorded.events]
    assert set(found) >= OF_A_LINE
    assert not [line for line in lines if REPR.search(line)]
    text = " ".join(" ".join(lines).split())
    for words in TOLD_OF_A_LINE:
        assert words in text, words


def line_round() -> Sitting:
    """A round in which the line was in doubt, cards came out of turn, and some were keyed by hand."""
    sitting = Sitting(load_ruleset("nz-division-15"))
    sitting.give(c.PlaceWager(1, "ann", "main", 10_00, seated=True))
    sitting.give(c.DrawCard(Card("8S"), "unchecked"), c.DrawCard(Card("6H"), "keyed"), c.DrawCard(Card("3D"), "manual"))
    sitting.give(c.ConfirmKeyed(), c.DoubtDevice("reports_lost"))
    first, second, third = sealed("7H"), sealed("9C"), sealed("TS")
    sitting.give(c.LayBy(first[0]), c.LayBy(second[0], alarm=True), c.DoubtDevice("card_unread"), c.Resolve("continue"))
    sitting.give(c.TakeUp(c.DrawCard(Card("7H")), first[1]), c.TakeUp(c.LayBy(second[0])))
    sitting.give(c.Resolve("use_as_next"), c.TakeUp(), c.Resolve("continue"))
    sitting.give(c.Stand(1), c.TurnUpKept(second[1]), c.LayBy(third[0]), c.SeeHeld(third[1]), c.Resolve("remove"))
    sitting.give(c.DrawCard(Card("KD"), "keyed"), c.DoubtKeyed(sealed("QD")[0]), c.Resolve("same_card"))
    sitting.give(c.FindFaceUp(Card("2S"), "keyed"), c.UndoTap(), c.DoubtDevice("reports_lost"))
    sitting.table = replace(sitting.table, spooled=1)
    return sitting.give(c.FetchSpooled((LaidBy(None, "damaged"),)))


TOLD_OF_A_LINE = (
    "8S to box 1, hand 1: 8S = 8, over a line without a check",
    "6H to the dealer: 6H = 6, keyed by hand until the shoe tells it",
    "3D to box 1, hand 1: 8S 3D = 11, keyed by hand",
    "the first card that was keyed by hand needs no word of the shoe any more",
    "the table holds: device doubt (reports lost), in the phase: play",
    "meanwhile a card face down left the shoe, and waits for its turn",
    "and waits for its turn; the shoe cannot hold such a card",
    "meanwhile a device's line came into doubt: card unread",
    "what came first meanwhile has its turn",
    "the table holds: error card unseen (composition), in the phase: play",
    "the card for which the table holds was seen, it is TS: foreign card; it cannot be of this shoe",
    "the table holds: keyed differs, in the phase",
    "the keyed cards that wait for the shoe's word are now: none",
    "1 of what came meanwhile, and was kept in the log alone, are at hand again",
)


def _with_rewritten(recorded: Recorded) -> Iterator[e.Event]:
    """The events of the round, and those of its corrected record."""
    for event in recorded.events:
        yield event
        yield from event.events if isinstance(event, e.RoundRewritten) else ()


@pytest.mark.parametrize("book", ruleset_ids())
def test_every_open_question_has_words(book: str) -> None:
    asked: Counter[str] = Counter()
    for recorded, rules in rounds_of(book):
        for step in steps(recorded):
            for question in open_questions(step.after, rules):
                assert question_in_words(question)
                asked[question.question] += 1
    assert set(asked) <= set(QUESTIONS)


def test_the_questions_are_those_that_a_table_asks() -> None:
    with pytest.raises(KeyError):
        question_in_words(Question("1", cast(QuestionKind, "unheard_of"), None))


def nz_round() -> Sitting:
    sitting = Sitting(load_ruleset("nz-division-15"))
    sitting.give(c.PlaceWager(1, "ann", "main", 12_50, seated=True)).cards("8S 6H 3D").give(c.Double(1)).cards("7H")
    return sitting.cards("KD 2C")


OFFICER = """\
Round 1 under nz-division-15; 384 cards in the shoe.
   1  WagerPlaced           ann (seated) has $12.50 main on box 1
                            money: ann (box 1) -$12.50; on the layout at box 1 for ann +$12.50
                            asked: the next card goes to box 1, hand 1 (clause 8.2(a))
   2  NoMoreBetsCalled      no more bets: the first card said it
   3  BetsClosed            no wager changes any more; deciding: ann for box 1
   4  CardDealt             8S to box 1, hand 1: 8S = 8
                            asked: the next card goes to the dealer (clause 8.2(b))
   5  CardDealt             6H to the dealer: 6H = 6
                            asked: the next card goes to box 1, hand 1 (clause 8.2(c))
   6  CardDealt             3D to box 1, hand 1: 8S 3D = 11
   7  InitialDealCompleted  everybody has the first cards; nothing is offered
                            asked: ann decides for box 1, hand 1: hit or double (clause 8.3)
   8  HandDoubled           box 1, hand 1 was doubled: ann $12.50
                            money: ann (box 1) -$12.50; on the layout at box 1 for ann +$12.50
                            asked: the next card goes to box 1, hand 1 (clause 12.4)
   9  CardDealt             7H to box 1, hand 1: 8S 3D 7H = 18
  10  HandCompleted         box 1, hand 1 has its one card: 8S 3D 7H = 18
  11  RescueOffered         ann may take back the double on box 1, hand 1
                            asked: ann may take back the double on box 1, hand 1 (clause 12.8)
                            asked: the next card goes to the dealer (clause 8.5)
  12  OffersClosed          the offers are over: play went on
  13  CardDealt             KD to the dealer: 6H KD = 16
                            asked: the next card goes to the dealer (clause 14.3)
  14  CardDealt             2C to the dealer: 6H KD 2C = 18
  15  Settled               box 1, hand 1: ann's main wager of $25 stands off, $0 (clause 5.1(e))
                            money: on the layout at box 1 for ann -$25; ann (box 1) +$25
  16  RoundCompleted        every wager has its result: the round is over
Nothing is open.
"""


def test_a_round_as_an_officer_reads_it() -> None:
    sitting = nz_round()
    assert "\n".join(narrative(sitting.rounds()[-1], sitting.rules)) == OFFICER.rstrip("\n")


def test_a_rewritten_round_has_the_old_reading_beside_the_new() -> None:
    sitting = Sitting(load_ruleset("nz-division-15"))
    sitting.give(*[c.PlaceWager(box, who, "main", 10_00, seated=True) for box, who in ((1, "ann"), (2, "bob"))])
    sitting.cards("8S 9H 6H 4D 2C").cards("5S").give(c.CorrectRecord("stood", 1))
    lines = list(narrative(sitting.rounds()[-1], sitting.rules))
    at = next(at for at, line in enumerate(lines) if "RoundRewritten" in line)
    assert "the dealer put the record right: box 1 stood" in lines[at]
    assert [" ".join(line.split()) for line in lines[at + 1 : at + 5]] == [
        "was is now",
        "* box 1, hand 1 8S 4D 5S = 17 8S 4D = 12",
        "* box 2, hand 1 9H 2C = 11 9H 2C 5S = 16",
        "dealer 6H = 6 6H = 6",
    ]


def test_a_face_down_card_is_told_only_when_it_may_be_shown() -> None:
    rules = load_ruleset("ma-pontoon-21-v3")
    commitment, opened = sealed("5C")
    sitting = Sitting(rules, TableConfig(hole_card="blind", side_bets=tuple(rules.side_bets)))
    sitting.give(c.PlaceWager(1, "ann", "main", 10_00, seated=True)).cards("9S 6H 9D")
    sitting.give(c.DrawFaceDown(commitment, hole=True))
    hidden = "\n".join(narrative(sitting.rounds()[-1], rules))
    assert "a card face down to the dealer: 6H ?? = 6" in hidden
    assert "5C" not in hidden
    assert commitment not in hidden
    assert "a card face down (the 5C, as is known by now)" in "\n".join(
        narrative(sitting.rounds((commitment, opened))[-1], rules)
    )


def test_a_round_put_right_later_says_so() -> None:
    sitting = nz_round()
    amendment = e.EarlierRoundAmended(1, "void", "late_error", "16.5", ())
    recorded = sitting.rounds()[-1]._replace(amended=(amendment,))
    assert list(narrative(recorded, sitting.rules))[-1] == (
        "After the round was over it was declared void (late error, clause 16.5)."
    )


def test_events_outside_a_round_have_words_too() -> None:
    table = nz_round().table
    moment = Moment(table, table)
    config = TableConfig(decks=6, boxes=5)
    assert words_of(e.TableOpened(config, "0" * 64), moment) == "the table was set up with 6 decks and 5 boxes"
    assert words_of(e.ConfigChanged(config), moment) == "limits or options of the table were changed"
    assert words_of(e.RoundOpened(7), moment) == "betting is open for round 7"
    assert words_of(e.ExposureReported(()), moment).startswith("a card was seen before it was in the shoe")


def test_a_wager_that_came_too_late_is_told() -> None:
    sitting = Sitting(load_ruleset("nz-division-15")).give(c.PlaceWager(1, "ann", "main", 10_00, seated=True))
    sitting.cards("8S 6H 3D").refused(c.PlaceWager(2, "bob", "main", 5_00)).refused(c.WithdrawWagers(1, "ann"))
    text = " ".join(" ".join(narrative(sitting.rounds()[-1], sitting.rules)).split())
    assert "bob wanted to place $5 main on box 2 after the end of betting: refused (clause 5.5(a))" in text
    assert "ann wanted to withdraw on box 1 after the end of betting: refused (clause 5.5(b))" in text


def test_who_was_passed_over_is_told_with_the_rewritten_round() -> None:
    sitting = Sitting(load_ruleset("ma-pontoon-21-v3"))
    sitting.give(*[c.PlaceWager(box, who, "main", 10_00, seated=True) for box, who in ((1, "ann"), (2, "bob"))])
    sitting.cards("KH 8C 6S 9D 5C").give(c.Report("missed_card", 1, felt=1), c.Resolve("late_card"))
    text = " ".join(" ".join(narrative(sitting.rounds()[-1], sitting.rules)).split())
    assert "box 1 was passed over: it gets its second card after all others (clause 15(h))" in text


@pytest.mark.parametrize("cents", [0, 1, 9, 10, 99, 100, 101, 12_50, -1, -99, -100, -12_05, 10**14 + 7])
def test_money_is_exact(cents: int) -> None:
    assert Decimal(money(cents).replace("$", "").replace(",", "")) == Decimal(cents) / 100
    assert re.fullmatch(r"-?\$\d{1,3}(,\d{3})*(\.\d\d)?", money(cents))
    assert gain(cents) == (f"+{money(cents)}" if cents > 0 else money(cents))
