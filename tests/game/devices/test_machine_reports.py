"""What a machine tells while the table holds is not lost: it has its turn, if it still means anything then."""

from dataclasses import replace as replace_in_rules

import pytest

from app.devices import observations as o
from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.seals import seal
from app.table.intake.hidden import Hidden
from app.table.intake.hole_reading import reading_of, token_of
from app.table.intake.meaning import Sense, of_other
from app.table.intake.turning import by_itself
from tests.game.tables import ACT, MA, At, face_down

STREAM = "table:7"
SEVEN, _ = face_down("7D")
WHOLE = 384


def to_shuffle() -> At:
    """A batch shuffler is at work, and the shoe that was in use has ended."""
    return At(MA, shuffler="batch").do(c.OrderShuffle("discretion"))


def doubted(at: At) -> At:
    return at.do(c.DoubtDevice("reports_lost"))


def tell(at: At, seen: o.Observation, *, shoe: bool = False) -> Sense:
    """The device tells it, and the table takes of it what it takes."""
    sense = of_other(at.table, at.rules, seen, shoe, STREAM)
    if sense.command is not None:
        at.do(sense.command)
    return sense


def go_on(at: At, choice: str = "continue") -> At:
    """The hold ends, and whatever waits has its turn."""
    at.do(c.Resolve(choice))
    while (command := by_itself(at.table, at.rules, Hidden(), "")) is not None:
        at.do(command)
    assert at.table.laid_by == ()
    return at


def why(at: At) -> tuple[str, str]:
    assert at.table.held is not None
    return at.table.held.irregularity, at.table.held.detail


def shuffled(at: At) -> int:
    return sum([isinstance(event, e.CardsShuffled) for event in at.events])


def test_a_shuffle_that_ends_while_the_table_holds_is_done_when_it_goes_on() -> None:
    at = doubted(to_shuffle())
    before = shuffled(at)
    tell(at, o.ShuffleEnded(1, WHOLE))
    tell(at, o.ShuffleEnded(1, WHOLE))
    assert shuffled(at) == before, "while the table holds nothing is done"
    go_on(at)
    assert shuffled(at) == before + 1 and at.table.held is None
    assert at.table.preparation is not None and at.table.preparation.shuffled


@pytest.mark.parametrize("counted", [WHOLE - 1, WHOLE + 1])
def test_a_wrong_count_is_no_better_for_having_waited(counted: int) -> None:
    at = doubted(to_shuffle())
    before = shuffled(at)
    assert str(counted) in tell(at, o.ShuffleEnded(1, counted)).note
    assert shuffled(go_on(at)) == before


def test_a_shuffle_that_nobody_waits_for_any_more_is_left_at_that() -> None:
    at = doubted(At(MA, shuffler="batch"))
    before = shuffled(at)
    tell(at, o.ShuffleEnded(1, WHOLE))
    assert shuffled(go_on(at)) == before and at.table.held is None


def test_a_machine_does_not_end_a_shuffle_by_hand() -> None:
    """It jammed, told then that it is done after all, and somebody has the cards in the hands by now."""
    at = to_shuffle()
    tell(at, o.Jammed())
    assert why(at)[0] == "shuffler_fault"
    tell(at, o.ShuffleEnded(1, WHOLE))
    before = shuffled(at)
    go_on(at, "hand_shuffle")
    assert shuffled(at) == before and at.table.config.shuffler == "none"


def test_a_shuffle_before_the_first_shoe_waits_too() -> None:
    at = At(MA, opened=False, shuffler="batch")
    at.do(c.ChangeDealer("dee"), c.BringSet("one", "blue"))
    while at.table.preparation is not None and (due := dict(at.table.preparation.steps)):
        left = [step for step in due if step not in at.table.preparation.done]
        if not left:
            break
        at.do(c.DoStep(*left[0].split(":")))
    at.do(c.Report("shuffler_fault"))
    assert at.table.shoe.decks == 0
    before = shuffled(at)
    tell(at, o.ShuffleEnded(1, WHOLE))
    assert [each.doubt for each in at.table.laid_by] == ["shuffle_done"]
    assert shuffled(go_on(at, "hand_shuffle")) == before


def test_a_shuffler_that_jams_while_the_table_holds_is_the_books_business_then() -> None:
    at = doubted(to_shuffle())
    assert tell(at, o.Jammed()).note == "a card is stuck", "the floor hears of it at once"
    assert why(go_on(at)) == ("shuffler_fault", "")


def test_so_is_a_continuous_one() -> None:
    at = At(ACT, decks=4, shuffler="continuous").bet(1, "ann", 1000).cards("9S 8C")
    tell(doubted(at), o.Jammed(), shoe=True)
    assert why(go_on(at)) == ("shuffler_fault", "")


def test_a_reader_that_is_misused_while_the_table_holds() -> None:
    at = At(MA, hole_card="reader").bet(1, "ann", 1000).cards("9C 8S 9D").do(c.DrawFaceDown(SEVEN, hole=True))
    assert "out of turn" in tell(doubted(at), o.HoleOutOfTurn()).note
    assert why(go_on(at)) == ("reader_misused", "")


