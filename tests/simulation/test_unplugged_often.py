"""The cable of a shoe is pulled out and put in fifty times in one round.

Over TCP fewer times, unless `OUTAGES` says how often: each takes a fifth of a second, for which the driver waits before
it opens the line again.
"""

import logging
import os
from collections.abc import Iterator
from random import Random

import pytest

from app.settings import Settings
from app.store.database import Database
from tests.simulation.evening import Evening
from tests.simulation.standing_shoes import StandingShoes
from tests.simulation.tables_with_shoes import House, evening_at

TIMES = {"pty": 50, "tcp": 20}
EVERY = 7  # outages for each card, so that the first cards of seven boxes take nearly all of them


@pytest.fixture(scope="module")
def house(database: Database, settings: Settings) -> Iterator[House]:
    shoes = StandingShoes()
    yield House(database, settings, shoes)
    shoes.end()


@pytest.mark.parametrize("line", TIMES)
async def test_nothing_is_lost_and_nothing_comes_twice(
    line: str, house: House, number: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tablekeeper.devices")
    times = int(os.environ.get("OUTAGES", TIMES[line]))
    async with evening_at(house, number, line, Random(line)) as evening:
        await evening.bets(*range(1, 8))
        await evening.settle()
        caplog.clear()
        for outage in range(times):
            await _unplugged(evening, card=outage % EVERY == 0)
        said = [record.getMessage() for record in caplog.records if evening.here.name in record.getMessage()]
        assert [_which(words) for words in said] == ["lost", "back"] * times
        assert evening.here.table.round is not None
        assert not evening.here.table.round.complete
        assert len(await evening.drawn()) > times // EVERY
        await evening.finish_round()
        await evening.assert_whole()
        await evening.assert_as_if_nothing_had_happened()


async def _unplugged(evening: Evening, *, card: bool) -> None:
    """Once; a card leaves the shoe while nobody can hear of it."""
    here = evening.here
    await evening.shoe.ask("/unplug", {"seconds": None})
    await here.until(lambda: not here.health()[0].connected, "for the line to be lost")
    if card:
        await evening.press()
    await evening.shoe.ask("/replug", {})
    await evening.quiet()


def _which(words: str) -> str:
    return "lost" if "the line is lost" in words else "back" if "the line is back" in words else words
