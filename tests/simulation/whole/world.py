"""A world: one house with its servers, its PostgreSQL, its tables with their devices, and the time in which all of it
happens."""

import asyncio
import gc
import logging
import sys
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

from app.game.core.seals import Opened
from app.server import Server
from app.store.chain import Entry
from app.store.database import Database
from app.store.log_reader import entry_of
from tests.simulation.whole.bridge import Bridge
from tests.simulation.whole.invariants import HOUSE, Invariants, holds
from tests.simulation.whole.loop import WORLD, Life, SimulatedLoop
from tests.simulation.whole.nature import Clock
from tests.simulation.whole.network import Network
from tests.simulation.whole.places import Place
from tests.simulation.whole.store import Store

_ROWS = """
SELECT e.*, h.version AS head_version, h.hash AS head_hash
  FROM stream_heads h LEFT JOIN unnest($1::text[], $2::bigint[]) AS k(stream, version) ON k.stream = h.stream
  JOIN events e ON e.stream = h.stream AND e.version > coalesce(k.version, 0)
 WHERE h.version > coalesce(k.version, 0) ORDER BY e.stream, e.version"""
_SEALED = "SELECT commitment, card, salt FROM sealed WHERE stream = $1 AND version > $2 ORDER BY version, commitment"
_COMMANDS = "SELECT stream, id, first_version, events, answer FROM commands WHERE stream LIKE 'table:%'"
_LEASES = "SELECT stream, owner, address FROM leases WHERE stream = ANY ($1) AND until > to_timestamp($2)"


class Journal:
    """All that happened, in order, as one hash; the last lines are kept for whoever has to look."""

    KEPT = 400

    def __init__(self, clock: Clock, keeps: bool = False) -> None:
        self._clock, self._hash, self._keeps = clock, sha256(), keeps
        self.lines: list[str] = []
        self.count = 0

    def add(self, what: str) -> None:
        """This happened now."""
        line = f"{self._clock()} {what}\n"
        self._hash.update(line.encode())
        self.count += 1
        self.lines.append(line)
        if not self._keeps and len(self.lines) > 2 * self.KEPT:
            del self.lines[: self.KEPT]

    @property
    def digest(self) -> str:
        """The same for two worlds only if the same happened at the same times."""
        return self._hash.hexdigest()


