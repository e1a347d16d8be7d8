"""The devices of one table: their drivers, and what the table wants of them."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from random import random
from uuid import uuid4, uuid5

from app.device_lines import DeviceLines
from app.devices.desk import Gone
from app.devices.device_health import Health
from app.devices.driver import Driver
from app.devices.observations import Doubt, Observation
from app.devices.session_protocol import Mark, Now
from app.devices.spoken_dialects import BadDialect, default_baud, new_session
from app.devices.transports.allowed import check_line
from app.devices.transports.urls import BadUrl, parse_url
from app.game.core.state import Table
from app.house.state import SHOES, Device
from app.store.database import Database
from app.table.attached.attached_device import Running
from app.table.attached.counting import Counting
from app.table.attached.marks import attached_us, left_off
from app.table.attached.peeking import Peeking
from app.table.intake.table_desk import ATTACHED, TOLD, DeviceDesk, TableDesk

log = logging.getLogger("tablekeeper.devices")
# For so long a shoe that tells everything in the end has time to tell of a card that was keyed.
KEYED_PATIENCE_S = 5.0
# Of a device of which nothing is stored: while a shoe is in use, a server that ended before it could store anything may
# have heard of cards.
NOTHING_STORED: Mark = {}


class TableDevices:
    """The devices of one table."""

    def __init__(
        self,
        desk: TableDesk,
        database: Database,
        may_write: Callable[[], bool],
        now: Callable[[], Now],
        told: Callable[[Health], None],
        keyed_patience_s: float = KEYED_PATIENCE_S,
        lines: DeviceLines = DeviceLines(),  # noqa: B008
    ) -> None:
        self._lines = lines
        self._keyed_patience_s = keyed_patience_s
        self._desk, self._database, self._may_write, self._now, self._told = desk, database, may_write, now, told
        self._running: dict[str, Running] = {}
        self._counting = Counting(desk, self._shoe, self._spawn)
        self._peeking: Peeking | None = None
        self._changing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._keyed_seen: tuple[int, int] | None = None
        self._doubts_due: list[Doubt] = []
        desk.watch(self._look)
        desk.hear(self._heard)

    def health(self) -> tuple[Health, ...]:
        """How each device is."""
        return tuple([running.driver.health() for running in self._running.values()])

    def doubt(self, doubt: Doubt) -> None:
        """Have a supervisor look: at once if a shoe is in use, else before the first card leaves the next one."""
        self._doubts_due.append(doubt)
        self._ask_due(self._desk.table)

    @property
    def counting(self) -> bool:
        """Whether the shoe is being asked for its count."""
        return self._counting.asking

    def driver(self, name: str) -> Driver | None:
        """What carries the device of this name."""
        running = self._running.get(name)
        return running.driver if running is not None else None

    async def configure(self, devices: tuple[Device, ...]) -> None:
        """These are the devices of the table from now on."""
        async with self._changing:
            wanted = {device.name: device for device in devices}
            for name, running in list(self._running.items()):
                if name not in wanted or _other_line(running.device, wanted[name]):
                    await self._end(name)
            for device in devices:
                try:
                    await self._begin_or_bind(device)
                except (BadUrl, BadDialect) as error:  # the table's other devices are not to wait for it
                    log.warning("%s cannot be reached: %s", device.name, error)
            self._desk.has_shoe(next((each for each in devices if each.role in SHOES), None))

    async def close(self) -> None:
        """Let go of every line."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for name in list(self._running):
            await self._end(name)

    async def _begin_or_bind(self, device: Device) -> None:
        running = self._running.get(device.name)
        if running is None:
            await self._begin(device)
            return
        for serial in set(device.serials) - set(running.device.serials):
            running.driver.bind(serial)
        self._running[device.name] = running._replace(device=device)

    async def _begin(self, device: Device) -> None:
        mark, n = await left_off(self._database, device.name)
        if mark is None and self._desk.table.shoe.decks:
            mark = NOTHING_STORED
        options, bound = dict(device.options), frozenset(device.serials)
        url = parse_url(device.url, default_baud(device.dialect))
        stayed = mark is None or mark.get(ATTACHED, 0) == device.attached
        session = new_session(device.dialect, device.role, options, mark, bound, _new_token, url.baud, stayed=stayed)
        desk = DeviceDesk(self._desk, device, n, partial(attached_us, self._database, device.name))
        check = partial(check_line, lines=self._lines)
        driver = Driver(device.name, url, session, desk, self._now, self._may_write, random, check=check)
        driver.listen(self._changed)
        self._running[device.name] = Running(device, driver)
        driver.start()
        if device.role == "reader":
            note = partial(self._desk.note, device.name)
            self._peeking = Peeking(self._desk.stream, driver.want, secrets.randbelow(256), note)
            self._peeking.start()
            self._peeking.look(self._desk.table, self._desk.rules)

    async def _end(self, name: str) -> None:
        running = self._running.pop(name)
        if running.device.role == "reader" and self._peeking is not None:
            await self._peeking.close()
            self._peeking = None
        await running.driver.close()

    def _changed(self, health: Health) -> None:
        running = self._running.get(health.name)
        if running is not None and running.device.role == "reader" and self._peeking and health.state == "running":
            self._peeking.back()
        self._told(health)
        self._watch_keyed(self._desk.table)
        self._counting.look(self._desk.table)

    # --- what follows of the table, and of what a device told

    def _heard(self, observation: Observation) -> None:
        self._counting.told(observation)
        if self._peeking is not None:
            self._peeking.told(observation)

    def _look(self, table: Table) -> None:
        if self._peeking is not None:
            self._peeking.look(table, self._desk.rules)
        self._watch_keyed(table)
        self._counting.look(table)
        self._ask_due(table)

    def _shoe(self) -> Running | None:
        return next((each for each in self._running.values() if each.device.role in SHOES), None)

    def _ask_due(self, table: Table) -> None:
        if table.shoe.decks == 0 or table.paper is not None:
            return
        due, self._doubts_due = self._doubts_due, []
        for doubt in dict.fromkeys(due):
            self._spawn(self._asked(doubt))

    async def _asked(self, doubt: Doubt) -> None:
        with suppress(Gone):  # whoever keeps the table now asks the device itself
            await self._desk.doubt(doubt, uuid4())

    def _watch_keyed(self, table: Table) -> None:
        """A shoe that is there and does not tell of a card that was keyed never saw it."""
        shoe = self._shoe()
        there = shoe is not None and shoe.driver.health().state == "running"
        if not table.keyed or not there or table.held is not None:
            self._keyed_seen = None
            return
        seen = (self._desk.version, len(table.keyed))
        if seen != self._keyed_seen:
            self._keyed_seen = seen
            self._spawn(self._doubt_keyed(seen))

    async def _doubt_keyed(self, seen: tuple[int, int]) -> None:
        await asyncio.sleep(self._keyed_patience_s)
        if self._keyed_seen == seen:
            await self._desk.doubt("keyed_not_told", uuid5(TOLD, f"{self._desk.stream}/{seen[0]}/keyed"))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.warning("%s: what follows of a device's word failed: %s", self._desk.stream, type(task.exception()))


def _other_line(before: Device, now: Device) -> bool:
    return before._replace(serials=()) != now._replace(serials=())


def _new_token() -> int:
    return secrets.randbits(32)
