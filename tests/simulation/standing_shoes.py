"""Simulated devices that stand for many tests, each a process; each test fills its shoe anew."""

import json
import subprocess
import sys
from typing import Any

from tests.simulation.simulator import START_S, Simulator

LISTEN = {"pty": "pty", "tcp": "tcp://127.0.0.1:0", "rfc2217": "rfc2217://127.0.0.1:0"}


class StandingShoes:
    """Devices by their kind, the kind of their line, and their options."""

    def __init__(self) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []
        self._devices: dict[tuple[str, ...], Simulator] = {}

    async def filled(self, line: str, seed: int, *options: str) -> Simulator:
        """The shoe on such a line, whole, and with eight decks in the order of the seed."""
        shoe = await self.whole("shoe", line, *options)
        await shoe.ask("/load", {"seed": seed})
        return shoe

    async def whole(self, kind: str, line: str, *options: str) -> Simulator:
        """A device, with which nothing is wrong any more; without other options a Table Link one."""
        key = (kind, line, *options)
        if key not in self._devices:
            self._devices[key] = self._started(kind, "--listen", LISTEN[line], *options)
        await self._devices[key].ask("/heal", {})
        return self._devices[key]

    def _started(self, *arguments: str) -> Simulator:
        command = (sys.executable, "-m", "device_simulators", *arguments)
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        self._processes.append(process)
        assert process.stdout is not None
        said: dict[str, Any] = json.loads(process.stdout.readline())
        while not json.loads(process.stdout.readline()).get("ready"):
            pass
        serial = said.get("serial") or ""
        return Simulator(said["device"], said["dialect"], said["url"], said["side_channel"], serial)

    def end(self) -> None:
        """End every process by its own id."""
        for process in self._processes:
            process.terminate()
            process.wait(START_S)
            if process.stdout is not None:
                process.stdout.close()
