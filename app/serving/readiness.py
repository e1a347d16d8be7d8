"""Whether the process lives, and whether it is ready to keep tables: read from what is known, nothing is asked."""

import asyncio
import time
from collections import deque
from typing import NamedTuple

from app.server import Server
from app.table_id import TableId

LOOKS_EVERY_S = 0.5
REMEMBERED = 20
# Heads are looked at once a minute; this long without an agreement nobody can say that they are signed.
SIGNED_WITHIN_S = 180.0
MOST_APPENDS_WAITING = 2_000
# A write that was refused longer ago says nothing of now: others are tried.
REFUSED_WITHIN_S = 60.0


class Lag:
    """How late the event loop is: what everybody at every table waits for besides his own work."""

    def __init__(self) -> None:
        self._latest: deque[float] = deque([0.0], REMEMBERED)
        self._task: asyncio.Task[None] | None = None

    @property
    def worst_s(self) -> float:
        """The worst of the last ten seconds."""
        return max(self._latest)

    def start(self) -> None:
        """Begin to measure."""
        self._task = asyncio.create_task(self._run(), name="lag")

    async def close(self) -> None:
        """Measure no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            due_s = time.monotonic() + LOOKS_EVERY_S
            await asyncio.sleep(LOOKS_EVERY_S)
            self._latest.append(max(0.0, time.monotonic() - due_s))


class Check(NamedTuple):
    """One thing that must be well; `words` say how it is."""

    name: str
    ok: bool
    words: str


def readiness(server: Server) -> tuple[Check, ...]:
    """What must be well for the server to keep tables."""
    return (_serving(server), _database(server), _writer(server), _leases(server), _tables(server), _signer(server))


def _serving(server: Server) -> Check:
    words = "it is stopping" if server.stopping else "it takes what it is asked"
    return Check("serving", not server.stopping, words)


def _database(server: Server) -> Check:
    """Whether it answers, and takes what is written: leases are renewed every few seconds, also without a table."""
    if not server.tables.writer.available:
        return Check("database", ok=False, words="it is away; it is tried again until it is back")
    why = server.tables.writer.unwritable(REFUSED_WITHIN_S) or server.tables.leases.trouble
    return Check("database", not why, f"it takes nothing: {why}" if why else "it answers, and takes what is written")


def _writer(server: Server) -> Check:
    waiting = server.tables.writer.waiting
    return Check("writer", waiting <= MOST_APPENDS_WAITING, f"{waiting} appends wait")


def _leases(server: Server) -> Check:
    numbers = list(server.tables.live())
    without = [each for each in numbers if not server.tables.leases.holds(TableId(each).stream)]
    if without:
        return Check("leases", ok=False, words=f"{len(without)} of {len(numbers)} have run out; they are renewed soon")
    return Check("leases", ok=True, words=f"{len(numbers)} tables are held")


def _tables(server: Server) -> Check:
    """A table that stands still must not take the others off the floor: it is told, and is no reason to send people
    to another server."""
    frozen = server.tables.frozen()
    words = f"frozen, see the log: {', '.join(frozen)}" if frozen else "none stands still"
    return Check("tables", ok=True, words=words)


def _signer(server: Server) -> Check:
    agreed_s = server.tables.signer.agreed_s
    if agreed_s is None:
        return Check("signer", ok=False, words="the heads have not been signed since the start")
    ago_s = time.monotonic() - agreed_s
    return Check("signer", ago_s <= SIGNED_WITHIN_S, f"all heads were signed {ago_s:.0f} s ago")
