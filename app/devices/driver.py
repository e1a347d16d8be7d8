"""Carries one device's session: bytes between line and session, reports to the desk, wishes to the device.

The session decides and this only carries: what came in is told to it at once, what it has to say is done at once, and
that a report is durable it hears when the desk has said so. Three tasks do what takes time: the line, which is opened
again whenever it is lost; the recorder, which offers reports one after the other; the keeper, which hands in what was
merely captured. A fault of the program in the session ends the line and not the recording: nothing is guessed about
what comes after it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from traceback import extract_tb
from typing import assert_never

from app.backoff import Backoff
from app.devices.desk import Desk
from app.devices.device_health import Health
from app.devices.keeping import Keeper
from app.devices.line import Line
from app.devices.outage import Outage
from app.devices.recording import Recorder
from app.devices.session_protocol import Answered, Captured, Now, Output, Report, Send, Session
from app.devices.transports.allowed import Check
from app.devices.transports.urls import PortUrl
from app.devices.wanted import Wanted
from app.devices.wishes import Wishes

log = logging.getLogger("tablekeeper.devices")
SOONEST_S = 0.001  # a session that is always due must not keep the loop busy
SILENT = "the device is silent"
# A line that is not closed by then is left to the system.
CLOSES_WITHIN_S = 5.0

Listener = Callable[[Health], None]


class Driver:
    """One device of a table, from its line to the table's desk.

    `may_write` says whether this server still keeps the table: no byte goes to the device unless it does. `check`
    raises CannotOpen for a line that may not be opened.
    """

    def __init__(
        self,
        name: str,
        url: PortUrl,
        session: Session,
        desk: Desk,
        now: Callable[[], Now],
        may_write: Callable[[], bool],
        random: Callable[[], float],
        backoff: Backoff | None = None,
        check: Check = lambda _url: None,
    ) -> None:
        self._name = name
        self._session = session
        self._now = now
        self._may_write = may_write
        self._outage = Outage(name, lambda: now().s)
        self._line = Line(url, self, backoff or Backoff(random), check)
        self._recorder = Recorder(name, desk, self._stored, self._gone, random, lambda: now().s)
        self._keeper = Keeper(name, desk, self._gone, random, lambda: now().s)
        self._wishes = Wishes()
        self._listeners: list[Listener] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._ended = False
        self._faulty = False
        self._why = "it has not been connected yet"
        self._unsent = 0
        self._last_byte_us: int | None = None
        self._heard_s = 0.0
        self._last_report_us: int | None = None
        self._told = (False, session.state, 0)
        self._since_us = now().us

    def start(self) -> None:
        """Open the line, and keep it open until `close`."""
        assert not self._tasks, "a driver starts once"
        runs = (self._line.run(), self._recorder.run(), self._keeper.run())
        self._tasks = [asyncio.create_task(run, name=f"device {self._name}") for run in runs]
        for task in self._tasks:
            task.add_done_callback(self._task_ended)

    async def close(self) -> None:
        """Give the line up, record what has come as far as that goes at once, and end."""
        if not self._ended:
            self._end_line("it was closed here")
        if self._tasks:
            await asyncio.wait(self._tasks[:1], timeout=CLOSES_WITHIN_S)
            await self._recorder.drained()
            self._end_tasks()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            self._tasks.clear()
            await self._keeper.drained()
        self._stop_timer()

    def want(self, wanted: Wanted) -> Awaitable[Answered]:
        """Ask this of the device; what became of it is the result, and never an exception."""
        if not self._line.connected:
            return self._wishes.vain(wanted, "no_answer", f"the device is not connected: {self._why}")
        if not self._may_write():
            return self._wishes.vain(wanted, "refused", "this server does not keep the table at the moment")
        if self._wishes.full:
            return self._wishes.vain(wanted, "refused", "too much is asked of the device already; ask again later")
        answer = self._wishes.add(wanted)
        self._step(lambda now: self._session.want(wanted, now))
        return answer

    def bind(self, serial: str) -> None:
        """The device of this serial number belongs to the table from now on."""
        self._step(lambda _: self._session.bind(serial))

    def health(self) -> Health:
        """How the device is."""
        connected, state, _ = self._told
        return Health(
            name=self._name,
            connected=connected,
            state=state,
            since_us=self._since_us,
            last_byte_us=self._last_byte_us,
            last_report_us=self._last_report_us,
            counted=replace(self._session.counted),
            why=self._why or self._session.trouble or self._recorder.trouble,
            named=self._session.named,
            waiting=len(self._recorder),
            unsent=self._unsent,
            dropped=self._keeper.dropped,
        )

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell this one whenever the device is connected or in a state that it was not, or was not sure of a card; the
        result ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    # What the line tells

    def opened(self) -> None:
        """The line is open."""
        self._why = ""
        self._heard_s = self._now().s
        self._step(self._session.connected)

    def received(self, data: bytes) -> None:
        """These bytes came over the line."""
        now = self._now()
        self._last_byte_us, self._heard_s = now.us, now.s
        self._step(lambda now: self._session.received(data, now), now)
        if self._faulty:  # nobody has decoded it
            self._keeper.add(Captured(data, now.us, sent=False, why="refused"))

    def holds(self) -> None:
        """The line is not only open, but good."""
        self._outage.over()

    def unopened(self, why: str) -> None:
        """The line could not be opened."""
        self._why = why
        self._outage.lost(why)

    def lost(self, why: str, *, unannounced: bool) -> None:
        """The line is not open any more; `unannounced`: it may have been dead for as long as it was quiet."""
        self._why = self._why or why
        if not self._ended:
            self._outage.lost(why)
        since_s = self._heard_s if unannounced else None
        self._step(lambda now: self._session.lost(now, since_s))
        self._wishes.end("the line was lost before the device answered")

    def frames(self) -> int:
        """How many good frames have come, ever."""
        return self._session.counted.frames

    # What the session wants

    def _step(self, act: Callable[[Now], None], at: Now | None = None) -> None:
        """Let the session do one thing, and do at once what it has to say then."""
        if not self._faulty:
            now = at or self._now()
            try:
                act(now)
                for output in self._session.take():
                    self._do(output, now)
                self._set_timer()
            except Exception as error:
                self._fault(error)
        self._tell()

    def _do(self, output: Output, now: Now) -> None:
        match output:
            case Report():
                self._last_report_us = output.at_us
                self._recorder.offer(output)
            case Captured():
                self._keeper.add(output)
            case Send():
                self._send(output, now)
            case Answered():
                self._wishes.settle(output)
            case _:
                assert_never(output)

    def _send(self, send: Send, now: Now) -> None:
        if not (self._may_write() and self._line.write(send.frame)):
            self._unsent += 1
        elif send.kept:
            self._keeper.add(Captured(send.frame, now.us, sent=True, why="sent"))

    def _stored(self, report: Report) -> None:
        self._step(lambda now: self._session.stored(report, now))

    def _set_timer(self) -> None:
        self._stop_timer()
        due_s = self._session.due_s()
        if due_s is not None and not self._ended:
            wait_s = max(SOONEST_S, due_s - self._now().s)
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._step, self._session.tick)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    # What becomes of it

    def _tell(self) -> None:
        state = self._session.state
        if state == "silent":
            self._line.drop(SILENT)
        told, before = (self._line.connected, state, self._session.counted.unsure), self._told
        if told == before:
            return
        self._told = told
        if told[:2] != before[:2]:
            self._since_us = self._now().us
        health = self.health()
        for listener in tuple(self._listeners):
            try:
                listener(health)
            except Exception as error:
                log.warning("Device %s: who listens to its health failed (%s).", self._name, type(error).__name__)

    def _task_ended(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self._fault(error)

    def _fault(self, error: Exception) -> None:
        self._faulty = True
        place = extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno}"
        log.error("Device %s: it is disconnected, by a fault of the program (%s). Report it.", self._name, where)
        self._end_line(f"a fault of the program ended it ({where})")

    def _gone(self, why: str) -> None:
        log.info("Device %s: it is given up here (%s).", self._name, why)
        self._end_line(why)
        self._end_tasks()

    def _end_line(self, why: str) -> None:
        self._ended = True
        self._why = why
        self._stop_timer()
        for task in self._tasks[:1]:
            task.cancel()

    def _end_tasks(self) -> None:
        for task in self._tasks:
            if task is not asyncio.current_task():  # that one ends by itself
                task.cancel()
