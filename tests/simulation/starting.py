"""Starts simulators from a process that has imported them once. tests/simulators starts them as a person does."""

import sys

from device_simulators.__main__ import main
from tests.forking import Forked

END_S = 20.0


class Started:
    """A process with the simulators of this command line; `printed` is what it prints."""

    def __init__(self, *arguments: str) -> None:
        self._process = Forked(_simulate, arguments)
        self.printed = self._process.printed

    def end(self) -> None:
        """End it by its own id."""
        self._process.terminate()
        ended = self._process.wait(END_S)
        assert ended == 0, f"{self._process.pid} ended with {ended}"


def _simulate(arguments: list[str]) -> int:
    sys.argv = ["device_simulators", *arguments]
    return main()
