"""Simulated shoes that stand for many tests, one process for each kind of line; each test fills its shoe anew."""

import json
import subprocess
import sys
from typing import Any

from tests.simulation.simulator import START_S, Simulator

LISTEN = {"pty": "pty", "tcp": "tcp://127.0.0.1:0", "rfc2217": "rfc2217://127.0.0.1:0"}


class StandingShoes:
    """Table Link shoes by the kind of their line."""

    def __init__(self) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []
        self._shoes: dict[str, Simulator] = {}

    async def filled(self, line: str, seed: int) -> Simulator:
        """The shoe on such a line, whole, and with eight decks in the order of the seed."""
        if line not in self._shoes:
            self._shoes[line] = self._started(LISTEN[line])
        shoe = self._shoes[line]
        await shoe.ask("/heal", {})
        await shoe.ask("/load", {"seed": seed})
        return shoe

    def _started(self, listen: str) -> Simulator:
        command = (sys.executable, "-m", "device_simulators", "shoe", "--listen", listen)
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        self._processes.append(process)
        assert process.stdout is not None
        said: dict[str, Any] = json.loads(process.stdout.readline())
        while not json.loads(process.stdout.readline()).get("ready"):
            pass
        return Simulator(said["device"], said["dialect"], said["url"], said["side_channel"], said["serial"])

    def end(self) -> None:
        """End every process by its own id."""
        for process in self._processes:
            process.terminate()
            process.wait(START_S)
            if process.stdout is not None:
                process.stdout.close()
