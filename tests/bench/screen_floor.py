"""The least that a program can do between a card on a line and a message on a screen.

It waits for the pty, reads the frame, writes one row durably by a statement that was prepared before, and sends one
message of 300 bytes, which was encoded before, to the one client. It decodes, checks, decides and remembers nothing. It
runs on uvloop, in the loop of whoever measures it, or as a program of its own, as a server is:
`python -m tests.bench.screen_floor PTY FRAME_BYTES HOST PORT DATABASE USER` prints the port of its socket.
"""

import asyncio
import os
import socket
import sys
from typing import Any

import asyncpg
import uvicorn
import uvloop

TABLE = "CREATE TABLE IF NOT EXISTS floor (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, frame bytea NOT NULL)"
INSERT = "INSERT INTO floor (frame) VALUES ($1)"
CHUNK = 4096
MESSAGE_BYTES = 300
MESSAGE = '{"type":"view","view":"' + "x" * (MESSAGE_BYTES - 25) + '"}'


class Floor:
    """The program: one line, one connection to the database, one client."""

    def __init__(self, line: int, frame_bytes: int, statement: Any) -> None:
        self._line, self._frame_bytes, self._statement = line, frame_bytes, statement
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
        loop, message = asyncio.get_running_loop(), {"type": "websocket.send", "text": MESSAGE}
        while True:
            frame = await self._next
            self._next = loop.create_future()
            await self._statement.fetch(frame)
            await send(message)


async def serve(pty: str, frame_bytes: int, database: dict[str, Any], listening: socket.socket) -> None:
    """Run the floor in this loop, until it is cancelled."""
    connection = await asyncpg.connect(**database)
    await connection.execute(TABLE)
    line = os.open(pty, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    floor = Floor(line, frame_bytes, await connection.prepare(INSERT))
    asyncio.get_running_loop().add_reader(line, floor.read)
    config = uvicorn.Config(
        floor, ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off", log_level="critical"
    )
    await uvicorn.Server(config).serve(sockets=[listening])


def main(pty: str, frame_bytes: str, host: str, port: str, database: str, user: str) -> None:
    """Run it as a program of its own."""
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    where = {"host": host, "port": int(port), "database": database, "user": user}
    uvloop.run(serve(pty, int(frame_bytes), where, listening))


if __name__ == "__main__":
    main(*sys.argv[1:])
