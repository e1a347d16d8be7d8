"""Follows the log of the house: who has which device, and what is wanted of them; and notes there what became of them.

Several servers follow the same log, so each asks now and then whether it has moved on. What is noted is written by a
task of its own: no table waits for it, and while the database is away it waits, the newest only if too many do.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from random import random
from typing import NamedTuple
from uuid import UUID, uuid4

from app.backoff import Backoff
from app.game.core.records import name_of
from app.house.records import HouseCommand
from app.house.state import House
from app.store.house_log import HouseAt, HouseLog
from app.store.shared_log import At
from app.table.listeners import tell

log = logging.getLogger("tablekeeper.house")
# What is revoked at one server is so at every other within a second.
LOOKS_EVERY_S = 0.4
CLOSES_WITHIN_S, LOOKS_AT_NOTES_EVERY_S = 2.0, 0.01
MOST_WAITING = 500


Still = Callable[[], Awaitable[bool]]


class _Note(NamedTuple):
    id: UUID
    command: HouseCommand
    still: Still | None = None


class HouseKeeping:
    """The house as this process knows it."""

    def __init__(self, house_log: HouseLog) -> None:
        self._log = house_log
        self._at = HouseAt(House(), 0)
        self._waiting: deque[_Note] = deque(maxlen=MOST_WAITING)
        self._wake = asyncio.Event()
        self._listeners: list[Callable[[House], None]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._settles_until_s: float | None = None

    @property
    def now(self) -> House:
        """The house as it was when it was last looked at."""
        return self._at.state

    @property
    def waiting(self) -> int:
        """How many notes are not in the log yet."""
        return len(self._waiting)

    def listen(self, listener: Callable[[House], None]) -> None:
        """Be told whenever the house has changed."""
        self._listeners.append(listener)

    async def start(self) -> None:
        """Read the house, and follow it."""
        self._at = await self._log.read()
        self._tasks = [asyncio.create_task(run, name="house") for run in (self._follow(), self._write())]

    async def settle(self) -> None:
        """The server closes: what waits is noted if it can be soon. Asked again, it takes no longer in all."""
        if self._settles_until_s is None:
            self._settles_until_s = time.monotonic() + CLOSES_WITHIN_S
        while self._tasks and self._waiting and time.monotonic() < self._settles_until_s:
            await asyncio.sleep(LOOKS_AT_NOTES_EVERY_S)

    async def close(self) -> None:
        """Follow it no more; what can be noted soon is."""
        await self.settle()
        if self._waiting:
            log.warning("%d notes are not in the log of the house", len(self._waiting))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def note(self, command: HouseCommand, id_: UUID | None = None, still: Still | None = None) -> None:
        """Have this noted when it can be; under an id of its own, what comes twice is noted once. `still`: whether it
        is this server's to say by then."""
        if len(self._waiting) == MOST_WAITING:
            log.warning("too much waits for the log of the house: %s is lost", name_of(type(self._waiting[0].command)))
        self._waiting.append(_Note(id_ or uuid4(), command, still))
        self._wake.set()

    async def _follow(self) -> None:
        again = Backoff(random, LOOKS_EVERY_S, LOOKS_EVERY_S)
        while True:
            try:
                async with self._log.watching() as has_moved:
                    while True:
                        await asyncio.sleep(LOOKS_EVERY_S)
                        if await has_moved(self._at.version):
                            self.moved(await self._log.read())
            except Exception as error:  # it is looked at again
                log.warning("the log of the house could not be read: %s", error)
                await asyncio.sleep(again.next_s())

    async def look(self) -> None:
        """See where the log is now."""
        if await self._log.moved(self._at.version):
            self.moved(await self._log.read())

    def moved(self, at: HouseAt) -> None:
        """The log was seen to have gone on to here; where it is known to be further, this says nothing new."""
        if at.version <= self._at.version:
            return
        self._at = at
        tell(self._listeners, "house", at.state)

    async def _write(self) -> None:
        again = Backoff(random, LOOKS_EVERY_S, LOOKS_EVERY_S)
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                try:
                    await self._write_waiting()
                except Exception as error:  # it is tried again; the same id is noted once
                    log.warning("nothing can be noted in the log of the house: %s", error)
                    await asyncio.sleep(again.next_s())

    async def _write_waiting(self) -> None:
        async with self._log.asking() as ask:
            while self._waiting:
                note = self._waiting[0]
                told = note.still is None or await note.still()
                answer = await ask(note.id, note.command, "server") if told else None
                if self._waiting and self._waiting[0].id == note.id:
                    self._waiting.popleft()
                if isinstance(answer, At):
                    self.moved(answer)
