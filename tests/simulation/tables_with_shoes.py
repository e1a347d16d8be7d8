"""A table with a standing Table Link shoe, and an evening at it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import NamedTuple

from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from tests.simulation.evening import Evening
from tests.simulation.playing import playing
from tests.simulation.standing_shoes import StandingShoes

BOOK = "nz-division-15"


class House(NamedTuple):
    """What all tables of a test run share."""

    database: Database
    settings: Settings
    shoes: StandingShoes


@asynccontextmanager
async def evening_at(house: House, number: str, line: str, chance: Random) -> AsyncIterator[Evening]:
    """A table with eight decks in its shoe, ready for wagers; by chance its dealer types while the line is away."""
    shoe = await house.shoes.filled(line, chance.randrange(1_000_000))
    async with playing(house.database, house.settings, number, BOOK, [shoe]) as here:
        log = HouseLog(house.database, house.settings.gaming_day)
        evening = Evening(here, log, chance, types=chance.random() < 0.5)
        await evening.quiet()  # all that the shoe told at other tables is stored before this one is in use
        await here.open()
        try:
            yield evening
        finally:
            await evening.swap_back()
