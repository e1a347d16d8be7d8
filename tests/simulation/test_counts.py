"""A shoe is asked for its count after each round; what it answers is compared with the record of that moment only."""

import pytest

from app.devices.driver import Driver
from app.devices.session import Answered
from app.devices.wanted import CountCards, Wanted
from app.settings import Settings
from app.store.database import Database
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
    want = Driver.want

    async with simulators(*SHOE) as devices, playing(database, settings, number, "nz-division-15", devices) as here:
        await here.open()

        async def overtaken(self: Driver, wanted: Wanted) -> Answered:
            answered = await want(self, wanted)
            if isinstance(wanted, CountCards) and not asked:
                await here.bet(1)
                await here.press()
                asked.append(answered)
            return answered

        monkeypatch.setattr(Driver, "want", overtaken)
        await round_over(here)
        await here.until(lambda: asked, "for the count")
        await here.play_on()
        assert asked[0].counts is not None
        assert here.table.held is None
        assert here.table.round is not None and here.table.round.complete
