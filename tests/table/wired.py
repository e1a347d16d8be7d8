"""A table with a device on a real line, which is written from the specification alone and does what a test says."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any
from uuid import uuid4

from app.devices.device_health import Health
from app.game.commands import Command
from app.game.core.cards import Card
from app.game.core.state import Table, TableConfig
from app.game.questions import Question, open_questions
from app.game.registry import COMMANDS
from app.house.dialects import Role
from app.house.refusal_in_words import RefusedInWords
from app.house.state import Device
from app.house.subjects.devices.commands import AttachDevice, BindDevice, DetachDevice
from app.house.subjects.devices.events import DeviceNoted
from app.settings import Settings
from app.store import schema
from app.store.database import Database
from app.store.house_log import STREAM, HouseLog
from app.store.log_reader import entries, event_of
from app.table.actor import TableActor
from app.table.open_tables import Tables
from app.table.requests import Request
from tests.devices.far_ends import TcpEnd
from tests.devices.plugged import plugged
from tests.devices.table_link_device import Device as Plugged
from tests.devices.waiting import until
from tests.store.housed import house_of
from tests.store.live import BOOK, ready, serving

FAMILIES: dict[Role, int] = {"shoe": 1, "shuffler": 2, "continuous": 3, "reader": 4}


@dataclass
class Wired:
    """The table, and its device."""

    tables: Tables
    actor: TableActor
    name: str
    number: str
    end: TcpEnd
    device: Plugged
    database: Database

    @property
    def table(self) -> Table:
        """The table as it is recorded."""
        return self.actor.table

    def health(self) -> Health | None:
        """How the device is."""
        return next((each for each in self.tables.devices.of(self.number).health() if each.name == self.name), None)

    def running(self) -> bool:
        """Whether it is there."""
        health = self.health()
        return health is not None and health.state == "running"

    def asked(self, command: int) -> int:
        """How often the device was asked this."""
        return sum([each[0] == command for each in self.device.commands])

    def restart(self) -> None:
        """The device starts anew, over a line that stands."""
        self.device.start(3, monotonic())

    def questions(self) -> tuple[Question, ...]:
        """What is open now."""
        return open_questions(self.table, self.actor.rules)

    async def do(self, *commands: Command) -> None:
        """People do this, and it is accepted."""
        for command in commands:
            question = next((each.id for each in self.questions()), None)
            request = Request(uuid4(), command, "supervisor:sue", question if COMMANDS[type(command)].answers else None)
            answer = await self.tables.devices.desk(self.number).ask(request)
            assert answer.refused is None, (command, answer.refused)

    async def type(self, cards: str) -> None:
        """Somebody types these cards."""
        for card in cards.split():
            request = Request(uuid4(), None, "dealer:dee")
            answer = await self.tables.devices.desk(self.number).type_card(request, Card(card))
            assert answer.refused is None, (card, answer.refused)

    def happen(self, code: int, body: bytes = b"") -> None:
        """This happens to the device."""
        self.device.happen(code, body, monotonic())

    async def unplug(self) -> None:
        """The line is pulled, and the server knows."""
        self.device.pushing = False
        self.end.pull()
        await until(lambda: not self.running(), "that it is lost")

    async def replug(self) -> None:
        """The line is back, and all that the device kept is recorded."""
        self.end.plug()
        await until(lambda: self.running() and self.device.confirmed == self.device.counter, "what it kept")

    async def notes(self) -> list[tuple[str, str]]:
        """All that was ever noted of the device, in order, once nothing is left to be noted."""
        await until(lambda: not house_of(self.tables).waiting, "the notes")
        async with self.database.connection("app") as connection:
            found = await entries(connection, STREAM, schema.events.c.type == DeviceNoted.__name__)
        events: list[Any] = [event_of(entry) for entry in found]
        return [(event.what, event.words) for event in events if event.name == self.name]


@asynccontextmanager
async def wired(
    database: Database,
    settings: Settings,
    number: str,
    role: Role = "shoe",
    made: Callable[[Plugged], None] = lambda _device: None,
    book: str = BOOK,
    config: TableConfig | None = None,
) -> AsyncIterator[Wired]:
    """A table with a shoe in use, and a device of this role; `made`: what is done to the device before it is heard."""
    end, log, name = TcpEnd(), HouseLog(database, settings.gaming_day), f"t{number}-{role}"
    async with plugged(end) as device, serving(database, settings) as tables:
        device.family = FAMILIES[role]
        made(device)
        actor = await ready(tables, number, book, config)
        try:
            attached = Device(name, number, role, "table-link", end.url)
            for command in (AttachDevice(attached), BindDevice(name, device.serial, "sue", "sam")):
                answer = await log.ask(uuid4(), command, "test")
                assert not isinstance(answer, RefusedInWords), answer
            await house_of(tables).look()
            yield Wired(tables, actor, name, number, end, device, database)
        finally:
            await log.ask(uuid4(), DetachDevice(name), "test")
            end.close()
