"""A line over TCP, as a serial device server gives it: one client at a time, a second one is turned away."""

import asyncio
import socket
from typing import cast

from device_simulators.lines.line import OnData

UNSENT_AT_MOST_BYTES = 1 << 16


class TcpLine:
    """A listening port whose client is the host."""

    scheme = "socket"

    def __init__(self, host: str, port: int, on_data: OnData) -> None:
        self._host, self._port = host, port
        self._on_data = on_data
        self._server: asyncio.Server | None = None
        self._client: Client | None = None
        self._abandoned: list[Client] = []
        self._drops = False
        self._wanted = False
        self._plugging = asyncio.Lock()
        self.connections = self.dropped = 0

    @property
    def url(self) -> str:
        """Where the host finds it."""
        return f"{self.scheme}://{self._host}:{self._port}"

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        return self._server is not None and not self._drops

    @property
    def connected(self) -> bool:
        """Whether a host has it open at this very moment."""
        return self._client is not None

    async def plug(self) -> None:
        """Listen, on the same port each time."""
        self._drops, self._wanted = False, True
        async with self._plugging:  # the port takes a moment to open, and cannot be opened twice
            if self._server is None and self._wanted:
                await self._listen()

    async def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Client(self), self._host, self._port)
        self._port = server.sockets[0].getsockname()[1]
        if self._wanted:
            self._server = server
        else:
            server.close()  # unplugged while the port was being opened

    def unplug(self) -> None:
        """Close the port and every connection."""
        self._wanted = False
        if self._server is not None:
            self._server.close()
            self._server = None
        self._let_everybody_go()

    def take_and_drop(self) -> bool:
        """The port stays open."""
        self._drops = self._server is not None
        self._let_everybody_go()
        return self._drops

    def _let_everybody_go(self) -> None:
        for client in [*self._abandoned, *([self._client] if self._client else [])]:
            client.transport.abort()
        self._abandoned.clear()
        self._client = None

    def write(self, data: bytes) -> bool:
        """Whether these bytes went to a host; else they are lost."""
        if self._client is None or self._client.transport.get_write_buffer_size() > UNSENT_AT_MOST_BYTES:
            return False
        self._client.transport.write(self._dressed(data))
        return True

    def abandon(self) -> bool:
        """Neither read nor write this connection any more, nor close it; the next client is welcome."""
        if self._client is None:
            return False
        self._client.transport.pause_reading()
        self._abandoned.append(self._client)
        self._client = None
        return True

    def joined(self, client: "Client") -> bool:
        """Whether this client has the line now."""
        self.dropped += self._drops
        if self._client is not None or not self.plugged:
            return False
        self._client = client
        self.connections += 1
        self._greet(client)
        return True

    def left(self, client: "Client") -> None:
        """This client has gone."""
        if self._client is client:
            self._client = None
        elif client in self._abandoned:
            self._abandoned.remove(client)

    def came(self, client: "Client", data: bytes) -> None:
        """These bytes came from this client."""
        if self._client is client:
            plain = self._undressed(data)
            if plain:
                self._on_data(plain)

    def _greet(self, client: "Client") -> None:
        """A plain line says nothing first."""

    def _dressed(self, data: bytes) -> bytes:
        return data

    def _undressed(self, data: bytes) -> bytes:
        return data


class Client(asyncio.Protocol):
    """One connection."""

    transport: asyncio.Transport

    def __init__(self, line: TcpLine) -> None:
        self._line = line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has come."""
        self.transport = cast("asyncio.Transport", transport)
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if not self._line.joined(self):
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        self._line.came(self, data)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio names it
        """The client has gone."""
        self._line.left(self)
