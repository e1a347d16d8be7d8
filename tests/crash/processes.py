"""Server processes of the tests, which can be killed, stopped and told where to die."""

import signal
import subprocess
import time
from pathlib import Path

from tests.crash.server import main
from tests.forking import Forked

END_WITHIN_S = 20.0


def arguments(data: Path, socket: Path, tables: dict[str, str], lease_s: float) -> list[str]:
    """Of a server of these tables, each with its book."""
    named = [f"{number}:{book}" for number, book in tables.items()]
    return ["--data", str(data), "--socket", str(socket), "--lease-s", str(lease_s), *named]


class ServerProcess:
    """A server that can be killed, stopped and started again."""

    def __init__(self, data: Path, socket: Path, tables: dict[str, str], lease_s: float, *more: str) -> None:
        self.socket, self.tables = socket, tables
        self._arguments = [*more, *arguments(data, socket, tables, lease_s)]
        self._said = socket.with_suffix(".log")
        self.started_at = 0.0
        self._process: Forked | None = None

    def start(self) -> None:
        """A new process."""
        self.started_at = time.monotonic()
        self._process = Forked(main, self._arguments, out=self._said, errors=self._said)

    def kill(self) -> None:
        """kill -9; it is gone when this returns."""
        self._running.kill()
        self._running.wait(END_WITHIN_S)

    def stop(self) -> None:
        """Let it stand still."""
        self._running.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it run again."""
        self._running.send_signal(signal.SIGCONT)

    def end(self) -> None:
        """Ask it to end; it has to, or it is killed."""
        if self._process is None or self._process.poll() is not None:
            return
        self.go_on()
        self._process.terminate()
        try:
            self._process.wait(END_WITHIN_S)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._running.pid

    @property
    def _running(self) -> Forked:
        assert self._process is not None, "not started"
        return self._process

    def said(self) -> str:
        """What it has written so far."""
        return self._said.read_text() if self._said.exists() else ""
