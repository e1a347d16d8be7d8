"""A PostgreSQL that can be cut off at a chosen moment: what a connection says is passed on, message by message.

The frontend's messages are a byte that says which, a length and a body; only the first of a connection has no such
byte. A statement goes out as Parse (once), Bind, Execute and Sync; its answer ends with ReadyForQuery.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import Enum, auto
from pathlib import Path

from app.store.embedded.socket_folder import PORT

PARSE, BIND, EXECUTE, SYNC, READY = b"P", b"B", b"E", b"S", b"Z"
# How the statement begins that appends; others go on.
APPENDING = b"locked AS MATERIALIZED"


class Cut(Enum):
    """When the connection of the next append is cut."""

    BEFORE_IT_WAS_SENT = auto()
    WHEN_IT_WAS_SENT = auto()
    WHEN_IT_WAS_ANSWERED = auto()


class _Line:
    """One connection, both ways."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.client, self.server = client, server
        self.appending = self.executing = False
        self._prepared = set[bytes]()

    def begins_append(self, message: bytes) -> bool:
        """Whether this prepares the statement that appends, or uses it once prepared."""
        if message[:1] == PARSE and APPENDING in message:
            self._prepared.add(message[5:].split(b"\0")[0])
            return True
        return message[:1] == BIND and message[5:].split(b"\0")[1] in self._prepared

    def cut(self) -> None:
        for end in (self.client, self.server):
            end.transport.abort()


class Cutting:
    """The place between a program and its PostgreSQL."""

    def __init__(self, real: Path) -> None:
        self._real, self._lines, self._away = real, set[_Line](), False
        self._cut: Cut | None = None
        self.happened = asyncio.Event()

    def cut_next(self, when: Cut) -> None:
        """Cut the connection of the next append."""
        self._cut = when
        self.happened.clear()

    def cut_all(self) -> None:
        """Cut every connection now."""
        for line in list(self._lines):
            line.cut()

    def go_away(self) -> None:
        """Nobody gets through any more."""
        self._away = True
        self.cut_all()

    def come_back(self) -> None:
        """Whoever comes now gets through."""
        self._away = False

    async def carry(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        """One connection, until one side ends it."""
        if self._away:
            client.transport.abort()
            return
        back, server = await asyncio.open_unix_connection(str(self._real))
        line = _Line(client, server)
        self._lines.add(line)
        try:
            await asyncio.gather(self._asked(line, reader), self._answered(line, back))
        finally:
            self._lines.discard(line)
            line.cut()

    async def _asked(self, line: _Line, reader: asyncio.StreamReader) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            line.server.write(await _first(reader))
            while True:
                message = await _message(reader)
                line.appending |= line.begins_append(message)
                if line.appending and self._cut is Cut.BEFORE_IT_WAS_SENT:
                    return self._do_cut(line)
                line.server.write(message)
                line.executing |= line.appending and message[:1] == EXECUTE
                if message[:1] == SYNC and line.executing and self._cut is Cut.WHEN_IT_WAS_SENT:
                    await line.server.drain()
                    return self._do_cut(line)
        line.cut()
        return None

    async def _answered(self, line: _Line, reader: asyncio.StreamReader) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                message = await _message(reader)
                if line.executing and message[:1] == READY:
                    line.executing = line.appending = False
                    if self._cut is Cut.WHEN_IT_WAS_ANSWERED:
                        return self._do_cut(line)
                if not (line.executing and self._cut is Cut.WHEN_IT_WAS_ANSWERED):
                    line.client.write(message)
        line.cut()
        return None

    def _do_cut(self, line: _Line) -> None:
        self._cut = None
        line.cut()
        self.happened.set()


async def _first(reader: asyncio.StreamReader) -> bytes:
    length = await reader.readexactly(4)
    return length + await reader.readexactly(int.from_bytes(length, "big") - 4)


async def _message(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(5)
    return head + await reader.readexactly(int.from_bytes(head[1:], "big") - 4)


@asynccontextmanager
async def cuttable(real: Path, folder: Path) -> AsyncIterator[Cutting]:
    """A way to the PostgreSQL behind this socket, by a socket in the folder."""
    cutting, tasks = Cutting(real), set[asyncio.Task[None]]()

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(cutting.carry(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_unix_server(begin, str(folder / f".s.PGSQL.{PORT}"))
    try:
        yield cutting
    finally:
        server.close()
        cutting.cut_all()
        await asyncio.gather(*tasks)
