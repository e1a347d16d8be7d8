"""Simulated devices that stand for many tests, each a process; each test fills its shoe anew."""

from tests.simulation.simulator import Simulator, announced
from tests.simulation.starting import Started

LISTEN = {"pty": "pty", "tcp": "tcp://127.0.0.1:0", "rfc2217": "rfc2217://127.0.0.1:0"}


class StandingShoes:
    """Devices by their kind, the kind of their line, and their options."""

    def __init__(self) -> None:
        self._started_here: list[Started] = []
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
        started = Started(*arguments)
        self._started_here.append(started)
        (device,) = announced(started.printed)
        return device

    def end(self) -> None:
        """End every process by its own id."""
        for started in self._started_here:
            started.end()
