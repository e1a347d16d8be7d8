"""The house that chaos comes over: real servers, their PostgreSQL, and at each table devices and people."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

import orjson

from app.books.rulebook import load_ruleset
from app.game.core.records import replace
from app.store.codec import encode
from device_simulators.bot.terminal.people import Person, Staff, Tokens
from device_simulators.bot.terminal.shoe import InsertedInto
from device_simulators.bot.terminal.table import Place
from device_simulators.demo import tables as demo
from tests.bot.house import SUPERVISOR
from tests.bot.over_the_wire import dealer
from tests.bot.tables import TABLES
from tests.chaos.journal import Journal
from tests.chaos.machines import Machines, head_versions
from tests.chaos.pit import Pit
from tests.chaos.table import JournalledTable, WatchedShoe
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
    offered = replace(config, side_bets=tuple(load_ruleset(book).side_bets))
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
    """A table with all that belongs to it; its terminals come from an address of their own."""

    seat: Seat
    table: JournalledTable
    shoe: WatchedShoe
    device: Simulator
    pit: Pit
    own_address: str

    @property
    def number(self) -> str:
        """Its number."""
        return self.seat.number


class Stack:
    """The processes of the house, and what is done to them."""

    def __init__(self, machines: Machines, journal: Journal, pause_s: float) -> None:
        self.machines, self.journal, self._pause_s = machines, journal, pause_s
        self.here = machines.first
        self.at: list[At] = []
        self._tokens = Tokens()

    @asynccontextmanager
    async def opened(self, seats: tuple[Seat, ...]) -> AsyncIterator["Stack"]:
        """People, tables and devices; every dealer is at his table. Then the other servers serve, too."""
        await self._hire(len(seats))
        async with AsyncExitStack() as leaving:
            opening = [self._opened(leaving, seat, place) for place, seat in enumerate(seats)]
            self.at = list(await asyncio.gather(*opening))
            await asyncio.to_thread(self.machines.start_others)
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
        at = self._seated(seat, place, devices)
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

    def _seated(self, seat: Seat, place: int, devices: dict[str, Simulator]) -> At:
        staff = Staff(tuple([dealer(place, turn) for turn in range(DEALERS)]), SUPERVISOR)
        device, own_address = devices["shoe"], f"127.0.1.{place + 1}"
        first, *others = self.machines.urls
        where = Place(first, seat.number, staff, own_address, tuple(others))
        pit = Pit(where, seat.dialect, device, WATCHER, self._tokens)
        shoe = WatchedShoe(device.side_channel, seed=place + 1)
        reader = InsertedInto(devices["reader"].side_channel) if "reader" in devices else None
        table = JournalledTable(where, self._tokens, shoe, reader, pit, self.journal, self._pause_s)
        return At(seat, table, shoe, device, pit, own_address)

    def server_of(self, number: str) -> int:
        """The place of the server at which this table's terminal is."""
        return next(self.machines.at(each.table.server) for each in self.at if each.number == number)

    # --- what is done to it

    def cut(self, chosen: list[At]) -> int:
        """The sockets of these tables' terminals; how many there were."""
        peers = [each.own_address for each in chosen]
        return sum([each.front.cut_off(peers) for each in self.machines.all])

    async def die(self, servers: list[int], how: signal.Signals) -> None:
        """These servers end, now; returns when they are gone and all that they said was heard."""
        for each in servers:
            self.machines.signal(each, how)
        await asyncio.gather(*[asyncio.to_thread(self.machines.gone, each) for each in servers])
        async with asyncio.timeout(READY_S):
            while not all([self.machines.all[each].front.idle for each in servers]):
                await asyncio.sleep(0.001)
        await asyncio.sleep(READ_S)  # what was passed on is read by the terminals

    async def start(self, servers: list[int]) -> None:
        """These serve again, at the addresses that they had."""
        await asyncio.gather(*[asyncio.to_thread(self.machines.start, each) for each in servers])

    async def end(self) -> None:
        """Every server is told to go, with everybody there, who see all to the end."""
        self.machines.heal()
        *others, last = [each.house for each in self.machines.all]
        for each in others:
            await asyncio.to_thread(each.end)
        if others:
            await self._all_seen()
        await asyncio.to_thread(last.end)

    async def _all_seen(self) -> None:
        with self.machines.database() as database:
            async with asyncio.timeout(READY_S):
                while True:
                    heads = await head_versions(database)
                    if all([each.table.feed.version == heads[each.number] for each in self.at]):
                        return
                    await asyncio.sleep(READ_S)
