"""What the tests see of the processes and files around a data folder."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from app.store.embedded import binary
from app.store.embedded.configuration import SUPERUSER

ROOT = Path(__file__).parents[2]
DEADLINE_S = 15.0


class User:
    """A process of its own that uses a data folder."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.embedded.user", str(data)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._reader = Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def hear(self) -> dict[str, Any]:
        heard: dict[str, Any] = json.loads(self._lines.get(timeout=DEADLINE_S))
        return heard

    def outcome(self) -> dict[str, Any]:
        """The next line that is not a word on the way."""
        give_up = time.monotonic() + DEADLINE_S
        while "said" in (heard := self.hear()):
            assert time.monotonic() < give_up, f"not within {DEADLINE_S} s: {heard['said']}"
        return heard

    def tell(self, command: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def ask(self, command: str) -> dict[str, Any]:
        self.tell(command)
        return self.outcome()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        self.kill()
        self._reader.join()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()


def psql(host: str, sql: str, role: str = SUPERUSER, prefix: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    command = [*prefix, str(binary("psql")), "-h", host, "-U", role, "-d", "tablekeeper", "-XAtc", sql]
    return subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE_S, check=False, cwd="/")


def rows(host: str, sql: str, role: str = SUPERUSER) -> list[str]:
    done = psql(host, sql, role)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def postmaster(data: Path) -> int:
    return int((data / "postgres" / "postmaster.pid").read_text().split("\n", 1)[0])


def another_postmaster(data: Path, old: int) -> bool:
    """Whether another postmaster has noted down its number; for a moment there is none."""
    try:
        return postmaster(data) != old
    except (OSError, ValueError):
        return False


def keeper(data: Path) -> int:
    return int((data / "keeper.lock").read_text())


def of_the_cluster(data: Path) -> set[int]:
    """Every PostgreSQL process of this data folder: each has the cluster as its working folder."""
    return {number for number in _processes() if _working_folder(number) == data / "postgres"} - _keepers(data)


def postmasters(data: Path) -> list[int]:
    """The processes that a keeper of this data folder started."""
    return [number for number in of_the_cluster(data) if _parent(number) in _keepers(data)]


def of_the_folder(data: Path) -> set[int]:
    """PostgreSQL and keepers."""
    return of_the_cluster(data) | _keepers(data)


def _keepers(data: Path) -> set[int]:
    return {number for number in _processes() if _is_keeper(number, data)}


def _is_keeper(number: int, data: Path) -> bool:
    words = _read(number, "cmdline").split("\0")
    return "app.store.embedded.keeper" in words and str(data) in words


def _processes() -> list[int]:
    return [int(entry) for entry in os.listdir("/proc") if entry.isdigit()]


def runs(number: int) -> bool:
    """Whether the process does anything yet; one that only waits for its parent to collect it does not."""
    status = _read(number, "stat").rpartition(")")[2].split()
    return bool(status) and status[0] not in ("Z", "X")


def _parent(number: int) -> int:
    status = _read(number, "stat").rpartition(")")[2].split()
    return int(status[1]) if status else 0


def _read(number: int, what: str) -> str:
    try:
        return Path(f"/proc/{number}/{what}").read_text(errors="surrogateescape")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _working_folder(number: int) -> Path | None:
    try:
        return Path(f"/proc/{number}/cwd").readlink()
    except OSError:
        return None


def until(what: Callable[[], bool], deadline_s: float = DEADLINE_S) -> float:
    """Wait for it; how long it took."""
    begun = time.monotonic()
    while not what():
        assert time.monotonic() - begun < deadline_s, f"not within {deadline_s} s"
        time.sleep(0.01)
    return time.monotonic() - begun


def kill(number: int, how: signal.Signals = signal.SIGKILL) -> None:
    os.kill(number, how)
