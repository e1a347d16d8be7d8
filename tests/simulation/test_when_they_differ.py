"""docs/devices/README.md, "When the cards and the screen differ": each situation, with the real driver and a shoe."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.state import TableConfig
from app.game.subjects.remedies.card_positions import typed_cards
from app.game.subjects.remedies.reconstruction import split_acts
from app.settings import Settings
from app.store.database import Database
from app.table.intake.waiting_cards import ToldCard, ToldNow
from tests.simulation.playing import Playing, playing
from tests.simulation.simulator import simulators
from tests.simulation.test_fallbacks import MA, SG, SHOE, Felt

PAGE = (Path(__file__).parents[2] / "docs" / "devices" / "README.md").read_text("utf-8")
SECTION = PAGE.partition("## When the cards and the screen differ")[2].partition("\n## ")[0]


def test_every_situation_of_the_page_is_walked_through_here() -> None:
    named = set(re.findall(r"`(test_\w+)`", SECTION))
    assert named == {name for name in globals() if name.startswith("test_")} - {
        "test_every_situation_of_the_page_is_walked_through_here"
    }


@asynccontextmanager
async def at_a_shoe(
    database: Database, settings: Settings, number: str, dialect: str = "table-link", *, book: str = SG
) -> AsyncIterator[tuple[Playing, Felt]]:
    async with (
        simulators(*SHOE, "--dialect", dialect) as devices,
        playing(database, settings, number, book, devices) as here,
    ):
        yield here, Felt(here, database)


def told(here: Playing) -> ToldNow:
    return here.tables.devices.desk(here.number).told(here.table, here.actor.rules)


def cards(here: Playing, box: int = 1) -> tuple[Card, ...]:
    """The first hand of the box; 0: the dealer."""
    round_ = here.table.round
    assert round_ is not None
    return round_.dealer if box == 0 else next(each for each in round_.boxes if each.number == box).hands[0].cards


async def is_true(here: Playing) -> None:
    """What lies on the table by the record has left the shoe, and nothing else has."""
    round_ = here.table.round
    assert round_ is not None
    lying = [*round_.dealer, *[card for box in round_.boxes for hand in box.hands for card in hand.cards]]
    hole = here.hidden.opened(round_.hole) if round_.hole is not None else None
    drawn = (await here.shoe.ask("/state"))["machine"]["cards"]["drawn"]
    burnt = len(here.table.shoe.burnt)
    assert sorted([*lying, *([hole.card] if hole else [])]) == sorted([each["card"] for each in drawn[burnt:]])


async def puts_right(here: Playing, was: str, now: str | None, own: int | None = None) -> str | None:
    """The dealer taps the card and keys what lies there; the refusal, if it is refused."""
    number = next(each.number for each in typed_cards(here.table) if each.card == was)
    answer = await here.do(c.CorrectCard(number, Card(was), Card(now) if now is not None else None, own))
    return answer.refused.code if answer.refused is not None else None


async def types(here: Playing, text: str) -> None:
    for card in text.split():
        assert (await here.type_card(card)).refused is None


async def test_i_keyed_another_card_than_lies_there(database: Database, settings: Settings, number: str) -> None:
    """With no shoe; and while the shoe is away, which then says the same as is on the table."""
    async with playing(database, settings, number, SG, []) as here:
        await here.open()
        await here.bet(1)
        await types(here, "9S 8C 2D")
        assert await puts_right(here, "2D", "2H") is None
        assert cards(here) == ("9S", "2H")


async def test_i_keyed_wrongly_and_the_shoe_was_away(database: Database, settings: Settings, number: str) -> None:
    async with at_a_shoe(database, settings, number) as (here, felt):
        await here.open()
        await here.bet(1)
        await here.deal("9S", "8C")
        await here.unplugged()
        await felt.draws("2H")
        await felt.types("2D")
        assert await puts_right(here, "2D", "2H") is None
        await felt.replug()
        await felt.told()
        assert cards(here) == ("9S", "2H")
        assert await felt.holds() == []
        await is_true(here)


async def test_the_screen_went_on_as_if_the_hand_were_over(database: Database, settings: Settings, number: str) -> None:
    """Keyed 9S 8D 4D, 21; on the felt lies the 2D, and the next card, keyed for box 2, was box 1's own."""
    async with playing(database, settings, number, SG, []) as here:
        await here.open()
        await here.bet(1, 2)
        await types(here, "9S KS 8H 8D 6D 4D AC")
        assert await puts_right(here, "4D", "2D") == "whose_card"
        assert await puts_right(here, "4D", "2D", own=1) is None
        assert (cards(here, 1), cards(here, 2)) == (("9S", "8D", "2D", "AC"), ("KS", "6D"))


async def test_i_keyed_a_card_that_is_not_there(database: Database, settings: Settings, number: str) -> None:
    async with playing(database, settings, number, SG, []) as here:
        await here.open()
        await here.bet(1)
        await types(here, "9S 8C 2D 3C")
        assert await puts_right(here, "3C", None) is None
        assert cards(here) == ("9S", "2D")


