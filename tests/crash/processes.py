"""Server processes of the tests: real ones, and quickly forked ones that are told where to die."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.embedded.seen import ROOT

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
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """A new process."""
        self.started_at = time.monotonic()
        with self._said.open("ab") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.crash.server", *self._arguments], cwd=ROOT, stdout=said, stderr=said
            )

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
    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "not started"
        return self._process

    def said(self) -> str:
        """What it has written so far."""
        return self._said.read_text() if self._said.exists() else ""


class Nursery:
    """Starts one server after the other, each a fork of a process that has everything loaded (nursery.py)."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.nursery"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._server: int | None = None

    def start(self, arguments: list[str]) -> None:
        """One more server."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(arguments) + "\n")
        self._process.stdin.flush()
        self._server = self._line()

    def ended(self) -> int:
        """With what the server ended, once it has."""
        code = self._line()
        self._server = None
        return code

    def end_server(self) -> None:
        """One that still runs after a test has failed."""
        if self._server is not None:
            os.kill(self._server, signal.SIGKILL)
            self.ended()

    def _line(self) -> int:
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """No more servers."""
        self.end_server()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(END_WITHIN_S)
        self._process.stdout.close()
