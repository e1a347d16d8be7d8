"""A world: one house with its server, its PostgreSQL, its tables with their devices, and the time in which all of it
happens.

A server that is killed runs not one step more. What it had sent to PostgreSQL may still be carried out.
"""

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

from app.device_lines import lines_of
from app.game.seals import Opened
from app.server import Server
from app.settings import Settings
from app.store.chain import Entry
from app.store.database import Database
from app.store.reading import entry_of
from tests.simulation.whole.application import application_for
from tests.simulation.whole.bridge import Bridge
from tests.simulation.whole.invariants import HOUSE, Invariants
from tests.simulation.whole.loop import WORLD, Life, SimulatedLoop
from tests.simulation.whole.nature import Clock
from tests.simulation.whole.network import Network
from tests.simulation.whole.store import SimulatedDatabase, Store
from tests.simulation.whole.wire import Door

_ROWS = """
SELECT e.*, h.version AS head_version, h.hash AS head_hash
  FROM stream_heads h LEFT JOIN unnest($1::text[], $2::bigint[]) AS k(stream, version) ON k.stream = h.stream
  JOIN events e ON e.stream = h.stream AND e.version > coalesce(k.version, 0)
 WHERE h.version > coalesce(k.version, 0) ORDER BY e.stream, e.version"""
_SEALED = "SELECT commitment, card, salt FROM sealed WHERE stream = $1 AND version > $2 ORDER BY version, commitment"
_COMMANDS = "SELECT stream, id, first_version, events, answer FROM commands WHERE stream LIKE 'table:%'"
STARTS_AGAIN_S = 0.3
# Where the device servers of the simulated tables are.
DEVICES = lines_of(" ".join([f"devices-{number}.example" for number in range(1, 100)]), None, None, "")


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
        *, keeps: bool = False,
    ) -> None:  # fmt: skip
        self.seed, self.loop, self.bridge, self.real = seed, loop, bridge, real
        self.dice = Random(f"world/{seed}")
        self.clock = Clock(loop)
        self.journal = Journal(self.clock, keeps)
        self.network, self.door = Network(loop, seed), Door(loop, seed)
        self.store = Store(real, bridge, loop, seed)
        self.store.written = self.look
        self.settings = Settings(
            folder / "server", heads_file=folder / "heads.jsonl", pace_s=600, lease_s=10.0, device_lines=DEVICES,
            idle_s=12 * 3_600,
        )  # fmt: skip
        self.invariants = Invariants(books)
        self.invariants.listeners.append(self._stored)
        self.server: Server | None = None
        self.life: Life | None = None
        self.faults: Counter[str] = Counter()
        self.broken: BaseException | None = None
        self._buried: list[Any] = []
        self._lives = 0
        self._starting: asyncio.Task[Any] | None = None
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
        if self._reader is None:
            self._reader, self._vault = await self.real.connect("reader"), await self.real.connect("vault")
        known = {name: stream.version for name, stream in self.invariants.streams.items()}
        rows = await self._reader.fetch(_ROWS, list(known), list(known.values()))
        for name, group in groupby(rows, lambda row: str(row["stream"])):
            new = list(group)
            entries = [entry_of(row) for row in new]
            if any('"commitment"' in entry.payload for entry in entries):
                for each in await self._vault.fetch(_SEALED, name, known.get(name, 0)):
                    self.invariants.secrets.add(each["commitment"], Opened(each["card"], each["salt"]))
            self.invariants.add(entries, (new[-1]["head_version"], new[-1]["head_hash"]), name)

    def _stored(self, entry: Entry) -> None:
        self.journal.add(f"stored {entry.stream} {entry.version} {entry.type} {entry.hash.hex()}")

    def commands(self) -> list[Any]:
        """Every command of every table, as the log has it."""
        rows: list[Any] = self.bridge.run(self._reader.fetch(_COMMANDS))
        return rows

    # --- the server

    async def start(self) -> None:
        """Start a server, and again if it does not come up."""
        while True:
            self._lives += 1
            life = self.life = Life(f"server {self._lives}")
            with self.loop.within(life):
                server = Server(
                    self.settings, SimulatedDatabase(self.store), "http://tables.example", self.clock, shares=True
                )
                starting = self.loop.create_task(server.start())
            self.server = server
            await asyncio.wait([starting])
            if life.over:
                return  # it was killed on the way: whoever did that starts another
            if starting.exception() is None:
                break
            self.journal.add(f"the server does not start: {type(starting.exception()).__name__}")
            self.kill(again=False)
            await asyncio.sleep(STARTS_AGAIN_S)
        self.door.opened(application_for(server), life)
        self.journal.add(f"{life.name} serves")

    def kill(self, *, again: bool = True, stopped: bool = False) -> None:
        """The server is gone between one step and the next; another is started soon."""
        life, server = self.life, self.server
        if life is None or server is None:
            return
        life.over = True
        self.journal.add(f"{life.name} is killed")
        self._bury(life)
        self.door.shut()
        self.network.reset(life)
        self.store.forsake(life)
        if not stopped:
            server.tables._identity.close()  # the kernel lets go of its lock
        self._buried.append(server)
        self.life = self.server = None
        if again:
            self.spawn(self._start_again())

    def _bury(self, life: Life) -> None:
        """What it was doing stays as it is: nothing of it may run, not even to clean up."""
        for task in asyncio.all_tasks(self.loop):
            if getattr(task, "life", None) is life:
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                self._buried.append(task)

    async def _start_again(self) -> None:
        await asyncio.sleep(self.dice.uniform(0.05, 1.5))
        await self.start()

    async def stop(self, *, again: bool = True) -> None:
        """The server is told to stop, and stops; another is started soon."""
        life, server = self.life, self.server
        if life is None or server is None:
            return
        with self.loop.within(life):
            closing = self.loop.create_task(server.close())
        await asyncio.wait([closing], timeout=30.0)
        if not life.over:
            self.journal.add(f"{life.name} has stopped" if closing.done() else f"{life.name} does not stop")
            self.kill(again=again, stopped=closing.done())

    @property
    def serves(self) -> bool:
        """Whether people can reach a server now."""
        return self.life is not None and self.door._application is not None

    def close(self) -> None:
        """The end of the world: everything is let go of."""
        if self.life is not None:
            self.kill(again=False)
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