async def test_what_i_keyed_stopped_the_table(database: Database, settings: Settings, number: str) -> None:
    async with playing(database, settings, number, SG, []) as here:
        await here.open()
        await here.bet(1)
        await types(here, "9S TS")
        assert here.table.held is not None
        await here.done(c.UndoTap())
        await types(here, "9C")
        assert cards(here, 0) == ("9C",) or cards(here) == ("9S", "9C")


async def test_the_hand_was_paid_already(database: Database, settings: Settings, number: str) -> None:
    """18 lost to the dealer's 19; he has the 8S by the felt, 17."""
    async with playing(database, settings, number, SG, []) as here:
        await here.open()
        await here.bet(1)
        await types(here, "9S 9C 9D")
        await here.play_on_by_hand()
        await types(here, "KS")
        assert here.table.round is not None
        await here.done(c.TickPayments(here.table.round.number, 1, 0, 1_000))
        assert await puts_right(here, "KS", "8S") == "correction_not_offered"
        acts = split_acts(here.table.record)[1]
        right = [
            replace(act, card=Card("8S")) if isinstance(act, c.DrawCard) and act.card == "KS" else act for act in acts
        ]
        remedy = c.Reconstruct("keyed wrongly", tuple(right), ((Card("KS"), Card("8S")),))
        await here.done(c.SignRemedy("sue", remedy))
        await here.done(c.SignRemedy("tom", remedy))
        assert cards(here, 0) == ("9C", "8S")
        assert [(each.outcome, each.pays_cents) for each in here.table.round.lines] == [("win", 1_000)]


async def test_the_shoe_says_another_card(database: Database, settings: Settings, number: str) -> None:
    async with at_a_shoe(database, settings, number) as (here, felt):
        await here.open()
        await here.bet(1)
        await here.deal("9S", "8C")
        await here.unplugged()
        await felt.draws("2H")
        await felt.types("2D")
        await felt.replug()
        await felt.held("keyed_differs")
        assert told(here).cards == (ToldCard(Card("2H"), 1, 1, down=False),)
        await here.resolved("as_told")
        assert cards(here) == ("9S", "2H")
        assert here.table.keyed == ()
        await here.deal("3C")
        await is_true(here)


async def test_i_forgot_a_card(database: Database, settings: Settings, number: str) -> None:
    """Out came KS for box 2, the dealer's 8H, 8D and 7C; keyed were all but the KS."""
    async with at_a_shoe(database, settings, number) as (here, felt):
        await here.open()
        await here.bet(1, 2)
        await here.deal("9S")
        await here.unplugged()
        await felt.draws("KS", "8H", "8D", "7C")
        await felt.types("8H", "8D", "7C")
        assert (cards(here, 1), cards(here, 2), cards(here, 0)) == (("9S", "7C"), ("8H",), ("8D",))
        await felt.replug()
        await felt.held("keyed_differs")
        await here.until(lambda: len(here.table.laid_by) == 3, "for the shoe's list")
        shown = told(here)
        assert [each.card for each in shown.cards] == ["KS", "8H", "8D", "7C"]
        way = shown.ways[0]
        assert [(each.card, each.box) for each in way.cards] == [("KS", 2), ("8H", 0), ("8D", 1), ("7C", 2)]
        assert (way.dealer, way.hands) == (("8H",), ((1, 1, ("9S", "8D")), (2, 1, ("KS", "7C"))))
        await here.done(c.Resolve("as_told", arrangement=way.key), here.questions()[0].id)
        assert (cards(here, 1), cards(here, 2), cards(here, 0)) == (("9S", "8D"), ("KS", "7C"), ("8H",))
        assert (here.table.held, here.table.keyed, here.table.laid_by) == (None, (), ())
        await here.deal("2S")
        await is_true(here)


async def test_i_forgot_the_card_that_lies_face_down(database: Database, settings: Settings, number: str) -> None:
    """It is told among the others, and nobody is shown what it is."""
    async with at_a_shoe(database, settings, number, book=MA) as (here, felt):
        await here.open(TableConfig(hole_card="blind"))
        await here.bet(1)
        await here.deal("9S", "8C")
        await here.unplugged()
        await felt.draws("2H", "5D", "3C")
        await felt.types("2H", "3C")
        await felt.replug()
        await felt.held("keyed_differs")
        await here.until(lambda: len(here.table.laid_by) == 1, "for the shoe's list")
        shown = told(here)
        right = [(None, 0, True), ("3C", 1, False)]
        way = next(each for each in shown.ways if [card[:2] + card[3:] for card in each.cards] == right)
        assert shown.cards[0].card is None
        await here.done(c.Resolve("as_told", arrangement=way.key), here.questions()[0].id)
        assert here.table.round is not None
        assert here.table.round.hole is not None
        assert cards(here) == ("9S", "2H", "3C")
        await is_true(here)
    async with database.connection("reader") as reader:
        bodies = await reader.fetch("SELECT body::text FROM commands WHERE stream = $1", f"table:{number}")
    assert not [row["body"] for row in bodies if '"5D"' in row["body"]]


