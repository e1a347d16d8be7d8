"""A device server's port by raw TCP, read at the pace of a line."""

import asyncio
import os
import socket
from typing import cast

from app.devices.read_rate import pace_of_a_line
from app.devices.transports.keepalive import notice_half_open
from app.devices.transports.transport import (
    OPEN_TIMEOUT_S,
    READ_BYTES,
    UNSENT_BYTES_AT_MOST,
    CannotOpen,
    OnData,
    OnLost,
)
from app.devices.transports.urls import TcpUrl

ENDED = "the device server has ended the connection"


async def open_tcp(url: TcpUrl, on_data: OnData, on_lost: OnLost) -> "TcpLine":
    """Connect to the port; the line is probed while it is quiet."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(OPEN_TIMEOUT_S):
            _, line = await loop.create_connection(lambda: TcpLine(on_data, on_lost), url.host, url.port)
    except TimeoutError:
        raise CannotOpen(f"{url}: nobody answered in {OPEN_TIMEOUT_S:.0f} s; is the host switched on?") from None
    except (OSError, UnicodeError) as error:
        raise CannotOpen(f"{url}: {in_words(error)}; check host, port and network") from None
    loop.call_soon(line.begin)
    return line


def in_words(error: OSError | UnicodeError) -> str:
    """What the system says of it, without what differs from one attempt to the next."""
    if isinstance(error, UnicodeError):
        return "no host can have that name"
    if isinstance(error, socket.gaierror):
        return "the name of the host is not known"
    return os.strerror(error.errno) if error.errno else str(error)


class TcpLine(asyncio.BufferedProtocol):
    """A connection to a device server."""

    unannounced = False

    def __init__(self, on_data: OnData, on_lost: OnLost) -> None:
        self._on_data = on_data
        self._on_lost = on_lost
        self._closing = False
        self._loop = asyncio.get_running_loop()
        self._read = bytearray(READ_BYTES)
        self._pace = pace_of_a_line()
        self._over = self._loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection stands; nothing is read before `begin`."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.pause_reading()
        notice_half_open(transport.get_extra_info("socket"))

    def begin(self) -> None:
        """Read from now on."""
        self._transport.resume_reading()

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002  # asyncio asks with it
        """Where what comes is put: a piece of it, so that the other lines have their turn."""
        return self._read

    def buffer_updated(self, nbytes: int) -> None:
        """So many bytes came."""
        if self._closing:
            return
        self._on_data(bytes(self._read[:nbytes]))
        wait_s = self._pace.wait_s(nbytes, self._loop.time())
        if wait_s and not self._transport.is_closing():
            self._transport.pause_reading()
            self._loop.call_later(wait_s, self._read_on)

    def _read_on(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        self._over.set_result(None)
        self.unannounced = exc is not None  # probes went unanswered, or it has forgotten the connection
        if not self._closing:
            self._closing = True
            self._on_lost(in_words(exc) if isinstance(exc, OSError) else ENDED)

    def write(self, data: bytes) -> bool:
        """Send this without waiting; False: nothing of it will be sent."""
        if self._transport.is_closing():
            return False
        if self._transport.get_write_buffer_size() + len(data) > UNSENT_BYTES_AT_MOST:
            return False
        self._transport.write(data)
        return True

    async def close(self) -> None:
        """Give the connection up, with what has not been sent yet."""
        self._closing = True
        self._transport.abort()
        await self._over
