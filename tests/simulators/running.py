"""Runs the simulators as people do, and gets at their side channel and their lines."""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

PATIENCE_S = 15.0


@dataclass
class Simulators:
    """A running process; `said` are its JSON lines."""

    process: subprocess.Popen[str]
    said: list[dict[str, Any]]

    def url(self, device: str) -> str:
        """Where the device is."""
        return str(next(line["url"] for line in self.said if line.get("device") == device))

    def get(self, path: str) -> Any:
        """What the side channel has there."""
        return self._call(path, None)

    def post(self, path: str, **body: Any) -> Any:
        """What the side channel answers."""
        return self._call(path, body)

    def refused(self, path: str, **body: Any) -> str:
        """In what words the side channel refuses."""
        with pytest.raises(urllib.error.HTTPError) as caught:
            self._call(path, body)
        with caught.value as refused:
            assert refused.code in (409, 422)
            return refused.read().decode()

    def _call(self, path: str, body: dict[str, Any] | None) -> Any:
        at = next(line["side_channel"] for line in self.said if "device" not in line and "side_channel" in line)
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(at + path, data, {"Content-Type": "application/json"})  # noqa: S310
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310 - our own loopback address
            return json.load(answer)

    def wait_for(self, path: str, fits: Callable[[Any], bool]) -> Any:
        """What the side channel has there once it fits."""
        until_s = time.monotonic() + PATIENCE_S
        while not fits(found := self.get(path)):
            assert time.monotonic() < until_s, found
            time.sleep(0.005)
        return found

    def end(self, number: int = signal.SIGTERM) -> int:
        """The exit status after this signal."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S)


@contextlib.contextmanager
def running(*arguments: str) -> Iterator[Simulators]:
    """The simulators, ready; they end with the block."""
    command = [sys.executable, "-m", "device_simulators", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield Simulators(process, _until_ready(process))
        finally:
            if process.poll() is None:
                process.terminate()


def _until_ready(process: subprocess.Popen[str]) -> list[dict[str, Any]]:
    assert process.stdout is not None
    said: list[dict[str, Any]] = []
    while not said or "ready" not in said[-1]:
        line = process.stdout.readline()
        assert line, process.stderr and process.stderr.read()
        said.append(json.loads(line))
    return said


def read_until(descriptor: int, enough: Callable[[bytes], bool]) -> bytes:
    """What comes from a line, until it is enough."""
    came, until_s = b"", time.monotonic() + PATIENCE_S
    while not enough(came):
        ready, _, _ = select.select([descriptor], [], [], max(until_s - time.monotonic(), 0))
        assert ready, came.hex(" ")
        piece = os.read(descriptor, 4096)
        assert piece, came.hex(" ")
        came += piece
    return came


def closed_by_the_other_side(descriptor: int) -> bool:
    """Whether the line ends, once what was on it is read."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        select.select([descriptor], [], [], 1.0)
        try:
            if not os.read(descriptor, 4096):
                return True
        except (ConnectionError, OSError):
            return True
    return False
