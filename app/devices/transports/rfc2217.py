"""A device server's port by RFC 2217, which sets how fast the line behind it is.

pyserial speaks it, and only ever blocks. So a port has threads of its own: pyserial's, in which the telnet commands are
taken out of what comes, at the pace of a line and with bounds that pyserial's own reading has not; one that hands on
what is left, in the event loop; and one that writes, since a line that takes nothing would keep whoever writes to it.
All of them end with `close`, within a second or so.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any, TypeVar, assert_never, cast

from serial import SerialException, rfc2217

from app.devices.read_rate import pace_of_a_line
from app.devices.transports.keepalive import notice_half_open
from app.devices.transports.telnet import Data, Negotiated, Piece, Said, Telnet
from app.devices.transports.threads import opened_in_thread
from app.devices.transports.transport import READ_BYTES, UNSENT_BYTES_AT_MOST, CannotOpen, OnData, OnLost
from app.devices.transports.urls import Rfc2217Url

# pyserial waits 5 s for the connection, and three times 3 s for answers
OPEN_TIMEOUT_S = 20.0
LOOK_AGAIN_S = 1.0
# pyserial's thread looks at the latest after 5 s whether it shall go on
READER_ENDS_IN_S = 6.0
ENDED = "the device server has ended the connection"

Passed = TypeVar("Passed")


async def open_rfc2217(url: Rfc2217Url, on_data: OnData, on_lost: OnLost) -> "Rfc2217Line":
    """Connect to the port and set its speed, without flow control."""
    try:
        port = await opened_in_thread(lambda: _opened(url), _Port.close, OPEN_TIMEOUT_S)
    except TimeoutError:
        raise CannotOpen(f"{url}: it was not ready in {OPEN_TIMEOUT_S:.0f} s") from None
    except (OSError, ValueError) as error:
        raise CannotOpen(f"{url}: {_why(error)}; check host, port and network") from None
    return Rfc2217Line(port, on_data, on_lost)


def _opened(url: Rfc2217Url) -> "_Port":
    """The port. Servers whose line has no modem lines never answer SET_CONTROL: that answer is not waited for."""
    port = _Port(None, url.baud, timeout=LOOK_AGAIN_S)
    port.port = str(url).partition("?")[0] + "?ign_set_control"
    port.open()
    return port


def _why(error: Exception) -> str:
    text = str(error)
    if text.startswith("Remote does not"):
        return "it accepts connections, but does not answer as RFC 2217 has it"
    return text.rpartition(": ")[2]


class _Port(rfc2217.Serial):
    """pyserial's port, which notices a half-open line, always closes its socket, and fails where it is read."""

    _socket: socket.socket | None
    _thread: Thread | None
    _read_buffer: Any

    def open(self) -> None:
        super().open()
        notice_half_open(cast(socket.socket, self._socket))

    def close(self) -> None:
        line, reader = self._socket, self._thread
        self.is_open = False
        if line is not None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        if reader is not None:  # before its socket is closed, whose number may be another file's at once
            reader.join(READER_ENDS_IN_S)
        super().close()
        if line is not None:
            line.close()

    def _telnet_read_loop(self) -> None:
        with suppress(Exception):  # a connection that ends, or says what it cannot; whoever reads sees that this ended
            self._read_in(cast(socket.socket, self._socket))
        self._read_buffer.put(None)

    def _read_in(self, line: socket.socket) -> None:
        telnet, pace = Telnet(), pace_of_a_line()
        while self.is_open:
            with suppress(TimeoutError):  # it was quiet
                data = line.recv(READ_BYTES)
                if not data:
                    return
                for piece in telnet.feed(data):
                    self._take(piece)
                sleep(pace.wait_s(len(data), monotonic()))

    def _take(self, piece: Piece) -> None:
        match piece:
            case Data(data):
                self._read_buffer.put(data)
            case Negotiated(command, option):
                self._telnet_negotiate_option(command, option)  # type: ignore[attr-defined]
            case Said(data):
                self._telnet_process_subnegotiation(data)  # type: ignore[attr-defined]
            case _:
                assert_never(piece)


class Rfc2217Line:
    """An open port of a device server."""

    unannounced = True  # pyserial does not say how a connection ended

    def __init__(self, port: _Port, on_data: OnData, on_lost: OnLost) -> None:
        self._port = port
        self._on_data = on_data
        self._on_lost = on_lost
        self._open = True
        self._unsent: SimpleQueue[bytes] = SimpleQueue()
        self._unsent_bytes = 0
        self._loop = asyncio.get_running_loop()
        self._threads = [_thread(self._read_on), _thread(self._write_on)]
        self._closed = self._loop.create_future()

    def write(self, data: bytes) -> bool:
        """Send this without waiting; False: nothing of it will be sent."""
        if not self._open or self._unsent_bytes + len(data) > UNSENT_BYTES_AT_MOST:
            return False
        self._unsent_bytes += len(data)
        self._unsent.put(data)
        return True

    async def close(self) -> None:
        """Give the port up, with what has not been sent yet, and wait until its threads have ended."""
        self._open = False
        self._unsent.put(b"")
        _thread(self._end)
        await self._closed

    def _read_on(self) -> None:
        with suppress(SerialException, OSError):
            while self._open:
                if data := self._port.read(1):
                    self._in_loop(self._received, data + self._port.read(self._port.in_waiting))
        self._in_loop(self._lost, ENDED)

    def _write_on(self) -> None:
        with suppress(SerialException, OSError, AttributeError):  # the last: pyserial's, when it is closed meanwhile
            while data := self._unsent.get():
                self._port.write(data)
                self._in_loop(self._sent, len(data))
        self._in_loop(self._lost, ENDED)

    def _end(self) -> None:
        self._port.close()
        for thread in self._threads:
            thread.join()
        self._in_loop(self._all_ended, None)

    def _in_loop(self, act: Callable[[Passed], None], what: Passed) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(act, what)

    def _received(self, data: bytes) -> None:
        if self._open:
            self._on_data(data)

    def _sent(self, size: int) -> None:
        self._unsent_bytes -= size

    def _lost(self, why: str) -> None:
        if self._open:
            self._open = False
            self._on_lost(why)

    def _all_ended(self, _: None) -> None:
        if not self._closed.done():
            self._closed.set_result(None)


def _thread(act: Callable[[], None]) -> Thread:
    thread = Thread(target=act, name=f"a device's port:{act.__name__.replace('_', ' ')}", daemon=True)
    thread.start()
    return thread
