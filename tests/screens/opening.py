"""A house with nothing in it, for as long as somebody looks at it."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.bot.house import house as serving
from tests.screens.house import ScreensHouse
from tests.screens.looping import Looping
from tests.simulation.standing_shoes import StandingShoes


@contextmanager
def a_house() -> Iterator[ScreensHouse]:
    """The server, PostgreSQL and devices of its own; all of it is gone afterwards."""
    with ExitStack() as ends:
        looping, devices = Looping(), StandingShoes()
        ends.callback(looping.close)
        ends.callback(devices.end)
        made = ScreensHouse(ends.enter_context(serving()), looping, devices)
        ends.callback(made.give_back)
        yield made