async def test_the_shoe_was_away_and_cards_came_out(database: Database, settings: Settings, number: str) -> None:
    """A shoe that tells nothing later: its line drops three times, and is asked about once. The 2H that nobody heard of
    is entered; the 3C that came when the line was back is not entered twice."""
    async with at_a_shoe(database, settings, number, "bee-tek") as (here, felt):
        await here.open()
        await here.bet(1)
        await here.deal("9S", "8C")
        await here.unplugged()
        await felt.draws("2H")
        await felt.replug()
        await felt.held("line_was_down")
        for _ in range(2):
            await here.unplugged()
            await felt.replug()
            await here.until(lambda: here.health_of("shoe").connected, "for the line")
        await here.shoe.stack("4C")
        await here.press()
        assert [each.doubt for each in here.table.laid_by] == [""], "many reconnections are one question"
        shown = told(here)
        assert (shown.cards, shown.more) == ((ToldCard(Card("4C"), 1, 1, down=False),), 0)
        again = await here.do(c.Resolve("enter_card", card=Card("4C")), here.questions()[0].id)
        assert again.refused is not None
        assert again.refused.code == "told_already"
        await here.resolved("enter_card", "2H")
        assert told(here).cards == (ToldCard(None, None, None, down=False),), "box 1 has not asked for it"
        await here.resolved("continue")
        await here.until(lambda: not here.table.laid_by, "for its turn")
        assert cards(here) == ("9S", "2H", "4C")
        assert here.table.held is None
        await is_true(here)


async def test_there_are_two_of_them(database: Database, settings: Settings, number: str) -> None:
    async with at_a_shoe(database, settings, number, "bee-tek") as (here, felt):
        await here.open()
        await here.bet(1, 2)
        await here.deal("9S")
        await here.unplugged()
        await felt.draws("4C")
        await felt.replug()
        await felt.held("line_was_down")
        await here.shoe.stack("4C")
        await here.press()
        entered = c.Resolve("enter_card", card=Card("4C"), another=True)
        await here.done(entered, here.questions()[0].id)
        await here.resolved("continue")
        await here.until(lambda: not here.table.laid_by, "for its turn")
        assert (cards(here, 2), cards(here, 0)) == (("4C",), ("4C",))
        await is_true(here)


@asynccontextmanager
async def at_a_reader(database: Database, settings: Settings, number: str) -> AsyncIterator[Playing]:
    """A table with a card reader, at which the cards are keyed."""
    async with (
        simulators("table", "--seed", "7") as found,
        playing(database, settings, number, MA, [each for each in found if each.kind == "reader"]) as here,
    ):
        await here.open_by_hand(TableConfig(hole_card="reader"), "4C")
        await here.bet(1)
        yield here


async def reads(here: Playing, card: str) -> None:
    """The hole card is put in when the reader asks for it."""
    while offers := [each for each in here.questions() if each.question == "proceed"]:
        await here.done(c.Proceed(), offers[0].id)
    await here.armed()
    await here.devices["reader"].ask("/insert", {"card": card})
    await here.until(lambda: here.table.round is not None and here.table.round.hole_read is not None, "for its answer")


async def test_i_keyed_another_card_for_the_dealer_and_used_the_reader(
    database: Database, settings: Settings, number: str
) -> None:
    """Beside a king the seven of the hole card was nothing; beside the ace that lies there insurance comes first."""
    async with at_a_reader(database, settings, number) as here:
        await types(here, "9C KS 2D 7H")
        await reads(here, "7H")
        assert await puts_right(here, "KS", "AS") is None
        assert [each.question for each in here.questions()] == ["insure", "proceed", "peek"]
        await reads(here, "7H")
        assert here.table.held is None and here.questions()[0].question == "decide"


async def test_i_keyed_another_hole_card_and_the_reader_was_right(
    database: Database, settings: Settings, number: str
) -> None:
    async with at_a_reader(database, settings, number) as here:
        await types(here, "9C AS 2D 7H")
        await reads(here, "KH")
        await here.until(lambda: here.table.held is not None, "for the hold")
        assert here.questions()[0].irregularity == "reader_was_wrong"
        await here.resolved("no_reader")
        assert await puts_right(here, "7H", "KH") is None
        assert (cards(here, 0), here.table.held, here.table.reader_off) == (("AS", "KH"), None, False)
        assert here.table.round is not None and here.table.round.complete


async def test_the_shoe_could_not_read_a_card(database: Database, settings: Settings, number: str) -> None:
    async with at_a_shoe(database, settings, number) as (here, felt):
        await here.open()
        await here.bet(1)
        await here.deal("9S", "8C")
        await here.shoe.fault("unreadable")
        await here.deal("2H")
        await felt.held("card_unread")
        await here.resolved("enter_card", "2H")
        assert (cards(here), here.table.held) == (("9S", "2H"), None)


async def test_a_card_came_out_that_nobody_wanted(database: Database, settings: Settings, number: str) -> None:
    """Nobody has seen it, and nobody is shown what it is."""
    async with at_a_shoe(database, settings, number) as (here, felt):
        await here.open()
        await here.deal("2H")
        await felt.held("error_card_unseen")
        assert told(here).cards == ()
        await here.resolved("use_as_next")
        assert len(here.table.kept) == 1
