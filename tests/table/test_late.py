"""A machine tells of a time in which nobody heard it: the table has gone on, and what was then is not done to what is
now. People say what is still so."""

import pytest

from app.devices.sessions.table_link import intake
from app.game import commands as c
from app.game.core.state import TableConfig
from app.game.subjects.shoe.preparation_steps import steps_due
from app.settings import Settings
from app.store.database import Database
from tests.devices.waiting import until
from tests.store.housed import house_of
from tests.table.wired import Wired, wired

MA = "ma-pontoon-21-v3"
ACT = "act-canberra-2005"
SHUFFLE_DONE, JAM, OUT_OF_TURN, PEEK = 0x12, 0x14, 0x21, 0x27
WHOLE = b"\x01" + (384).to_bytes(2, "little")
BATCH = TableConfig(side_bets=(), shuffler="batch")


@pytest.fixture
def after_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every outage is a long one."""
    monkeypatch.setattr(intake, "SILENT_S", 0.0)


async def to_shuffle(at: Wired) -> None:
    """Other cards are brought, and are to be shuffled by the machine."""
    await at.do(c.BringSet("set two", "red", replaces=True))
    while at.table.preparation is not None and (steps := steps_due(at.table.preparation)):
        await at.do(c.DoStep(*steps[0][0].split(":")))
    assert not shuffled(at)


def shuffled(at: Wired) -> bool:
    return at.table.preparation is not None and at.table.preparation.shuffled


async def noted(at: Wired, words: str) -> None:
    await until(lambda: any([words in each.words for each in house_of(at.tables).now.notes]), words)


@pytest.mark.usefixtures("after_long")
async def test_a_shuffle_that_ended_while_nobody_heard_is_not_the_one_that_is_due(
    database: Database, settings: Settings, number: str
) -> None:
    """Else cards would go into the shoe that nobody has shuffled."""
    async with wired(database, settings, number, "shuffler", book=MA, config=BATCH) as at:
        await until(at.running, "the shuffler")
        await at.unplug()
        at.happen(SHUFFLE_DONE, WHOLE)
        await to_shuffle(at)
        await at.replug()
        await noted(at, "the shuffle was done while its line was down")
        assert not shuffled(at) and at.table.held is None
        await at.do(c.FinishShuffle())
        assert shuffled(at), "somebody who has looked says that it is done"


async def test_a_shuffle_that_ends_in_a_short_outage_is_done(
    database: Database, settings: Settings, number: str
) -> None:
    async with wired(database, settings, number, "shuffler", book=MA, config=BATCH) as at:
        await until(at.running, "the shuffler")
        await to_shuffle(at)
        await at.unplug()
        at.happen(SHUFFLE_DONE, WHOLE)
        await at.replug()
        await until(lambda: shuffled(at), "the shuffle")


@pytest.mark.usefixtures("after_long")
async def test_a_jam_that_was_told_too_late_takes_no_shuffler_out_of_a_round(
    database: Database, settings: Settings, number: str
) -> None:
    async with wired(database, settings, number, "shuffler", book=MA, config=BATCH) as at:
        await until(at.running, "the shuffler")
        await at.unplug()
        at.happen(JAM)
        await at.do(c.PlaceWager(1, "ann", "main", 1000, seated=True))
        await at.type("9S 8C 2H")
        await at.replug()
        await noted(at, "a card was stuck while its line was down")
        assert at.table.held is None and at.table.config.shuffler == "batch"
        await at.do(c.Report("shuffler_fault"))
        assert at.table.held is not None, "who sees that it is stuck still says so"


@pytest.mark.usefixtures("after_long")
async def test_of_a_continuous_shuffler_the_cards_are_looked_at(
    database: Database, settings: Settings, number: str
) -> None:
    config = TableConfig(side_bets=(), shuffler="continuous")
    async with wired(database, settings, number, "continuous", book=ACT, config=config) as at:
        await until(at.running, "the shuffler")
        await at.unplug()
        at.happen(JAM)
        await at.do(c.PlaceWager(1, "ann", "main", 1000, seated=True))
        await at.replug()
        await until(lambda: at.table.held is not None, "the doubt")
        assert at.table.held is not None and at.table.held.detail == "jammed"
        assert "continue" in at.questions()[0].choices, "nobody has to finish the round by hand for it"


@pytest.mark.usefixtures("after_long")
async def test_a_card_put_in_unasked_in_another_round_voids_none(
    database: Database, settings: Settings, number: str
) -> None:
    """Where players could see it, the book knows nothing but to void the round on the table (15(l)(1))."""
    config = TableConfig(side_bets=(), hole_card="reader", reader_visible=True)
    async with wired(database, settings, number, "reader", book=MA, config=config) as at:
        await until(at.running, "the reader")
        await at.unplug()
        at.happen(OUT_OF_TURN)
        await at.do(c.PlaceWager(1, "ann", "main", 1000, seated=True))
        await at.type("9S 8C 2H 5H")
        await at.replug()
        await noted(at, "the reader was used out of turn while its line was down")
        assert at.table.held is None
        at.happen(OUT_OF_TURN)
        await until(lambda: at.table.held is not None, "the misuse that is of this round")
        assert at.table.held is not None and at.table.held.irregularity == "reader_misused"
