"""All devices of the tables of this process: attached as the log of the house says, each to its table's desk."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from functools import partial
from random import random

from app.backoff import Backoff
from app.devices.device_health import Health
from app.devices.driver import Driver
from app.devices.observations import Doubted, Observation
from app.devices.session_protocol import Now
from app.devices.wanted import Attest
from app.devices.wishes_in_words import BadWish, wanted_of
from app.house.state import Device, House, Wish, device_of, devices_of
from app.house.subjects.devices.commands import AnswerDeviceCommand, NoteDevice
from app.settings import Settings
from app.store.database import Database
from app.store.writer import LOST
from app.table.actor import TableActor
from app.table.attached.device_notes import DeviceNotes
from app.table.attached.device_proofs import NONCE_BYTES, Proofs
from app.table.attached.table_devices import KEYED_PATIENCE_S, TableDevices
from app.table.house_keeping import HouseKeeping
from app.table.intake.hidden import Hidden
from app.table.intake.spool import Spool
from app.table.intake.table_desk import TableDesk
from app.table_id import TableId

log = logging.getLogger("tablekeeper.devices")
LOOKS_EVERY_S = 60.0
# Devices that could not be attached are tried again after this time.
CONFIGURED_AGAIN_S = 0.5
Listener = Callable[[TableId, Health], None]
Hearer = Callable[[TableId, Observation], None]


class Devices:
    """The devices of this process's tables. `keyed_patience_s`: how long a shoe has to tell of a card that was keyed,
    at tables that are opened from now on."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        house: HouseKeeping,
        may_write: Callable[[str], bool],
        now_us: Callable[[], int],
    ) -> None:
        self._database, self._settings, self._may_write, self._now_us = database, settings, may_write, now_us
        self._house = house
        self._notes = DeviceNotes(house.note, time.monotonic)
        self.proofs = Proofs(settings.data / "device-keys", self._note, self._not_the_one)
        self._desks: dict[TableId, TableDesk] = {}
        self._tables: dict[TableId, TableDevices] = {}
        self._wanted: dict[TableId, tuple[Device, ...]] = {}
        self._answering: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._connected: dict[str, bool] = {}
        self._running: set[str] = set()
        self._listeners: list[Listener] = []
        self._hearers: list[Hearer] = []
        self.keyed_patience_s = KEYED_PATIENCE_S

    async def start(self) -> None:
        """Attach whatever the house says from now on."""
        self._house.listen(self._house_changed)
        self._spawn(self._each_minute())

    async def close(self) -> None:
        """Let go of every device; what is known of them is noted while this server still keeps their tables."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in list(self._desks):
            await self.leave(table)
        self._notes.pass_on(all_=True)
        await self._house.settle()

    def desk(self, number: str) -> TableDesk:
        """The desk of this table, which is open here."""
        return self._desks[TableId(number)]

    def of(self, number: str) -> TableDevices:
        """The devices of this table, which is open here."""
        return self._tables[TableId(number)]

    def attends(self, number: str) -> bool:
        """Whether this table's devices are attached here."""
        return TableId(number) in self._tables

    def listen(self, listener: Listener) -> None:
        """Be told how a device is, by its table, whenever that has changed."""
        self._listeners.append(listener)

    def hear(self, hearer: Hearer) -> None:
        """Be told what a device told, by its table, once that is durable."""
        self._hearers.append(hearer)

    def _heard(self, table: TableId, observation: Observation) -> None:
        for hearer in self._hearers:
            hearer(table, observation)

    async def attend(self, table: TableId, actor: TableActor) -> None:
        """The table is kept here now: its devices are attached."""
        await self.leave(table)
        hidden, stream = Hidden(), table.stream
        await hidden.load(self._database, stream, actor.table)
        desk = TableDesk(stream, actor, hidden, self._note, Spool(self._database, stream))
        desk.load_with(partial(hidden.load, self._database, stream))
        devices = TableDevices(
            desk,
            self._database,
            partial(self._may_write, stream),
            self._now,
            partial(self._told, table),
            self.keyed_patience_s,
            self._settings.device_lines,
        )
        desk.hear(partial(self._heard, table))
        self._desks[table], self._tables[table] = desk, devices
        desk.start()
        wanted = self._wanted[table] = devices_of(self._house.now, table.number)
        if not await self._configured(table, devices, wanted):
            self._spawn(self._configure(table, wanted))

    async def leave(self, table: TableId) -> None:
        """The table is not kept here any more: its devices are let go of."""
        devices, desk = self._tables.pop(table, None), self._desks.pop(table, None)
        self._wanted.pop(table, None)
        if devices is not None:
            await devices.close()
        if desk is not None:
            await desk.close()

    def _now(self) -> Now:
        return Now(time.monotonic(), self._now_us())

    # --- what the house is told

    def _note(self, device: str, words: str) -> None:
        log.warning("%s: %s", device, words)
        self._notes.add(NoteDevice(device, "alarm", words))

    def _told(self, table: TableId, health: Health) -> None:
        there = health.connected and health.state == "running"
        self._note_line(health, there=there)
        if there and health.name not in self._running:
            self._prove(health.name)
        (self._running.add if there else self._running.discard)(health.name)
        for listener in self._listeners:
            listener(table, health)

    def _note_line(self, health: Health, *, there: bool) -> None:
        """Note that a device was lost, or is back. One that starts anew over a line that stands is neither."""
        before = self._connected.get(health.name)
        if before is there or (health.connected and health.state == "starting"):
            return
        self._connected[health.name] = there
        if there:
            words = f"serial number {health.named}" if health.named else ""
            self._notes.add(NoteDevice(health.name, "back", words))
        elif before is not None:
            self._notes.add(NoteDevice(health.name, "lost", health.why or health.in_words()))

    # --- what the house wants

    def _house_changed(self, house: House) -> None:
        by_table: dict[TableId, list[Device]] = {}
        for device in house.devices:
            by_table.setdefault(TableId(device.table), []).append(device)
        for table in self._tables:
            wanted = tuple(by_table.get(table, ()))
            if wanted != self._wanted.get(table):
                self._wanted[table] = wanted
                self._spawn(self._configure(table, wanted))
        for wish in house.wishes:
            if wish.number not in self._answering and self._driver(wish.device) is not None:
                self._answering.add(wish.number)
                self._spawn(self._fulfil(wish))

    async def _configure(self, table: TableId, wanted: tuple[Device, ...]) -> None:
        """Attach these; where the database is away, as soon as it is back, unless others are wanted by then."""
        devices, again = self._tables.get(table), Backoff(random, CONFIGURED_AGAIN_S, CONFIGURED_AGAIN_S)
        while devices is not None and not await self._configured(table, devices, wanted):
            await asyncio.sleep(again.next_s())
            if self._tables.get(table) is not devices or self._wanted.get(table) != wanted:
                return

    async def _configured(self, table: TableId, devices: TableDevices, wanted: tuple[Device, ...]) -> bool:
        try:
            await devices.configure(wanted)
        except LOST as error:
            log.warning("%s: its devices are attached when the database is back: %s", table.stream, error)
            return False
        return True

    def _driver(self, name: str) -> Driver | None:
        device = device_of(self._house.now, name)
        devices = self._tables.get(TableId(device.table)) if device is not None else None
        return devices.driver(name) if devices is not None else None

    async def _fulfil(self, wish: Wish) -> None:
        driver = self._driver(wish.device)
        if driver is None:  # it is being attached anew: with the next word of the house
            self._answering.discard(wish.number)
            return
        try:
            wanted = wanted_of(wish.wanted, secrets.token_bytes(NONCE_BYTES))
        except BadWish as error:
            self._house.note(AnswerDeviceCommand(wish.number, "refused", str(error)))
            return
        answered = await driver.want(wanted)
        said: tuple[str, str] = (answered.outcome, answered.detail)
        if isinstance(wanted, Attest):
            said = self.proofs.judged(wish.device, wanted, answered)
        self._house.note(AnswerDeviceCommand(wish.number, *said))

    # --- proofs

    def _prove(self, name: str) -> None:
        """Have this device prove itself, if it is at one of the tables here."""
        device = device_of(self._house.now, name)
        if device is not None:
            self._spawn(self.proofs.prove(device, partial(self._driver, name)))

    def _not_the_one(self, name: str, words: str) -> None:
        """What another device tells may be anything."""
        self._note(name, words)
        device = device_of(self._house.now, name)
        if device is None:
            return
        table = TableId(device.table)
        self._heard(table, Doubted("wrong_device", name))
        if table in self._tables:
            self._tables[table].doubt("wrong_device")

    async def _each_minute(self) -> None:
        """Notes that were left out; and at the start of each gaming day a proof of every device for which there is a
        key."""
        today = self._settings.gaming_day(self._now_us())
        while True:
            await asyncio.sleep(LOOKS_EVERY_S)
            self._notes.pass_on()
            if today != (today := self._settings.gaming_day(self._now_us())):
                for devices in self._tables.values():
                    for health in devices.health():
                        self._prove(health.name)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