def test_a_shuffle_of_the_discards_in_a_round_counts_those() -> None:
    """MA 15(g): no set goes through the shuffler then."""
    at = At(MA, shuffler="batch").bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S 8C 9D KH 2S")
    at.table = replace(at.table, shoe=replace(at.table.shoe, left=0, discarded=100))
    at.do(c.ReportShoeEmpty(), c.Resolve("shuffle_discards"))
    for counted in (WHOLE, 99):
        assert (
            f"counted {counted} cards where the cards that are made ready are 100"
            in tell(at, o.ShuffleEnded(1, counted)).note
        )
    before = shuffled(at)
    tell(at, o.ShuffleEnded(1, 100))
    assert shuffled(at) == before + 1


@pytest.mark.parametrize("held", [False, True])
def test_a_reader_that_answers_otherwise_the_second_time_does_not_work(*, held: bool) -> None:
    """Whoever gave the first answer: the same again is nothing new, and of a card that is set aside it is none."""
    at = At(MA, hole_card="reader").bet(1, "ann", 1000).cards("9C KS 9D").do(c.DrawFaceDown(SEVEN, hole=True))
    assert at.table.round is not None
    token = token_of(reading_of(STREAM, at.table.round), 3)
    at.do(c.ReadHole(blackjack=False))
    for same in (o.HoleAnswered("no_blackjack", token), o.HoleAnswered("not_read", token)):
        assert tell(at, same).command is None
    assert tell(at, o.HoleAnswered("blackjack", token ^ 1 << 20)).command is None, "another reading's"
    at = doubted(at) if held else at
    tell(at, o.HoleAnswered("blackjack", token))
    assert why(go_on(at) if held else at) == ("reader_broken", "")
    at.do(c.Resolve("no_reader"))
    assert tell(at, o.HoleAnswered("blackjack", token)).command is None
    assert at.table.held is None


@pytest.mark.parametrize("held", [False, True])
def test_after_a_round_the_reader_is_nobodys_business(*, held: bool) -> None:
    """Every hand is bust, and the hole card was not needed: whoever puts it in then voids no round, and breaks no
    reader."""
    for up, read in (("8S", ()), ("KS", (c.ReadHole(blackjack=False),))):
        at = At(MA, hole_card="reader", reader_visible=True).bet(1, "ann", 1000).cards(f"9C {up} 9D")
        at.do(c.DrawFaceDown(SEVEN, hole=True), *read, c.Hit(1)).cards("KH")
        assert at.table.round is not None and at.table.round.complete and at.table.round.hole == SEVEN
        token = token_of(reading_of(STREAM, at.table.round), 3)
        seen = o.HoleAnswered("blackjack", token) if read else o.HoleOutOfTurn()
        note = "otherwise than is recorded" if read else "out of turn"
        at = doubted(at) if held else at
        assert note in tell(at, seen).note
        assert (go_on(at) if held else at).table.held is None


def test_what_a_reader_said_is_nobodys_business_once_a_card_that_came_before_has_ended_the_round() -> None:
    """Both waited while the table held: the king makes the hand bust, and the hole card is not needed."""
    king, opened = face_down("KH", 2)
    at = At(MA, hole_card="reader").bet(1, "ann", 1000).cards("9C KS 9D").do(c.DrawFaceDown(SEVEN, hole=True))
    assert at.table.round is not None
    token = token_of(reading_of(STREAM, at.table.round), 3)
    doubted(at.do(c.ReadHole(blackjack=False), c.Hit(1))).do(c.LayBy(king))
    tell(at, o.HoleAnswered("blackjack", token))
    assert [each.doubt for each in at.table.laid_by] == ["", "reader_broken"]
    at.do(c.Resolve("continue"), c.TakeUp(c.DrawCard(Card("KH")), opened), c.TakeUp())
    assert at.table.round.complete and at.table.laid_by == () and at.table.held is None


def test_a_machines_word_parts_no_two_doubts_about_the_same() -> None:
    at = doubted(to_shuffle())
    tell(at, o.ShuffleEnded(1, WHOLE))
    at.do(c.DoubtDevice("line_was_down"))
    assert [each.doubt for each in at.table.laid_by] == ["shuffle_done"]
    at.do(c.LayBy(seal(face_down("2C")[1])), c.DoubtDevice("line_was_down"))
    assert [each.doubt for each in at.table.laid_by] == ["shuffle_done", "", "line_was_down"]


def test_a_shoe_that_runs_out_while_the_table_holds_is_empty_then() -> None:
    """Its last card waits behind the hold; the round needs another one."""
    at = At(ACT, decks=4).bet(1, "ann", 1000).cards("9S 8C")
    at.table = replace(at.table, shoe=replace(at.table.shoe, left=0))
    tell(doubted(at), o.ShoeRanOut(), shoe=True)
    assert [each.doubt for each in at.table.laid_by] == ["shoe_empty"]
    assert why(go_on(at))[0] == "shoe_empty"


def test_a_machines_word_that_comes_when_nothing_waits_has_its_turn_at_once() -> None:
    assert why(to_shuffle().do(c.DoubtDevice("shuffler_fault"))) == ("shuffler_fault", "")


def test_where_the_book_has_nothing_for_a_jam_the_cards_of_a_continuous_shuffler_are_looked_at() -> None:
    at = At(ACT, decks=4, shuffler="continuous").bet(1, "ann", 1000).cards("9S 8C")
    without = {code: rows for code, rows in at.rules.irregularities.items() if code != "shuffler_fault"}
    at.rules = replace_in_rules(at.rules, irregularities={**without, "shuffler_fault": ()})
    assert why(at.do(c.DoubtDevice("shuffler_fault"))) == ("device_doubt", "jammed")
