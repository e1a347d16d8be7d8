"""The tables of the demo at a running server: people, devices and attendants."""

import asyncio
import re
import secrets
from contextlib import AsyncExitStack
from random import Random

from device_simulators.bot.pace import Pace
from device_simulators.bot.terminal.people import Tokens
from device_simulators.bot.terminal.shoe import InsertedInto
from device_simulators.bot.terminal.table import Place
from device_simulators.demo.attendant import Attendant, Manner, Patience, Say
from device_simulators.demo.folder import Folder
from device_simulators.demo.hands import DemoShoe
from device_simulators.demo.office import Office
from device_simulators.demo.pressing import Hand
from device_simulators.demo.staff import MANAGER, VISITORS, set_up, staff_of
from device_simulators.demo.tables import TABLES, DemoTable, Devices, Lines, devices_of

SEEDS = 2**31
HOURS = 24


class Hall:
    """The demo's tables at the server of this URL. Entered, the house is set up and its devices are there."""

    def __init__(
        self, url: str, folder: Folder, lines: Lines, hands: dict[str, Hand], tables: tuple[DemoTable, ...] = TABLES
    ) -> None:
        self.url, self.folder, self.tables, self._hands = url, folder, tables, hands
        self.office = Office(url, folder.person(MANAGER))
        self.devices: dict[str, Devices] = {}
        self._lines = lines
        self._open = AsyncExitStack()
        self._tokens = Tokens()

    async def open(self, setup_token: str | None) -> None:
        """Plug the devices in, and have everything in the house that there has to be; raises Trouble."""
        self.devices = await self._open.enter_async_context(devices_of(self.tables, self.folder, self._lines))
        await set_up(self.office, self.folder, setup_token, self.tables, self.devices)

    async def codes(self) -> dict[str, str]:
        """A new one-time code for each of the visitors' accounts; those before are good no more."""
        return {each.name: await _code(self.office, each.name) for each in VISITORS}

    async def close(self) -> None:
        """The devices go."""
        await self._open.aclose()

    async def play(self, pace: Pace, patience: Patience, say: Say) -> None:
        """Have all tables played until cancelled."""
        async with asyncio.TaskGroup() as group:
            for table in self.tables:
                attendant = self._hands[table.number] = self._attendant(table, pace, patience, say)
                group.create_task(attendant.attend(), name=f"table {table.number}")

    def _attendant(self, table: DemoTable, pace: Pace, patience: Patience, say: Say) -> Attendant:
        channels = self.devices[table.number].side_channels
        reader = InsertedInto(channels["reader"]) if "reader" in channels else None
        place = Place(self.url, table.number, staff_of(self.folder, table))
        shoe = DemoShoe(channels["shoe"], secrets.randbelow(SEEDS))
        manner = Manner(pace, patience, Random(secrets.randbits(64)))  # noqa: S311 - chance for people who play
        return Attendant(place, self._tokens, shoe, reader, manner, say)


async def _code(office: Office, name: str) -> str:
    said = await office.ask("POST", f"/people/{name}/code", {"hours": HOURS})
    return " ".join(re.findall("....", said["code"]))
