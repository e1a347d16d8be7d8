"""A verification of the whole log, asked for over HTTP: in a process of its own, so that no table waits for it.

One at a time; the last one's findings are kept until the next begins. One that runs when the server ends is cancelled
with the loop's other tasks, and its process with it.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Literal, NamedTuple

from app.problems.problem import Problem
from app.settings import Settings
from app.store.database import Database
from app.surveillance.verifying import Finding, Findings, verify

log = logging.getLogger("tablekeeper.api")


class Verification(NamedTuple):
    """A verification: how far it is, and in the end what it found."""

    number: int
    """The number of the verification, since the server started."""
    by: str
    """Who asked for it."""
    state: Literal["running", "done", "failed"]
    """Whether it runs, is done, or could not be done."""
    began_us: int
    """When it was begun, in microseconds."""
    ended_us: int | None = None
    """When it ended, in microseconds; null while it runs."""
    events_done: int = 0
    """How many events were looked at."""
    events_in_all: int = 0
    """How many there are to look at."""
    clean: bool | None = None
    """Whether nothing was found; null while it runs."""
    findings: tuple[Finding, ...] = ()
    """What is not as it was written."""
    not_listed: int = 0
    """How much more was found than is listed."""
    summary: tuple[str, ...] = ()
    """What was looked at, and how far the signatures reach, in lines of text."""
    unsigned_events: int = 0
    """How many events are not under a signed head yet."""


class Verifying:
    """Runs verifications, one at a time."""

    def __init__(self, settings: Settings, now_us: Callable[[], int]) -> None:
        self._settings, self._now_us = settings, now_us
        self._last: Verification | None = None
        self._task: asyncio.Task[None] | None = None

    def last(self) -> Verification:
        """The one that runs, or the last that did."""
        if self._last is None:
            raise Problem("not_found", "Nothing has been verified since this server started.")
        return self._last

    def start(self, by: str) -> Verification:
        """Begin one, unless one runs."""
        if self._task is not None and not self._task.done():
            raise Problem("busy", f"A verification runs already, asked for by {self.last().by}.")
        number = self._last.number + 1 if self._last is not None else 1
        self._last = Verification(number, by, "running", self._now_us())
        self._task = asyncio.get_running_loop().create_task(self._run(), name="verification")
        return self._last

    async def _run(self) -> None:
        try:
            await self._beside()
        except Exception:
            log.exception("a verification could not be made")
            self._hear(None)

    async def _beside(self) -> None:
        context = get_context("spawn")
        here, there = context.Pipe(duplex=False)
        child = context.Process(target=_verify, args=(self._settings, there), name="verification", daemon=True)
        with here:
            with there:
                await asyncio.to_thread(child.start)
            try:
                while not isinstance(told := await asyncio.to_thread(_next, here), Findings | None):
                    self._hear(told)
            finally:
                child.terminate()
                await asyncio.shield(asyncio.to_thread(child.join))
        self._hear(told)  # last of all: whoever is told of the end may begin another

    def _hear(self, told: tuple[int, int] | Findings | None) -> None:
        """Progress, the end, or that the process has ended without a word."""
        now = self.last()
        if told is None:
            log.error("verification %d ended by itself: see what the server has written to its errors", now.number)
            self._last = now._replace(state="failed", ended_us=self._now_us())
        elif isinstance(told, Findings):
            self._last = now._replace(
                state="done", ended_us=self._now_us(), clean=told.clean, findings=told.found,
                not_listed=told.not_listed, summary=tuple(told.summary()), unsigned_events=told.unsigned_events,
            )  # fmt: skip
        else:
            self._last = now._replace(events_done=told[0], events_in_all=told[1])


def _next(pipe: Connection) -> tuple[int, int] | Findings | None:
    try:
        told: tuple[int, int] | Findings = pipe.recv()
    except (EOFError, OSError):
        return None
    return told


def _verify(settings: Settings, pipe: Connection) -> None:
    """In the other process: the findings, and on the way how far it is."""
    with Database(settings, log.info) as database, suppress(BrokenPipeError):
        pipe.send(asyncio.run(verify(database, settings, progress=partial(_tell, pipe))))


def _tell(pipe: Connection, done: int, in_all: int) -> None:
    pipe.send((done, in_all))
