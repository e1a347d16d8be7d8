"""The reader is armed when the table waits for it, by a token of its own for each attempt, and disarmed when it does
not."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from app.devices.observations import HoleAnswered
from app.devices.session import Answered
from app.devices.wanted import Peek, Wanted
from app.game import commands as c
from app.game.state import Table
from app.table.attached.peeking import Peeking
from app.table.intake.tokens import token_of
from tests.devices.waiting import until
from tests.unit.tables import MA, At, face_down

STREAM = "table:7"
ACE = 1


class Reader:
    """A reader in memory, which may be away."""

    def __init__(self) -> None:
        self.wanted: list[Peek] = []
        self.away = False

    async def want(self, wanted: Wanted) -> Answered:
        assert isinstance(wanted, Peek)
        if self.away:
            return Answered(wanted, "no_answer")
        self.wanted.append(wanted)
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


def run(test: Callable[[Reader, Peeking], object], first_attempt: int = 7) -> None:
    async def inside() -> None:
        async with peeking(first_attempt) as (reader, made):
            await test(reader, made)  # type: ignore[misc]

    asyncio.run(asyncio.wait_for(inside(), 10))


def test_it_is_asked_once_when_the_reading_is_due_and_disarmed_after_it() -> None:
    async def test(reader: Reader, made: Peeking) -> None:
        made.look(due())
        await reader.is_asked(1)
        assert reader.wanted == [Peek(token_of(STREAM, 1, 8), ACE)]
        made.look(due())
        made.look(at().do(c.Proceed(), c.ReadHole(blackjack=False)).table)
        await reader.is_asked(2)
        assert reader.wanted[1] == Peek(0, 0)

    run(test)


def test_it_is_not_asked_before_that_nor_while_the_table_holds() -> None:
    async def test(reader: Reader, made: Peeking) -> None:
        made.look(At(MA, hole_card="reader").bet(1, "ann", 1000).cards("9C AS").table)
        made.look(at().do(c.Proceed(), c.DoubtDevice("reports_lost")).table)
        made.look(due())
        await reader.is_asked(1)
        assert reader.wanted[0].rank == ACE

    run(test)


def test_a_card_that_was_not_read_is_asked_for_under_the_next_token() -> None:
    async def test(reader: Reader, made: Peeking) -> None:
        made.look(due())
        await reader.is_asked(1)
        made.told(HoleAnswered("not_read", reader.wanted[0].token))
        await reader.is_asked(2)
        made.told(HoleAnswered("blackjack", reader.wanted[1].token))
        made.back()
        await reader.is_asked(3)
        tokens = [each.token for each in reader.wanted]
        assert tokens == [token_of(STREAM, 1, attempt) for attempt in (255, 256, 256)], "the last one changes nothing"

    run(test, first_attempt=254)


def test_a_reader_that_is_away_is_asked_when_it_is_back() -> None:
    async def test(reader: Reader, made: Peeking) -> None:
        reader.away = True
        made.look(due())
        await asyncio.sleep(0)
        assert reader.wanted == []
        reader.away = False
        made.back()
        await reader.is_asked(1)

    run(test)
