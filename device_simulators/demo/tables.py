"""The three tables of the demo, each under another book, and the simulated devices on them."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.resources import files
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from device_simulators.building import Wish
from device_simulators.demo.folder import Folder
from device_simulators.device import Device
from device_simulators.lines.opening import Listen, parse_listen
from device_simulators.running import running

SIDE_CHANNEL = "127.0.0.1:0"
BOXES = 7
Config = dict[str, Any]


class DemoTable(NamedTuple):
    """A table: its number, book, options, devices by kind, and who deals there for the demo."""

    number: str
    book: str
    config: Config
    devices: tuple[str, ...]
    dealers: tuple[str, ...]


def _table(said: dict[str, Any]) -> DemoTable:
    people_and_devices = {name: tuple(said[name]) for name in ("devices", "dealers")}
    return DemoTable(**{**said, **people_and_devices})


# Which book a table is played under is data, here as everywhere.
TABLES = tuple([_table(each) for each in json.loads((files(__package__) / "tables.json").read_text("utf-8"))])


class Lines(NamedTuple):
    """Where the devices listen, and under which name a server elsewhere reaches them; "": the same."""

    listen: Listen = Listen("pty")
    reached_at: str = ""

    @classmethod
    def of(cls, listen: str, reached_at: str) -> "Lines":
        """As it is said on the command line."""
        return cls(parse_listen(listen), reached_at)

    @property
    def host(self) -> str:
        """Under which name the server reaches devices over TCP; "" for pseudo-terminals."""
        return self.reached_at or self.listen.host

    def of_device(self, place: int) -> Listen:
        """The line of the device in this place of all."""
        return self.listen.next_port(place)

    def url_of(self, device: Device) -> str:
        """What the server takes as its address."""
        url = urlsplit(device.line.url)
        if not self.reached_at or not url.scheme:
            return device.line.url
        return f"{url.scheme}://{self.reached_at}:{url.port}"


class Devices(NamedTuple):
    """The devices of a table: where the server finds each, its serial number, and where hands work it."""

    urls: dict[str, str]
    serials: dict[str, str]
    side_channels: dict[str, str]


@asynccontextmanager
async def devices_of(tables: tuple[DemoTable, ...], folder: Folder, lines: Lines) -> AsyncIterator[dict[str, Devices]]:
    """The devices of all tables, by the table's number; what lasts of them lies in the folder."""
    async with AsyncExitStack() as all_:
        found, place = dict[str, Devices](), 0
        for table in tables:
            wanted = {
                kind: _wish(table, kind, folder, lines.of_device(place + step))
                for step, kind in enumerate(table.devices)
            }
            place += len(wanted)
            devices, url = await all_.enter_async_context(running(wanted, SIDE_CHANNEL, BOXES))
            found[table.number] = Devices(
                {kind: lines.url_of(device) for kind, device in devices.items()},
                {kind: wish.serial for kind, wish in wanted.items()},
                {kind: f"{url}/{kind}" for kind in devices},
            )
        yield found


def _wish(table: DemoTable, kind: str, folder: Folder, listen: Listen) -> Wish:
    place = folder.of_table(table.number)
    serial = f"{kind.upper()}-{table.number}"
    return Wish(
        kind, listen, place / kind, serial=serial, seed=int(table.number), memory=place / f"{kind}.json", stays_on=True
    )
