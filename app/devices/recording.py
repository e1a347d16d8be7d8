"""Reports on their way to the desk: one after the other, in order, each offered until it is durable.

A report is never dropped and never overtaken. Reading goes on meanwhile; the session bounds what may wait here. All
that a device kept through an outage is recorded at once; one that goes on faster than cards can be dealt has to wait.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from app.backoff import Backoff
from app.devices.desk import Desk, Gone, refusal
from app.devices.read_rate import Pace
from app.devices.session_protocol import Report

log = logging.getLogger("tablekeeper.devices")
MOST_WAITING = 1_024  # every session's own bound is far below
FIRST_AGAIN_S = 0.05
LAST_AGAIN_S = 2.0
CLOSE_S = 2.0
REPORTS_A_SECOND, REPORTS_AT_ONCE = 50, 4_000


class Recorder:
    """The queue of one device's reports. `stored` hears of each that is durable, `gone` why no more are taken."""

    def __init__(
        self,
        name: str,
        desk: Desk,
        stored: Callable[[Report], None],
        gone: Callable[[str], None],
        random: Callable[[], float],
        now_s: Callable[[], float],
    ) -> None:
        self._name = name
        self._desk = desk
        self._now_s = now_s
        self._pace = Pace(REPORTS_A_SECOND, REPORTS_AT_ONCE)
        self._stored = stored
        self._gone = gone
        self._backoff = Backoff(random, FIRST_AGAIN_S, LAST_AGAIN_S)
        self._waiting: deque[Report] = deque()
        self._some = asyncio.Event()
        self._none = asyncio.Event()
        self._none.set()
        self.trouble = ""

    def __len__(self) -> int:
        return len(self._waiting)

    def offer(self, report: Report) -> None:
        """Record this after all that were offered before."""
        assert len(self._waiting) < MOST_WAITING, "the session lets too many reports wait"
        self._waiting.append(report)
        self._some.set()
        self._none.clear()

    async def run(self) -> None:
        """Record whatever is offered, until the desk takes no more."""
        try:
            while True:
                await self._some.wait()
                await self._record(self._waiting[0])
                self._settle(self._waiting.popleft())
                if wait_s := self._pace.wait_s(1, self._now_s()):
                    await asyncio.sleep(wait_s)
        except Gone as error:
            self.trouble = str(error)
            self._gone(self.trouble)

    async def drained(self) -> None:
        """Wait a little for what has been offered, unless the desk takes nothing at the moment."""
        if not self.trouble:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_S):
                    await self._none.wait()

    async def _record(self, report: Report) -> None:
        while True:
            try:
                await self._desk.record(report)
            except Gone:
                raise
            except Exception as error:
                self._trouble(refusal(error))
                await asyncio.sleep(self._backoff.next_s())
            else:
                return

    def _settle(self, report: Report) -> None:
        if self.trouble:
            self.trouble = ""
            log.info("Device %s: reports are recorded again.", self._name)
        self._backoff.reset()
        if not self._waiting:
            self._some.clear()
            self._none.set()
        self._stored(report)

    def _trouble(self, why: str) -> None:
        if not self.trouble:
            log.warning("Device %s: a report cannot be recorded (%s). It is offered until it is.", self._name, why)
        self.trouble = why
