"""A server that is killed in the middle of a round while a shoe's cards are on their way, and started again.

The server is a process of its own. It dies at a known point of the append of a card, or by SIGKILL as soon as cards are
drawn; the shoe goes on letting cards out meanwhile. The table resumes, and has each card once.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from random import Random
from uuid import uuid4

import pytest

from app.house.state import device_of
from app.house.subjects.devices.commands import DetachDevice
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.table.attached.marks import left_off
from app.table.intake.table_desk import ATTACHED
from tests.crash.client import Connection
from tests.crash.processes import END_WITHIN_S, ServerProcess
from tests.crash.seams import DIED
from tests.simulation.evening import Evening, out
from tests.simulation.playing import attach, playing
from tests.simulation.simulator import Simulator
from tests.simulation.standing_shoes import StandingShoes
from tests.simulation.tables_with_shoes import BOOK, House
from tests.store.waiting import when

pytestmark = pytest.mark.usefixtures("proves_itself")

LEASE_S = 2.0
BOXES = (1, 2, 3, 4, 5, 6)
# Where the server dies: before the card is sent to the database, when it is sent, when the database has answered.
POINTS = ("before", "sent", "replied")


@pytest.fixture(scope="module")
def house(database: Database, settings: Settings) -> Iterator[House]:
    shoes = StandingShoes()
    yield House(database, settings._replace(lease_s=LEASE_S), shoes)
    shoes.end()


class Process(ServerProcess):
    """A server that ends by itself."""

    def wait(self) -> int:
        """With what it has ended, once it has."""
        return self._running.wait(END_WITHIN_S)


class Server:
    """The table's server as a process, which may be killed."""

    def __init__(self, house: House, number: str, shoe: Simulator) -> None:
        self._database, self._number, self._shoe = house.database, number, shoe
        self._log = HouseLog(house.database, house.settings.gaming_day)
        self._socket = house.settings.data.parent / f"{number}.socket"
        self.process = Process(house.settings.data, self._socket, {number: BOOK}, LEASE_S)

    async def begin(self) -> None:
        """A new process, which may not have come to its devices yet."""
        self.process.start()
        self._connection = await Connection.to(self._socket)

    async def start(self) -> None:
        """A new process, which has taken from the shoe all that it keeps."""
        await self.begin()
        await when(self._is_quiet)

    async def _is_quiet(self) -> bool:
        state = await self._shoe.ask("/state")
        ring = state["link"]["ring"]
        told = state["link"]["pushing"] and ring["confirmed"] == ring["next_counter"] - 1
        return bool(told and await self._has_come())

    async def _has_come(self) -> bool:
        """Whether it is stored that the shoe is at the table; what it lets out before that, nobody plays."""
        device = device_of((await self._log.read()).state, f"t{self._number}-{self._shoe.kind}")
        assert device is not None
        mark, _ = await left_off(self._database, device.name)
        return mark is not None and mark[ATTACHED] == device.attached

    async def die_at(self, point: str) -> None:
        """Die when the append of the next card is there."""
        await self._connection.ask(do="arm", table=self._number, armed=[point, "die", 1, 1, f"table:{self._number}"])

    async def dead(self) -> None:
        """Wait for the end that was asked for."""
        await self._connection.ended()
        assert await asyncio.to_thread(self.process.wait) == DIED

    async def kill(self) -> None:
        """SIGKILL, by the process's own id."""
        await asyncio.to_thread(self.process.kill)
        await self._connection.close()

    async def end(self) -> None:
        """Ask it to end."""
        await self._connection.close()
        await asyncio.to_thread(self.process.end)


@asynccontextmanager
async def server_of(house: House, number: str, shoe: Simulator) -> AsyncIterator[Server]:
    """The server in a process of its own, with the shoe attached to its table."""
    log = HouseLog(house.database, house.settings.gaming_day)
    await attach(log, number, shoe, shoe.url)
    server = Server(house, number, shoe)
    try:
        await server.start()
        yield server
        await server.end()
    finally:
        server.process.end()
        await log.ask(uuid4(), DetachDevice(f"t{number}-{shoe.kind}"), "test")


@asynccontextmanager
async def table_of(house: House, number: str, shoe: Simulator) -> AsyncIterator[Evening]:
    """The table in this process."""
    async with playing(house.database, house.settings, number, BOOK, [shoe]) as here:
        yield Evening(here, HouseLog(house.database, house.settings.gaming_day), Random(3))


async def _dealt(database: Database, number: str) -> list[str]:
    async with database.connection("reader") as connection:
        rows = await connection.fetch(
            "SELECT payload->>'card' AS card FROM events WHERE stream = $1 AND type = 'CardDealt' ORDER BY version",
            f"table:{number}",
        )
    return [row["card"] for row in rows]


@pytest.mark.parametrize("line", ["pty", "tcp"])
async def test_the_table_resumes_and_has_each_card_once(line: str, house: House, number: str) -> None:
    shoe = await house.shoes.filled(line, 11)
    async with table_of(house, number, shoe) as evening:
        await evening.here.open()
        await evening.bets(*BOXES)
        await evening.cards(1)
        before = out(await evening.drawn())
    async with server_of(house, number, shoe) as server:
        for point in POINTS:
            await server.die_at(point)
            await shoe.press()
            await server.dead()
            await server.start()
        for cards in (1, 3):
            await shoe.press(cards)
            await server.kill()
            await shoe.press()
            await server.start()
    async with table_of(house, number, shoe) as evening:
        assert evening.here.table.held is None
        after = out(await evening.drawn())
        assert len(after) == len(before) + len(POINTS) + 6
        await evening.finish_round()
        await evening.assert_whole()
        assert evening.recorded.holds == []
        drawn = out(await evening.drawn())
    assert await _dealt(house.database, number) == drawn[-len(await _dealt(house.database, number)) :]


@pytest.mark.parametrize("point", POINTS)
async def test_a_card_from_before_the_shoe_was_recorded_as_come_is_looked_for(
    point: str, house: House, number: str
) -> None:
    """The shoe is attached in a round, and lets a card out while the server that met it dies; nobody who comes after
    that server can tell whether the card is this table's."""
    shoe = await house.shoes.filled("pty", 17)
    log = HouseLog(house.database, house.settings.gaming_day)
    async with table_of(house, number, shoe) as evening:
        await evening.here.open()
        await evening.bets(*BOXES)
        await evening.cards(1)
    server = Server(house, number, shoe)
    try:
        await server.begin()
        await server.die_at(point)
        await attach(log, number, shoe, shoe.url)
        await server.dead()
        await shoe.press()
        await server.start()
        await server.end()
    finally:
        server.process.end()
        await log.ask(uuid4(), DetachDevice(f"t{number}-{shoe.kind}"), "test")
    async with table_of(house, number, shoe) as evening:
        held, played = evening.here.table.held, not await evening.owed()
        assert played or (held is not None and held.detail == "cards_before")
        assert played == {"before": False, "replied": True}.get(point, played)
        await evening.finish_round()
        await evening.assert_whole()
