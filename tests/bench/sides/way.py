"""Which functions of this tree's program run for a card and for a stand: from the line, or the dealer's tap, to the
dealer's screen."""

import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from device_simulators.bot.interface import Json
from device_simulators.bot.pace import FAST
from device_simulators.bot.player import Player
from tests.bench.card_to_screen import HABITS, Pty, PtyShoe, table_of
from tests.bench.sides.answering import Handlers, answer, entered
from tests.bench.sides.processes import served_house

# Of each call: the module, the function, how often.
Calls = list[tuple[str, str, int]]
LOOK_S = 0.002


class Tracer:
    """Has the server count what it calls."""

    def __init__(self, process: int, file: Path) -> None:
        self._process, self._file = process, file

    async def begin(self) -> None:
        """From now on."""
        os.kill(self._process, signal.SIGUSR1)
        await self._until(lambda: self._file.exists() and self._file.read_text() == "null")

    async def end(self) -> Calls:
        """What was called since."""
        os.kill(self._process, signal.SIGUSR2)
        await self._until(lambda: self._file.read_text() != "null")
        counted: Calls = json.loads(self._file.read_text())
        return counted

    async def _until(self, there: Callable[[], bool]) -> None:
        while not there():
            await asyncio.sleep(LOOK_S)


class TracedShoe(PtyShoe):
    """A shoe of whose cards it is counted what each has the server call, until it is shown."""

    tracer: Tracer
    cards: list[Calls]

    def __init__(self, line: Pty, server: int) -> None:
        super().__init__(line, 1, server)
        self.cards = []
        self._shown = asyncio.Event()

    async def press(self) -> None:
        """The next card."""
        self._shown.clear()
        await self.tracer.begin()
        await super().press()
        await self._shown.wait()
        self.cards.append(await self.tracer.end())

    def heard(self, message: Json, at_ns: int) -> None:
        """The first view after a card shows it."""
        super().heard(message, at_ns)
        if message["type"] == "view":
            self._shown.set()


class Way:
    """A bot that plays whole rounds at one table."""

    def __init__(self, player: Player, shoe: TracedShoe, stands: list[Calls]) -> None:
        self._player, self._shoe, self._stands = player, shoe, stands

    async def calls(self, cards: int, stands: int) -> dict[str, list[Calls]]:
        """What so many cards, and so many stands, had the server call."""
        self._shoe.cards.clear()
        self._stands.clear()
        while len(self._shoe.cards) < cards or len(self._stands) < stands:
            await self._player.play_round()
        return {"cards": self._shoe.cards[-cards:], "stands": self._stands[-stands:]}


@asynccontextmanager
async def opened() -> AsyncIterator[Handlers]:
    """A house with one table, its shoe and its dealer."""
    line = Pty()
    try:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "calls"
            program = (sys.executable, "-m", "tests.bench.sides.traced_serve", str(file))
            async with entered(served_house(serves=True, program=program)) as here:
                assert here.process is not None
                shoe = TracedShoe(line, here.process.pid)
                shoe.tracer = Tracer(here.process.pid, file)
                async with table_of(here, line, shoe) as table:
                    stands = list[Calls]()
                    table.do = _traced(table.do, shoe.tracer, stands)  # type: ignore[method-assign, assignment]
                    yield {"calls": Way(Player(table, shoe, HABITS, Random(1), FAST), shoe, stands).calls}
    finally:
        await asyncio.to_thread(line.close)


def _traced(
    do: Callable[[Json], Coroutine[Any, Any, Json]], tracer: Tracer, stands: list[Calls]
) -> Callable[[Json], Coroutine[Any, Any, Json]]:
    """The same, and of each stand is counted what it has the server call."""

    async def traced(command: Json) -> Json:
        if command["type"] != "Stand":
            return await do(command)
        await tracer.begin()
        answered = await do(command)
        stands.append(await tracer.end())
        return answered

    return traced


if __name__ == "__main__":
    answer(opened, with_uvloop=True)
