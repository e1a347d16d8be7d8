"""A hole-card reader that is at fault, on a real line: what the table makes of it, and what the floor is told."""

from app.game import commands as c
from app.game.core.state import TableConfig
from app.settings import Settings
from app.store.database import Database
from tests.devices.waiting import until
from tests.store.housed import house_of
from tests.table.wired import Wired, wired

MA = "ma-pontoon-21-v3"
JAM, RESULT, PEEK = 0x14, 0x20, 0x27
NO, YES = b"\x00", b"\x01"
CONFIG = TableConfig(side_bets=(), hole_card="reader", shuffler="batch")


async def to_read(at: Wired) -> bytes:
    """A round in which the hole card is to be read; the token with which that is asked for."""
    await until(at.running, "the reader")
    await at.do(c.PlaceWager(1, "ann", "main", 1000, seated=True))
    await at.type("9S KC 2H 5H")
    await until(lambda: tokens(at) != [], "the question")
    return tokens(at)[-1]


def tokens(at: Wired) -> list[bytes]:
    return [each[1:5] for each in at.device.commands if each[0] == PEEK and each[1:5] != bytes(4)]


async def noted(at: Wired, words: str) -> None:
    await until(lambda: any([words in each.words for each in house_of(at.tables).now.notes]), words)


async def test_its_second_answer_contradicts_the_first(database: Database, settings: Settings, number: str) -> None:
    async with wired(database, settings, number, "reader", book=MA, config=CONFIG) as at:
        token = await to_read(at)
        at.happen(RESULT, NO + token)
        await until(lambda: at.table.round is not None and at.table.round.hole_read is False, "the first answer")
        at.happen(RESULT, NO + token)
        at.happen(RESULT, YES + token)
        await until(lambda: at.table.held is not None, "the hold")
        assert (at.questions()[0].irregularity, at.questions()[0].choices) == ("reader_broken", ("no_reader",))
        await at.do(c.Resolve("no_reader"))
        assert at.table.reader_off and at.questions()[0].question == "decide"


async def test_a_card_that_is_stuck_in_it_is_no_fault_of_the_shuffler(
    database: Database, settings: Settings, number: str
) -> None:
    """Which would be taken away from the table for it."""
    async with wired(database, settings, number, "reader", book=MA, config=CONFIG) as at:
        token = await to_read(at)
        at.happen(JAM)
        await noted(at, "a card is stuck")
        at.happen(RESULT, NO + token)
        await until(lambda: at.table.round is not None and at.table.round.hole_read is False, "the answer")
        assert at.table.held is None and at.table.config.shuffler == "batch"


async def test_the_floor_is_told_why_it_takes_no_card(database: Database, settings: Settings, number: str) -> None:
    async with wired(database, settings, number, "reader", book=MA, config=CONFIG) as at:
        at.device.refuse[PEEK] = b"\xf5\x05"
        await to_read(at)
        await noted(at, "the reader cannot be armed: an error stands on the device; clear it first")
        del at.device.refuse[PEEK]
        asked = at.asked(PEEK)
        await until(lambda: at.asked(PEEK) > asked, "that it is asked again")
        at.happen(RESULT, NO + tokens(at)[-1])
        await until(lambda: at.table.round is not None and at.table.round.hole_read is False, "the answer")
        words = [each for _, each in await at.notes()]
        assert sum(["cannot be armed" in each for each in words]) == 1, "once for each reading"
