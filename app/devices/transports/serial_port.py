"""A serial port of this machine, or a pty: pyserial configures it, the event loop reads and writes its descriptor."""

import asyncio
import errno
import os
import termios
from contextlib import suppress

from serial import Serial, SerialException

from app.devices.read_rate import pace_of_a_line
from app.devices.transports.threads import opened_in_thread
from app.devices.transports.transport import (
    OPEN_TIMEOUT_S,
    READ_BYTES,
    UNSENT_BYTES_AT_MOST,
    CannotOpen,
    OnData,
    OnLost,
)
from app.devices.transports.urls import SerialUrl

UNPLUGGED = "the port has gone: it was unplugged, or its other end was closed"
_WHY = {
    errno.ENOENT: "there is no such port; is its cable plugged in?",
    errno.EACCES: "this user may not open it; add the user to the group that owns the port, often 'dialout'",
    errno.EAGAIN: "another program has it open; end that one first",
    errno.EBUSY: "another program has it open; end that one first",
    errno.ENOTTY: "it is no serial port",
}


async def open_serial(url: SerialUrl, on_data: OnData, on_lost: OnLost) -> "SerialPort":
    """Open the port for this program alone: 8 data bits, no parity, one stop bit, no flow control."""
    try:
        port = await opened_in_thread(lambda: _configured(url), Serial.close, OPEN_TIMEOUT_S)
    except TimeoutError:
        raise CannotOpen(f"{url.path}: it did not open in {OPEN_TIMEOUT_S:.0f} s") from None
    except (OSError, ValueError, termios.error) as error:
        raise CannotOpen(f"{url.path}: {_why(error)}") from None
    return SerialPort(port, on_data, on_lost)


def _configured(url: SerialUrl) -> Serial:
    port = Serial(url.path, url.baud, exclusive=True, xonxoff=False, rtscts=False, dsrdtr=False)
    try:
        attributes = termios.tcgetattr(port.fileno())
        # pyserial sets 0, with which a read that finds nothing looks like a port that has gone
        attributes[6][termios.VMIN] = 1
        termios.tcsetattr(port.fileno(), termios.TCSANOW, attributes)
    except BaseException:
        port.close()
        raise
    return port


def _why(error: Exception) -> str:
    code = error.errno if isinstance(error, OSError) else error.args[0] if error.args else None
    if code in _WHY:
        return _WHY[code]
    if isinstance(code, int):
        return os.strerror(code)
    return _WHY[errno.ENOTTY] if isinstance(error, SerialException) else str(error)


class SerialPort:
    """An open serial port."""

    unannounced = False

    def __init__(self, port: Serial, on_data: OnData, on_lost: OnLost) -> None:
        self._port = port
        self._descriptor = port.fileno()
        self._on_data = on_data
        self._on_lost = on_lost
        self._unsent = bytearray()
        self._open = True
        self._pace = pace_of_a_line()
        self._loop = asyncio.get_running_loop()
        self._read_on()

    def write(self, data: bytes) -> bool:
        """Send this without waiting; False: nothing of it will be sent."""
        if not self._open or len(self._unsent) + len(data) > UNSENT_BYTES_AT_MOST:
            return False
        self._unsent += data
        self._flush()
        return True

    async def close(self) -> None:
        """Give the port up, with what has not been sent yet."""
        self._stop()
        # the kernel would wait for a line that takes nothing, for half a minute
        with suppress(OSError, termios.error):
            self._port.reset_output_buffer()
        self._port.close()

    def _read(self) -> None:
        try:
            data = os.read(self._descriptor, READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._on_data(data)
            self._pause(self._pace.wait_s(len(data), self._loop.time()))
        else:
            self._lost(UNPLUGGED)

    def _pause(self, wait_s: float) -> None:
        if wait_s and self._open:
            self._loop.remove_reader(self._descriptor)
            self._loop.call_later(wait_s, self._read_on)

    def _read_on(self) -> None:
        if self._open:
            self._loop.add_reader(self._descriptor, self._read)

    def _flush(self) -> None:
        try:
            del self._unsent[: os.write(self._descriptor, self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            self._loop.call_soon(self._lost, UNPLUGGED)  # never out of `write`: whoever writes is busy
            self._unsent.clear()
        if self._unsent:
            self._loop.add_writer(self._descriptor, self._flush)
        else:
            self._loop.remove_writer(self._descriptor)

    def _lost(self, why: str) -> None:
        if self._open:
            self._stop()
            self._on_lost(why)

    def _stop(self) -> None:
        if self._open:
            self._open = False
            self._unsent.clear()
            self._loop.remove_reader(self._descriptor)
            self._loop.remove_writer(self._descriptor)
