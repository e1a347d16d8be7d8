"""The reader is armed when the table waits for it, by a token of its own for each attempt, and disarmed when it does
not."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from app.books.rulebook import load_ruleset
from app.devices.observations import HoleAnswered, HoleOutOfTurn
from app.devices.session_protocol import Answered
from app.devices.wanted import Peek, Wanted
from app.game import commands as c
from app.game.core.state import Table
from app.table.attached import peeking as module
from app.table.attached.peeking import Peeking
from app.table.intake.hole_reading import reading_of, token_of
from tests.devices.waiting import until
from tests.game.tables import MA, At, face_down

STREAM = "table:7"
ACE, KING = 1, 13
RULES = load_ruleset(MA)


class Reader:
    """A reader in memory, which may be away."""

    def __init__(self) -> None:
        self.wanted: list[Peek] = []
        self.away = False
        self.busy = 0

    async def want(self, wanted: Wanted) -> Answered:
        assert isinstance(wanted, Peek)
        if self.away:
            return Answered(wanted, "no_answer")
        self.wanted.append(wanted)
        if self.busy:
            self.busy -= 1
            return Answered(wanted, "refused")
        return Answered(wanted, "done")

    async def is_asked(self, times: int) -> None:
        await until(lambda: len(self.wanted) >= times, "the question")
        assert len(self.wanted) == times


@asynccontextmanager
async def peeking(first_attempt: int = 7) -> AsyncIterator[tuple[Reader, Peeking]]:
    reader = Reader()
    made = Peeking(STREAM, reader.want, first_attempt)
    made.start()
    try:
        yield reader, made
    finally:
        await made.close()


def at() -> At:
    """An ace lies before the dealer, and the hole card beside it."""
    table = At(MA, hole_card="reader").bet(1, "ann", 1000).cards("9C AS 9D")
    return table.do(c.DrawFaceDown(face_down("5D")[0], hole=True))


def due() -> Table:
    return at().do(c.Proceed()).table


DUE = due()
assert DUE.round is not None
READING = reading_of(STREAM, DUE.round)


def run(test: Callable[[Reader, Peeking], object], first_attempt: int = 7) -> None:
    async def inside() -> None:
        async with peeking(first_attempt) as (reader, made):
            await test(reader, made)  # type: ignore[misc]

    asyncio.run(asyncio.wait_for(inside(), 10))


def test_it_is_asked_once_when_the_reading_is_due_and_disarmed_after_it() -> None:
    async def test(reader: Reader, made: Peeking) -> None:
        made.look(due(), RULES)
        await reader.is_asked(1)
        assert reader.wanted == [Peek(token_of(READING, 8), ACE)]
        made.look(due(), RULES)
        made.look(at().do(c.Proceed(), c.ReadHole(blackjack=False)).table, RULES)
        await reader.is_asked(2)
        assert reader.wanted[1] == Peek(0, 0)

    run(test)


def test_it_is_not_asked_before_that_nor_while_the_table_holds() -> None:
    async def test(reader: Reader, made: Peeking) -> None:
        made.look(At(MA, hole_card="reader").bet(1, "ann", 1000).cards("9C AS").table, RULES)
        made.look(at().do(c.Proceed(), c.DoubtDevice("reports_lost")).table, RULES)
        made.look(due(), RULES)
        await reader.is_asked(1)
        assert reader.wanted[0].rank == ACE

    run(test)


def test_a_card_that_was_not_read_is_asked_for_under_the_next_token() -> None:
    async def test(reader: Reader, made: Peeking) -> None:
        made.look(due(), RULES)
        await reader.is_asked(1)
        made.told(HoleAnswered("not_read", reader.wanted[0].token))
        await reader.is_asked(2)
        made.told(HoleAnswered("blackjack", reader.wanted[1].token))
        made.back()
        await reader.is_asked(3)
        tokens = [each.token for each in reader.wanted]
        assert tokens == [token_of(READING, attempt) for attempt in (255, 256, 256)], "the last one changes nothing"

    run(test, first_attempt=254)


def test_a_reader_that_is_away_is_asked_when_it_is_back() -> None:
    async def test(reader: Reader, made: Peeking) -> None:
        reader.away = True
        made.look(due(), RULES)
        await asyncio.sleep(0)
        assert reader.wanted == []
        reader.away = False
        made.back()
        await reader.is_asked(1)

    run(test)


def test_it_is_not_asked_while_an_amount_has_to_be_entered_first() -> None:
    """The table would take no answer then, and the reader gives each once."""

    async def test(reader: Reader, made: Peeking) -> None:
        at = without_amount()
        made.look(at.table, RULES)
        for _ in range(5):
            await asyncio.sleep(0)
        assert reader.wanted == []
        made.look(at.do(c.PlaceWager(1, "ann", "main", 1000, seated=True, by="sue")).table, RULES)
        await reader.is_asked(1)
        assert reader.wanted[0].rank == KING

    run(test)


def without_amount() -> At:
    """A hole card that is to be read, and a wager whose amount is not in the record yet."""
    at = At(MA, hole_card="reader").do(c.PlaceWager(1, "ann", "main", 0, seated=True, missing=True)).cards("9C KS 9D")
    return at.do(c.DrawFaceDown(face_down("5D")[0], hole=True))


def test_another_face_up_card_is_another_question() -> None:
    """What the reader says of an ace beside an ace is not what it says of it beside a king."""

    async def test(reader: Reader, made: Peeking) -> None:
        made.look(due(), RULES)
        await reader.is_asked(1)
        king = At(MA, hole_card="reader").bet(1, "ann", 1000).cards("9C KS 9D")
        made.look(king.do(c.DrawFaceDown(face_down("5D")[0], hole=True)).table, RULES)
        await reader.is_asked(2)
        first, second = reader.wanted
        assert second.rank == KING and first.token >> 8 != second.token >> 8

    run(test)


def test_a_reader_that_would_not_be_disarmed_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Armed for nothing, it would read a card that is put in unasked, and not tell of it."""
    monkeypatch.setattr(module, "AGAIN_S", 0.001)

    async def test(reader: Reader, made: Peeking) -> None:
        made.look(due(), RULES)
        await reader.is_asked(1)
        reader.busy = 2
        made.look(at().do(c.Proceed(), c.ReadHole(blackjack=False)).table, RULES)
        await until(lambda: len(reader.wanted) == 4, "that it is asked again")
        assert reader.wanted[1:] == [Peek(0, 0)] * 3

    run(test)


def test_a_reader_that_was_not_armed_after_all_is_asked_again() -> None:
    """It was disabled by hand, or takes the token for one that it has answered: no card would ever be read."""

    async def test(reader: Reader, made: Peeking) -> None:
        made.look(due(), RULES)
        await reader.is_asked(1)
        made.told(HoleOutOfTurn())
        await reader.is_asked(2)
        assert reader.wanted[1] == Peek(token_of(READING, 9), ACE)
        made.look(at().do(c.Proceed(), c.ReadHole(blackjack=False)).table, RULES)
        await reader.is_asked(3)
        made.told(HoleOutOfTurn())
        made.back()
        await reader.is_asked(4)
        assert reader.wanted[2:] == [Peek(0, 0)] * 2, "where none is due, a card out of turn is just that"

    run(test)
