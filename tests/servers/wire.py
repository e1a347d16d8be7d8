"""The way of one server to PostgreSQL, which can stand still: a socket of its own, in front of the real one.

What stands still is not closed and not refused: nothing comes any more, as behind a firewall that has forgotten a
connection, or a machine that hangs.
"""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.store.embedded.socket_folder import PORT

CHUNK = 65_536
ALL = 10**9


class _Line:
    """One connection. Nothing is passed on while it does not flow."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.ends = (client, server)
        self.flows = asyncio.Event()
        self.flows.set()

    def cut(self) -> None:
        for end in self.ends:
            end.transport.abort()


class Wire:
    """Passes on what comes, until told otherwise. May be told from any thread."""

    def __init__(self, real: Path, folder: Path) -> None:
        self._real, self.folder = real, folder
        self._lines = set[_Line]()
        self._tasks = set[asyncio.Task[None]]()
        self._unanswered = 0
        self._stops_at = b""
        self.struck = 0  # how many connections stood still
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wire")

    def start(self) -> None:
        """Whoever connects to the socket in the folder gets through."""
        self._thread.start()
        self._ready.wait()

    def close(self) -> None:
        """Nobody gets through any more."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def freeze(self) -> None:
        """The connections that are open stand still; new ones work."""
        self._do(self._freeze)

    def _freeze(self) -> None:
        for line in self._lines:
            self._stop(line)

    def _stop(self, line: _Line) -> None:
        line.flows.clear()
        self.struck += 1

    def leave_unanswered(self, connections: int = ALL) -> None:
        """So many new connections are taken, and never answered."""
        self._do(lambda: setattr(self, "_unanswered", connections))

    def freeze_at(self, said: bytes) -> None:
        """The next connection that says this stands still from there on."""
        self._do(lambda: setattr(self, "_stops_at", said))

    def heal(self) -> None:
        """Everything flows again."""
        self._do(self._heal)

    def _heal(self) -> None:
        self._unanswered, self._stops_at = 0, b""
        for line in list(self._lines):
            line.flows.set()

    def _do(self, what: Callable[[], object]) -> None:
        done = threading.Event()
        self._loop.call_soon_threadsafe(what)
        self._loop.call_soon_threadsafe(done.set)
        assert done.wait(10), "the wire does not answer"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        place = str(self.folder / f".s.PGSQL.{PORT}")
        server = self._loop.run_until_complete(asyncio.start_unix_server(self._begin, place))
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for line in list(self._lines):
            line.cut()
        for task in self._tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))
        self._loop.close()

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = self._loop.create_task(self._carry(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        back, server = await asyncio.open_unix_connection(str(self._real))
        line = _Line(client, server)
        if self._unanswered:
            self._unanswered -= 1
            self._stop(line)
        self._lines.add(line)
        try:
            await asyncio.gather(self._pass(line, reader, server, asks=True), self._pass(line, back, client))
        finally:
            self._lines.discard(line)
            line.cut()

    async def _pass(
        self, line: _Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, asks: bool = False
    ) -> None:
        with suppress(ConnectionError):
            while said := await reader.read(CHUNK):
                if asks and self._stops_at and self._stops_at in said:
                    self._stops_at = b""
                    self._stop(line)
                await line.flows.wait()
                writer.write(said)
        line.cut()


@contextmanager
def wire(real: Path, folder: Path) -> Iterator[Wire]:
    """A way to the PostgreSQL behind this socket, by a socket in the folder."""
    made = Wire(real, folder)
    made.start()
    try:
        yield made
    finally:
        made.close()
