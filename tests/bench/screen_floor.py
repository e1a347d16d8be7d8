"""The least that a program can do between a card on a line and a message on a screen.

A program of its own, as a server is: it waits for the pty, reads the frame, writes one row durably by a statement that
was prepared before, and sends one message, which was encoded before, to the one client. It decodes, checks, decides and
remembers nothing. `python -m tests.bench.screen_floor PTY FRAME_BYTES MESSAGE_FILE HOST PORT DATABASE USER` prints the
port of its socket.
"""

import asyncio
import os
import socket
import sys
from pathlib import Path
from typing import Any

import asyncpg
import uvicorn

TABLE = "CREATE TABLE IF NOT EXISTS floor (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, frame bytea NOT NULL)"
INSERT = "INSERT INTO floor (frame) VALUES ($1)"
CHUNK = 4096


class Floor:
    """The program: one line, one connection to the database, one client."""

    def __init__(self, line: int, frame_bytes: int, message: str, statement: Any) -> None:
        self._line, self._frame_bytes, self._message, self._statement = line, frame_bytes, message, statement
        self._came = b""
        self._next: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def read(self) -> None:
        """Bytes are there."""
        self._came += os.read(self._line, CHUNK)
        if len(self._came) >= self._frame_bytes:
            self._next.set_result(self._came)
            self._came = b""

    async def __call__(self, _scope: Any, receive: Any, send: Any) -> None:
        """One client, until it leaves."""
        await receive()
        await send({"type": "websocket.accept"})
        loop, message = asyncio.get_running_loop(), {"type": "websocket.send", "text": self._message}
        while True:
            frame = await self._next
            self._next = loop.create_future()
            await self._statement.fetch(frame)
            await send(message)


async def _serve(pty: str, frame_bytes: str, message: str, *database: str) -> None:
    host, port, name, user = database
    connection = await asyncpg.connect(host=host, port=int(port), database=name, user=user)
    await connection.execute(TABLE)
    line = os.open(pty, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    floor = Floor(line, int(frame_bytes), Path(message).read_text(), await connection.prepare(INSERT))
    asyncio.get_running_loop().add_reader(line, floor.read)
    config = uvicorn.Config(
        floor, ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off", log_level="warning"
    )
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    await uvicorn.Server(config).serve(sockets=[listening])


if __name__ == "__main__":
    asyncio.run(_serve(*sys.argv[1:]))
