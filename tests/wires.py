"""A way between two sides that talk by sockets, which can go wrong: a socket of its own, in front of the real one.

What is frozen is not closed and not refused: nothing comes any more, as behind a firewall that has forgotten a
connection, or a machine that hangs. What is cut one way is over for one side, and the other does not hear of it.
"""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from app.store.embedded.socket_folder import PORT

CHUNK = 65_536
ALL = 10**9
# A socket of this machine's files, or an address with its port.
Place = Path | tuple[str, int]
# From whoever connects, and the answers.
Way = Literal["there", "back"]
BOTH: tuple[Way, ...] = ("there", "back")
FaultKind = Literal["freeze", "delay", "cut"]


class Fault(NamedTuple):
    """What goes wrong. `whose`: connections that are open, new ones, or all; of new ones at most so many
    (`connections`). `at`: only a connection that says this, from there on. `delay_s`: how late each piece comes."""

    kind: FaultKind
    ways: tuple[Way, ...] = BOTH
    whose: Literal["open", "new", "all"] = "all"
    delay_s: float = 0.0
    connections: int = ALL
    at: bytes = b""

    def words(self) -> str:
        """The fault in short."""
        way = "both ways" if len(self.ways) > 1 else f"the way {self.ways[0]}"
        return f"{self.kind} {way}, {self.whose} connections"


@dataclass(slots=True)
class Struck:
    """What a fault has done: bytes that were held or did not arrive, and connections that ended by it."""

    held: int = 0
    ended: int = 0

    def __bool__(self) -> bool:
        return bool(self.held or self.ended)


class _Line:
    """One connection, and what is wrong with each way of it."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter, peer: str) -> None:
        self.ends: dict[Way, asyncio.StreamWriter] = {"there": server, "back": client}
        self.peer = peer
        self.slow_s: dict[Way, float] = {"there": 0.0, "back": 0.0}
        self.flows: dict[Way, asyncio.Event] = {way: asyncio.Event() for way in BOTH}
        self.is_half = False
        self.heal()

    def heal(self) -> None:
        for way in BOTH:
            self.flows[way].set()
            self.slow_s[way] = 0.0
        if self.is_half:
            self.cut()

    def suffer(self, fault: Fault, struck: Struck) -> None:
        for way in fault.ways:
            if fault.kind == "freeze":
                self.flows[way].clear()
            elif fault.kind == "delay":
                self.slow_s[way] = fault.delay_s
        if fault.kind == "cut":
            struck.ended += 1
            self._end(fault.ways)

    def _end(self, ways: tuple[Way, ...]) -> None:
        """A side whose way is cut is told so; the other one waits until the fault is over."""
        self.is_half = len(ways) == 1
        for way in ways:
            if self.is_half:
                for each in BOTH:
                    self.flows[each].clear()
            self.ends[way].transport.abort()

    def cut(self) -> None:
        for end in self.ends.values():
            end.transport.abort()

    async def through(self, way: Way, said: bytes, struck: Struck) -> None:
        """Wait as long as it is held up, and send it on."""
        if self.slow_s[way] or not self.flows[way].is_set():
            struck.held += len(said)
        await asyncio.sleep(self.slow_s[way])
        await self.flows[way].wait()
        self.ends[way].write(said)
        await self.ends[way].drain()

    async def end(self, way: Way) -> None:
        """This side has ended: the other hears all that was said, and that it is over."""
        await self.flows[way].wait()
        with suppress(OSError):
            self.ends[way].close()
            await self.ends[way].wait_closed()


class Wire:
    """Passes on what comes, until told otherwise. May be told from any thread. `there` may change meanwhile: it holds
    for new connections. What comes from an address of this machine goes on from the same address."""

    def __init__(self, here: Place, there: Place | None = None) -> None:
        self.here, self.there = here, there
        self._lines = set[_Line]()
        self._tasks = set[asyncio.Task[None]]()
        self._fault: Fault | None = None
        self._left = 0
        self.struck = Struck()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wire")

    def start(self) -> None:
        """Whoever connects gets through; of an address without a port, `here` has it from now on."""
        self._thread.start()
        self._ready.wait()

    def close(self) -> None:
        """Nobody gets through any more."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    @property
    def idle(self) -> bool:
        """Whether all that was said has been passed on, and nobody is connected."""
        return not self._tasks

    def strike(self, fault: Fault) -> None:
        """Let this go wrong, instead of whatever did before; `struck` says what it does."""
        self._do(lambda: self._strike(fault))

    def _strike(self, fault: Fault) -> None:
        self._heal()
        self._fault, self._left, self.struck = fault, fault.connections, Struck()
        if fault.whose != "new" and not fault.at:
            for line in list(self._lines):
                line.suffer(fault, self.struck)

    def heal(self) -> None:
        """Everything flows again."""
        self._do(self._heal)

    def _heal(self) -> None:
        self._fault = None
        for line in list(self._lines):
            line.heal()

    def cut_off(self, peers: Iterable[str]) -> int:
        """End the connections from these addresses, without a word; how many there were."""
        found, cut = set(peers), list[_Line]()
        self._do(lambda: self._cut_off(found, cut))
        return len(cut)

    def _cut_off(self, peers: set[str], cut: list[_Line]) -> None:
        cut += [each for each in self._lines if each.peer in peers]
        for each in cut:
            each.cut()

    def _do(self, what: Callable[[], object]) -> None:
        done = threading.Event()
        self._loop.call_soon_threadsafe(what)
        self._loop.call_soon_threadsafe(done.set)
        assert done.wait(10), "the wire does not answer"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(self._listening())
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for line in list(self._lines):
            line.cut()
        for task in self._tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))
        self._loop.close()

    async def _listening(self) -> asyncio.Server:
        if isinstance(self.here, Path):
            return await asyncio.start_unix_server(self._begin, str(self.here))
        server = await asyncio.start_server(self._begin, *self.here)
        self.here = (self.here[0], server.sockets[0].getsockname()[1])
        return server

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = self._loop.create_task(self._carry(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        peer = client.get_extra_info("peername")
        try:
            back, server = await self._connected(peer)
        except OSError:
            client.transport.abort()
            return
        line = _Line(client, server, peer[0] if peer else "")
        self._lines.add(line)
        if self._fault is not None and self._fault.whose != "open" and not self._fault.at:
            self._strike_one(line, self._fault)
        try:
            await asyncio.gather(self._pass(line, "there", reader), self._pass(line, "back", back))
        finally:
            self._lines.discard(line)
            line.cut()

    async def _connected(self, peer: tuple[str, int] | str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.there is None:
            raise ConnectionRefusedError
        if isinstance(self.there, Path):
            return await asyncio.open_unix_connection(str(self.there))
        return await asyncio.open_connection(*self.there, local_addr=(peer[0], 0))

    async def _pass(self, line: _Line, way: Way, reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionError):
            while said := await reader.read(CHUNK):
                if way == "there" and self._fault is not None and self._fault.at and self._fault.at in said:
                    self._strike_one(line, self._fault)
                await line.through(way, said, self.struck)
        await line.end(way)

    def _strike_one(self, line: _Line, fault: Fault) -> None:
        if self._left:
            self._left -= 1
            line.suffer(fault, self.struck)


@contextmanager
def wire(real: Path, folder: Path) -> Iterator[Wire]:
    """A way to the PostgreSQL behind this socket, by a socket in the folder."""
    made = Wire(folder / f".s.PGSQL.{PORT}", real)
    made.start()
    try:
        yield made
    finally:
        made.close()
