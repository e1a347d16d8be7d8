"""The other ends of lines: a pty's master, a TCP server, an RFC 2217 server. Each can be pulled and put back."""

import asyncio
import os
import select
import socket
import struct
import threading
import tty
from contextlib import suppress
from pathlib import Path

from serial import Serial, rfc2217


class PtyEnd:
    """The master of a pty, whose slave is found under a path that stays the same."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._master: int | None = None
        self.plug()

    @property
    def url(self) -> str:
        return str(self.path)

    def plug(self) -> None:
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(slave))
        os.close(slave)
        os.set_blocking(self._master, False)

    def pull(self) -> None:
        if self._master is not None:
            self.path.unlink()  # first: the next pty of anybody may have the same name
            os.close(self._master)
            self._master = None

    async def send(self, data: bytes) -> None:
        assert self._master is not None
        assert os.write(self._master, data) == len(data)

    def read(self) -> bytes:
        assert self._master is not None
        with suppress(BlockingIOError, OSError):  # EIO while nobody has the slave open
            return os.read(self._master, 65536)
        return b""

    def close(self) -> None:
        self.pull()


class TcpEnd:
    """A device server's port: one client at a time, as they have it."""

    def __init__(self) -> None:
        self._port = 0
        self._server: socket.socket | None = None
        self._client: socket.socket | None = None
        self.plug()

    @property
    def url(self) -> str:
        return f"socket://127.0.0.1:{self._port}"

    def plug(self) -> None:
        self._server = socket.create_server(("127.0.0.1", self._port), backlog=1)
        self._server.setblocking(False)
        self._port = self._server.getsockname()[1]

    def pull(self, reset: bool = False) -> None:
        if self._accept() and self._client is not None and reset:
            self._client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        for line in (self._client, self._server):
            if line is not None:
                line.close()
        self._client = self._server = None

    async def send(self, data: bytes) -> None:
        while not self._accept():
            await asyncio.sleep(0.001)
        assert self._client is not None
        self._client.sendall(data)

    def read(self) -> bytes:
        with suppress(BlockingIOError):
            if self._accept() and self._client is not None:
                return self._client.recv(65536)
        return b""

    def close(self) -> None:
        self.pull()

    def _accept(self) -> bool:
        """Whether somebody is connected: who came last."""
        with suppress(BlockingIOError):
            while self._server is not None:
                client, _ = self._server.accept()
                client.setblocking(False)
                if self._client is not None:
                    self._client.close()
                self._client = client
        return self._client is not None


class Wires(Serial):
    """A pty as a serial port: it has no modem lines to ask or to set."""

    cts = dsr = ri = cd = False

    def _update_rts_state(self) -> None:
        pass

    _update_dtr_state = _update_break_state = _update_rts_state


class Rfc2217End:
    """pyserial's own RFC 2217 server, before a pty that stands for the device."""

    def __init__(self, path: Path) -> None:
        self._device = PtyEnd(path)
        self._port = 0
        self.plug()

    @property
    def url(self) -> str:
        return f"rfc2217://127.0.0.1:{self._port}"

    def plug(self) -> None:
        self._server = socket.create_server(("127.0.0.1", self._port), backlog=1)
        self._port = self._server.getsockname()[1]
        self._stop_out, self._stop = os.pipe()
        self._serves = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="RFC 2217 server", daemon=True)
        self._thread.start()
        assert self._serves.wait(5)  # what it has open is open from now on

    def pull(self) -> None:
        os.close(self._stop)
        self._thread.join(5)
        assert not self._thread.is_alive()

    async def send(self, data: bytes) -> None:
        await self._device.send(data)

    def read(self) -> bytes:
        return self._device.read()

    def close(self) -> None:
        self._device.close()  # first: the server may wait for a device that takes nothing
        if self._thread.is_alive():
            self.pull()

    def _serve(self) -> None:
        with self._server, Wires(self._device.url, timeout=0) as port:
            self._serves.set()
            while self._readable(self._server) and not self._over():
                client, _ = self._server.accept()
                with client:
                    self._pass_on(client, port)
        os.close(self._stop_out)

    def _pass_on(self, client: socket.socket, port: Serial) -> None:
        lock = threading.Lock()

        class Connection:
            def write(self, data: bytes) -> None:
                with lock:
                    client.sendall(data)

        commands = rfc2217.PortManager(port, Connection())  # type: ignore[arg-type]
        with suppress(OSError):
            while self._readable(client, port.fileno()) and not self._over():
                if self._at_once(client):
                    data = client.recv(1024)
                    if not data:
                        return
                    port.write(b"".join(commands.filter(data)))
                if data := port.read(1024):
                    client.sendall(b"".join(commands.escape(data)))

    def _readable(self, *lines: socket.socket | int) -> bool:
        return bool(select.select([*lines, self._stop_out], [], [])[0])

    def _over(self) -> bool:
        return self._at_once(self._stop_out)

    @staticmethod
    def _at_once(line: socket.socket | int) -> bool:
        return bool(select.select([line], [], [], 0)[0])


End = PtyEnd | TcpEnd | Rfc2217End
