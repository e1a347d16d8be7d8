"""Cards at one table of this tree's server, each from its line to the dealer's screen."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from app.settings import Settings
from app.store.database import Database
from device_simulators.bot.pace import FAST
from device_simulators.bot.player import Player
from tests.bench.card_to_screen import HABITS, Pty, PtyShoe, Times, played, table_of
from tests.bench.sides.answering import Handlers, answer, entered
from tests.bench.sides.processes import served_house


class Screen:
    """A bot that plays whole rounds, whose shoe is this program's end of a pty."""

    def __init__(self, player: Player, shoe: PtyShoe, database: Database) -> None:
        self._player, self._shoe, self._database = player, shoe, database

    async def cards(self, cards: int, pause_ms: float) -> Times:
        """The times of so many cards, each after this pause."""
        self._shoe.pause_s = pause_ms / 1e3
        await played(self._player, self._shoe, cards)
        return self._shoe.measured.taken()

    def database(self) -> dict[str, Any]:
        """Where this tree's PostgreSQL is, for a program that writes beside it."""
        arguments = self._database.arguments("owner")
        return {name: arguments[name] for name in ("host", "port", "database", "user")}


@asynccontextmanager
async def opened() -> AsyncIterator[Handlers]:
    """A house with one table, its shoe and its dealer."""
    line = Pty()
    try:
        async with (
            entered(served_house(serves=True)) as here,
            entered(Database(Settings(here.data), print)) as database,
        ):
            assert here.process is not None
            shoe = PtyShoe(line, 1, here.process.pid)
            async with table_of(here, line, shoe) as table:
                screen = Screen(Player(table, shoe, HABITS, Random(1), FAST), shoe, database)
                yield {"cards": screen.cards, "database": screen.database}
    finally:
        await asyncio.to_thread(line.close)


if __name__ == "__main__":
    answer(opened, with_uvloop=True)
