"""A shoe is asked for its count after each round; what it answers is compared with the record of that moment only, and
what differs is asked for again before anybody has to look."""

import asyncio
from collections.abc import Callable

import pytest

from app.devices.driver import Driver
from app.devices.session_protocol import Answered
from app.devices.wanted import CountCards, Wanted
from app.game import commands as c
from app.settings import Settings
from app.store.database import Database
from app.table.attached import counting
from tests.simulation.leavings import Record
from tests.simulation.playing import Playing, playing
from tests.simulation.simulator import simulators

SHOE = ("shoe", "--dialect", "table-link", "--listen", "pty", "--decks", "8", "--seed", "41")


async def round_over(here: Playing) -> None:
    await here.bet(1)
    await here.deal("9S", "8H", "KD")
    await here.play_on()


async def test_an_answer_that_a_card_has_overtaken_is_not_compared(
    database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next round's first card is recorded before whoever asked has the answer."""
    asked: list[Answered] = []
    over = asyncio.Event()
    want = Driver.want

    async with simulators(*SHOE) as devices, playing(database, settings, number, "nz-division-15", devices) as here:
        await here.open()

        async def overtaken(self: Driver, wanted: Wanted) -> Answered:
            answered = await want(self, wanted)
            if isinstance(wanted, CountCards) and not asked:
                await over.wait()
                await here.bet(1)
                await here.press()
                asked.append(answered)
            return answered

        monkeypatch.setattr(Driver, "want", overtaken)
        await round_over(here)
        over.set()
        await here.until(lambda: asked, "for the count")
        await here.play_on()
        assert asked[0].counts is not None
        assert here.table.held is None
        assert here.table.round is not None and here.table.round.complete


# --- what differs

Answers = Callable[[int, Answered], Answered]


def answering(monkeypatch: pytest.MonkeyPatch, otherwise: Answers) -> list[Answered]:
    """Every answer to GET_COUNT, as the table gets it; `otherwise` says what becomes of it, by its number."""
    want, asked = Driver.want, list[Answered]()
    monkeypatch.setattr(counting, "AGAIN_S", 0.05)

    async def counted(self: Driver, wanted: Wanted) -> Answered:
        answered = await want(self, wanted)
        if isinstance(wanted, CountCards):
            answered = otherwise(len(asked), answered)
            asked.append(answered)
        return answered

    monkeypatch.setattr(Driver, "want", counted)
    return asked


def as_it_is(_number: int, answered: Answered) -> Answered:
    return answered


def by(cards: int, times: int = 99) -> Answers:
    """So many times it says that so many more cards have left."""

    def otherwise(number: int, answered: Answered) -> Answered:
        drawn, left = answered.counts or (0, 0)
        return answered._replace(counts=(drawn + cards, (left or 0) - cards)) if number < times else answered

    return otherwise


async def held(here: Playing, why: str) -> None:
    await here.until(lambda: here.table.held is not None, f"for {why}")
    assert here.table.held is not None and here.table.held.irregularity == why


@pytest.mark.parametrize(("cards", "why"), [(1, "cards_missing"), (-1, "cards_in_excess")])
async def test_a_count_that_differs_twice_is_looked_at(
    cards: int, why: str, database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In either direction, whatever it says that was drawn."""
    async with simulators(*SHOE) as devices, playing(database, settings, number, "nz-division-15", devices) as here:
        await here.open()
        asked = answering(monkeypatch, by(cards))
        await round_over(here)
        await held(here, why)
        assert len(asked) == 2


async def test_a_count_that_differs_once_is_not(
    database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with simulators(*SHOE) as devices, playing(database, settings, number, "nz-division-15", devices) as here:
        await here.open()
        asked = answering(monkeypatch, by(1, times=1))
        await round_over(here)
        await here.until(lambda: len(asked) == 2, "for the second count")
        assert await Record(database, f"table:{number}").holds() == []


async def test_a_count_that_nobody_answered_is_asked_for_again(
    database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def otherwise(asked: int, answered: Answered) -> Answered:
        return Answered(answered.wanted, "no_answer") if asked == 0 else by(1)(asked, answered)

    async with simulators(*SHOE) as devices, playing(database, settings, number, "nz-division-15", devices) as here:
        await here.open()
        answering(monkeypatch, otherwise)
        await round_over(here)
        await held(here, "cards_missing")


async def test_the_line_is_away_when_the_round_ends(
    database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last card is typed, and another leaves the shoe of which it never tells: more have left than are known of."""
    async with simulators(*SHOE) as devices, playing(database, settings, number, "nz-division-15", devices) as here:
        await here.open()
        answering(monkeypatch, as_it_is)
        await here.bet(1)
        await here.deal("9S", "8H")
        await here.shoe.stack("KD", "9D", "2C")
        await here.unplugged()
        await here.shoe.press(2)
        await here.shoe.fault("untold")
        await here.shoe.press()
        assert (await here.type_card("KD")).refused is None
        await here.play_on_by_hand()
        assert (await here.type_card("9D")).refused is None
        assert here.table.round is not None and here.table.round.complete
        await here.shoe.ask("/replug", {})
        await held(here, "cards_missing")


async def test_a_shoe_that_says_that_it_is_empty_while_the_table_holds(
    database: Database, settings: Settings, number: str
) -> None:
    """By the record it is not: that is looked at as soon as the other hold is over."""
    async with simulators(*SHOE) as devices, playing(database, settings, number, "nz-division-15", devices) as here:
        await here.open()
        await here.bet(1)
        await here.deal("9S")
        left = here.table.shoe.left
        await here.shoe.fault("missing", times=left - 1)
        await here.done(c.DoubtDevice("reports_lost"))
        await here.shoe.press(left)
        await here.until(lambda: [each.doubt for each in here.table.laid_by if each.doubt], "for its word")
        assert here.table.laid_by[-1].doubt == "count_mismatch"