class World:
    """One house, from a seed."""

    def __init__(
        self, seed: str, real: Database, folder: Path, bridge: Bridge, loop: SimulatedLoop, books: dict[str, str],
        *, keeps: bool = False, servers: int = 1,
    ) -> None:  # fmt: skip
        self.seed, self.loop, self.bridge, self.real = seed, loop, bridge, real
        self.dice = Random(f"world/{seed}")
        self.clock = Clock(loop)
        self.journal = Journal(self.clock, keeps)
        self.network = Network(loop, seed)
        self.store = Store(real, bridge, loop, seed)
        self.store.written, self.store.appended = self.look, self._appended
        self.places = [Place(self, folder, number) for number in range(1, servers + 1)]
        self.struck_s = loop.now_s
        self.invariants = Invariants(books)
        self.invariants.listeners.append(self._stored)
        self.faults: Counter[str] = Counter()
        self.broken: BaseException | None = None
        self._buried: list[Any] = []
        self._began: list[asyncio.Task[Any]] = []
        self._reader: Any = None
        self._vault: Any = None
        loop.set_exception_handler(self._fault)

    # --- what is found to be wrong

    def _fault(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None:
            self.break_with(error)

    def break_with(self, error: BaseException) -> None:
        """Something is not as it has to be: the first of it ends the run."""
        if self.broken is None:
            self.broken = error
            self.journal.add(f"BROKEN {type(error).__name__}: {error}")

    def check(self) -> None:
        """Raise what was found."""
        if self.broken is not None:
            raise self.broken

    def spawn(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Let this go on in the world; an error in it ends the run."""
        with self.loop.within(WORLD):
            task = self.loop.create_task(self._watched(work))
        self._began = [each for each in self._began if not each.done()] + [task]
        return task

    async def _watched(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except Exception as error:
            self.break_with(error)

    # --- the log, followed

    def look(self) -> None:
        """See what is new in the log, and that all of it is as it has to be."""
        try:
            self.bridge.run(self._look())
        except Exception as error:
            self.break_with(error)

    async def _look(self) -> None:
        await self._connect()
        known = {name: stream.version for name, stream in self.invariants.streams.items()}
        rows = await self._reader.fetch(_ROWS, list(known), list(known.values()))
        for name, group in groupby(rows, lambda row: str(row["stream"])):
            new = list(group)
            entries = [entry_of(row) for row in new]
            if any('"commitment"' in entry.payload for entry in entries):
                for each in await self._vault.fetch(_SEALED, name, known.get(name, 0)):
                    self.invariants.secrets.add(each["commitment"], Opened(each["card"], each["salt"]))
            self.invariants.add(entries, (new[-1]["head_version"], new[-1]["head_hash"]), name)

    async def _connect(self) -> None:
        if self._reader is None:
            self._reader, self._vault = await self.real.connect("reader"), await self.real.connect("vault")

    def _stored(self, entry: Entry) -> None:
        self.journal.add(f"stored {entry.stream} {entry.version} {entry.type} {entry.hash.hex()}")

    def commands(self) -> list[Any]:
        """Every command of every table, as the log has it."""
        rows: list[Any] = self.bridge.run(self._reader.fetch(_COMMANDS))
        return rows

    def _appended(self, server: UUID | None, streams: list[str]) -> None:
        """Whoever appends has the lease, or nobody has it."""
        try:
            self.bridge.run(self._connect())
            rows = self.bridge.run(self._reader.fetch(_LEASES, streams, self.clock() / 1_000_000))
            others = [(row["stream"], row["address"]) for row in rows if row["owner"] != server]
            holds("leases: nobody appends where another server has the lease", not others, server, others)
        except Exception as error:
            self.break_with(error)

    # --- the servers

    @property
    def alone(self) -> bool:
        """Whether the house has one server."""
        return len(self.places) == 1

    def keeper(self, number: str) -> Server | None:
        """The server that has this table."""
        return next((place.server for place in self.places if place.keeps(number)), None)

    @property
    def works(self) -> bool:
        """Whether there is a server that could keep every table."""
        return not self.store.away and any([place.works for place in self.places])

    def struck(self, what: str) -> None:
        """This goes wrong with a server or PostgreSQL from now on."""
        self.struck_s = self.loop.now_s
        self.faults[what] += 1
        self.journal.add(what)

    def bury(self, life: Life) -> None:
        """What a life was doing stays as it is: nothing of it may run, not even to clean up."""
        for task in asyncio.all_tasks(self.loop):
            if getattr(task, "life", None) is life:
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                self._buried.append(task)

    def keep_buried(self, what: Any) -> None:
        """Let nothing be cleaned up of this until the end."""
        self._buried.append(what)

    def close(self) -> None:
        """The end of the world: everything is let go of."""
        for place in self.places:
            place.kill(again=False)
        WORLD.over = True
        for task in asyncio.all_tasks(self.loop):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            self._buried.append(task)
        with _nothing_said():
            for each in self._buried:
                coroutine = each.get_coro() if isinstance(each, asyncio.Task) else None
                if coroutine is not None:
                    _ended(coroutine)
            self._buried.clear()
        for connection in (self._reader, self._vault):
            if connection is not None:
                self.bridge.run(connection.close())
        self.store.close()
        WORLD.over = False


@contextmanager
def _nothing_said() -> Iterator[None]:
    """What was in the middle of something when it was killed cannot end as it would like to: that is no news."""
    before, sys.unraisablehook = sys.unraisablehook, lambda _what: None
    try:
        yield
        gc.collect()
    finally:
        sys.unraisablehook = before


def _ended(coroutine: Any) -> None:
    try:
        coroutine.close()
    except Exception:
        logging.getLogger("tests.simulation").debug("a coroutine of a dead server did not end")


__all__ = ["HOUSE", "Journal", "World"]
