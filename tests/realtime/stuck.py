"""Clients that do not read, and clients that send what no library would."""

import asyncio
import base64
import os
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

TEXT, BINARY, CLOSE = 1, 2, 8
LITTLE = 4_096


@asynccontextmanager
async def raw(url: str, protocol: str = "tables.v1") -> AsyncIterator[socket.socket]:
    """A socket after its handshake; it holds little of what comes, and nobody reads it."""
    loop, parts, line = asyncio.get_running_loop(), urlsplit(url), socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
    line.setblocking(False)
    try:
        await loop.sock_connect(line, (parts.hostname, parts.port))
        key = base64.b64encode(os.urandom(16)).decode()
        asked = [
            f"GET {parts.path}?{parts.query} HTTP/1.1", f"Host: {parts.netloc}", "Upgrade: websocket",
            "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Protocol: {protocol}", "", "",
        ]  # fmt: skip
        await loop.sock_sendall(line, "\r\n".join(asked).encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += await loop.sock_recv(line, 1)
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        yield line
    finally:
        line.close()


def frame(kind: int, data: bytes) -> bytes:
    """A whole frame from a client."""
    length = struct.pack("!BB", 0x80 | kind, 0x80 | 126) + struct.pack("!H", len(data))
    return length + bytes(4) + data


class Reading:
    """Reads frame by frame what a server has sent."""

    def __init__(self, line: socket.socket) -> None:
        self._line, self._data = line, b""

    async def frame(self) -> tuple[int, bytes] | None:
        """The next frame, its kind first; none at the end."""
        try:
            kind, size = await self._exactly(2)
            if size == 126:
                (size,) = struct.unpack("!H", await self._exactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", await self._exactly(8))
            return kind & 0x0F, await self._exactly(size)
        except EOFError:
            return None

    async def text(self) -> str:
        """The next text."""
        while (came := await self.frame()) is not None:
            if came[0] == TEXT:
                return came[1].decode()
        raise EOFError

    async def _exactly(self, size: int) -> bytes:
        while len(self._data) < size:
            came = await asyncio.get_running_loop().sock_recv(self._line, 65_536)
            if not came:
                raise EOFError
            self._data += came
        taken, self._data = self._data[:size], self._data[size:]
        return taken


async def close_code(line: socket.socket) -> int:
    """Read to the end: the code in the close frame, or 1006 if there is none."""
    reading = Reading(line)
    while (came := await reading.frame()) is not None:
        if came[0] == CLOSE:
            return int(struct.unpack_from("!H", came[1])[0])
    return 1006
