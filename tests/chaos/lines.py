"""The wires between the servers and PostgreSQL: each fault for its time, and whether it has struck."""

import asyncio

from tests.chaos.figures import Figures
from tests.chaos.machines import Machines
from tests.chaos.troubles import Trouble, Troubles
from tests.wires import Fault


class Lines:
    """One fault at a time on each wire; what comes next replaces it."""

    def __init__(self, machines: Machines, troubles: Troubles, figures: Figures) -> None:
        self._machines, self._troubles, self._figures = machines, troubles, figures
        self._healing: dict[int, asyncio.Task[None]] = {}
        self._wrong: dict[int, tuple[Fault, Trouble]] = {}

    async def strike(self, at: int, fault: Fault, seconds: float) -> None:
        """Let this be wrong with the wire of the server at this place for so long."""
        await self._heal(at)
        back = self._machines.all[at].back
        assert back is not None, "a single server has no wire to PostgreSQL"
        # A connection that is only slow is still one.
        servers = () if fault.kind == "delay" else (at,)
        self._wrong[at] = fault, self._troubles.begin(f"wire of server {at + 1}: {fault.words()}", *servers)
        back.strike(fault)
        self._healing[at] = asyncio.create_task(self._later(at, seconds), name="heal")

    async def close(self) -> None:
        """Nothing is wrong any more."""
        for at in list(self._wrong):
            await self._heal(at)

    async def _later(self, at: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._over(at)

    async def _heal(self, at: int) -> None:
        if task := self._healing.pop(at, None):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._over(at)

    def _over(self, at: int) -> None:
        """Count it, once."""
        if at not in self._wrong:
            return
        fault, trouble = self._wrong.pop(at)
        back = self._machines.all[at].back
        assert back is not None
        struck = back.struck
        back.heal()
        trouble.over()
        self._figures.faults[fault.words()] += 1
        self._figures.struck[fault.words()] += bool(struck)
        self._figures.bytes_held += struck.held
        self._figures.lines_cut += struck.ended
