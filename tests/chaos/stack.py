"""The house that chaos comes over: a real server, its own PostgreSQL, and at each table devices, wires, people."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

import orjson

from app.rulebook import load_ruleset
from app.store.codec import encode
from device_simulators.bot.terminal.people import Person, Staff, Tokens
from device_simulators.bot.terminal.shoe import InsertedInto
from device_simulators.bot.terminal.table import Place
from device_simulators.demo import tables as demo
from tests.bot.house import SUPERVISOR, House
from tests.bot.over_the_wire import dealer
from tests.bot.tables import TABLES
from tests.chaos.journal import Journal
from tests.chaos.pit import Pit
from tests.chaos.proxy import Proxy
from tests.chaos.table import JournalledTable, WatchedShoe
from tests.embedded.seen import postmaster
from tests.simulation.simulator import Simulator, simulators

WATCHER = Person("eye-1", "618243")
DEALERS = 3
READY_S = 60.0
READ_S = 0.05
LISTEN = {"pty": "pty", "tcp": "tcp://127.0.0.1:0"}


class Seat(NamedTuple):
    """A table: its number, book and options, the dialect of its shoe and the kind of its lines."""

    number: str
    book: str
    config: dict[str, Any]
    dialect: str
    line: str


def _of_the_demo(number: str, line: str) -> Seat:
    """A table of the demo, which has Table Link shoes, with every side wager."""
    table = next(each for each in demo.TABLES if each.number == number)
    sides = list(load_ruleset(table.book).side_bets)
    return Seat(number, table.book, table.config | {"side_bets": sides}, "table-link", line)


def _of_the_bot(number: str, kind: str, dialect: str, line: str) -> Seat:
    """A table on which the bot's tests play."""
    book, config = TABLES[kind]
    offered = config._replace(side_bets=tuple(load_ruleset(book).side_bets))
    return Seat(number, book, orjson.loads(encode(offered)), dialect, line)


# The demo's three, and three more for the other books and dialects.
SEATS = (
    _of_the_demo("1", "tcp"),
    _of_the_demo("2", "pty"),
    _of_the_demo("3", "tcp"),
    _of_the_bot("4", "act-canberra-2005", "angel-eye", "tcp"),
    _of_the_bot("5", "ma-pontoon-21-v3 blind", "bee-tek", "pty"),
    _of_the_bot("6", "nz-gazette-2000", "table-link", "pty"),
)
ONE_OF_EACH_DIALECT = (SEATS[0], SEATS[3], SEATS[4])


class At(NamedTuple):
    """A table with all that belongs to it."""

    seat: Seat
    table: JournalledTable
    shoe: WatchedShoe
    device: Simulator
    pit: Pit
    proxy: Proxy

    @property
    def number(self) -> str:
        """Its number."""
        return self.seat.number


class Stack:
    """The processes of the house, and what is done to them."""

    def __init__(self, here: House, journal: Journal) -> None:
        self.here, self.journal = here, journal
        self.at: list[At] = []
        self._tokens = Tokens()

    @asynccontextmanager
    async def opened(self, seats: tuple[Seat, ...]) -> AsyncIterator["Stack"]:
        """People, tables and devices; every dealer is at his table."""
        await self._hire(len(seats))
        async with AsyncExitStack() as leaving:
            opening = [self._opened(leaving, seat, place) for place, seat in enumerate(seats)]
            self.at = list(await asyncio.gather(*opening))
            yield self

    async def _hire(self, tables: int) -> None:
        await self.here.add_person(SUPERVISOR, "supervisor")
        await self.here.add_person(WATCHER, "surveillance")
        for table in range(tables):
            for turn in range(DEALERS):
                await self.here.add_person(dealer(table, turn), "dealer")

    async def _opened(self, leaving: AsyncExitStack, seat: Seat, place: int) -> At:
        await self.here.add_table(seat.number, seat.book, seat.config)
        devices = await self._devices(leaving, seat, place)
        proxy = Proxy(int(self.here.url.rpartition(":")[2]), f"127.0.1.{place + 1}")
        leaving.push_async_callback(proxy.close)
        at = self._seated(seat, place, devices, proxy, await proxy.start())
        leaving.push_async_callback(at.table.close)
        await at.table.open()
        return at

    async def _devices(self, leaving: AsyncExitStack, seat: Seat, place: int) -> dict[str, Simulator]:
        how = ("--dialect", seat.dialect, "--seed", str(place + 1), "--listen", LISTEN[seat.line])
        found = await leaving.enter_async_context(
            simulators("table" if seat.config.get("hole_card") == "reader" else "shoe", *how)
        )
        devices = {each.kind: each for each in found if each.kind != "shuffler"}
        for each in devices.values():
            await self.here.attach(seat.number, each.kind, each.dialect, each.url, each.serial)
        async with asyncio.timeout(READY_S):
            while not await self.here.connected(seat.number):
                await asyncio.sleep(0.05)
        return devices

    def _seated(self, seat: Seat, place: int, devices: dict[str, Simulator], proxy: Proxy, url: str) -> At:
        staff = Staff(tuple([dealer(place, turn) for turn in range(DEALERS)]), SUPERVISOR)
        device = devices["shoe"]
        pit = Pit(seat.number, seat.dialect, device, url, WATCHER, self._tokens)
        shoe = WatchedShoe(device.side_channel, seed=place + 1)
        reader = InsertedInto(devices["reader"].side_channel) if "reader" in devices else None
        table = JournalledTable(Place(url, seat.number, staff), self._tokens, shoe, reader, pit, self.journal)
        return At(seat, table, shoe, device, pit, proxy)

    # --- what is done to it

    def kill_server(self) -> None:
        """kill -9, now."""
        assert self.here.process is not None
        self.here.process.kill()

    def kill_postgresql(self) -> int:
        """kill -9 of the postmaster, now; which it was."""
        old = postmaster(self.here.data)
        os.kill(old, signal.SIGKILL)
        return old

    async def start_again(self, gone: Callable[[], None]) -> float:
        """The killed server is gone and all that it said was heard (`gone` is told); a new one is started. Since
        when."""
        await asyncio.to_thread(self.here.kill)
        async with asyncio.timeout(READY_S):
            while not all([each.proxy.idle for each in self.at]):
                await asyncio.sleep(0.001)
        await asyncio.sleep(READ_S)  # what was passed on is read by the terminals
        gone()
        since_s = time.monotonic()
        await asyncio.to_thread(self.here.start)
        return since_s
