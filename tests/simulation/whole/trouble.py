"""What goes wrong in a round, by chance from the seed: at the devices and their lines, on the wires of the screens, at
PostgreSQL, and with the server itself."""

import asyncio
from collections.abc import Sequence
from random import Random

from tests.simulation.whole.pit import Pit
from tests.simulation.whole.screens import Screen
from tests.simulation.whole.store import FAULTS
from tests.simulation.whole.world import World

EVERY_S = (0.02, 0.5)
AWAY_S = (0.2, 12.0)
STALLED_S = (0.2, 9.0)
# How often each is chosen, in a hundred.
SHARES = {"device": 55, "wire": 20, "store": 15, "away": 3, "kill": 5, "stop": 2}
# Done at once, and not counted by the device itself.
AT_ONCE = ("jam", "pushed-back", "error", "retransmit", "memory-lost")
HEALED_WITHIN_S = 60.0


class Trouble:
    """All that goes wrong in a world."""

    def __init__(self, world: World, pits: Sequence[Pit], screens: Sequence[Screen]) -> None:
        self._world, self._pits, self._screens = world, pits, screens
        self.dice = Random(f"trouble/{world.seed}")

    async def run(self, seconds: float) -> None:
        """For so long, one thing after the other."""
        until_s = self._world.loop.now_s + seconds
        while self._world.loop.now_s < until_s:
            await asyncio.sleep(self.dice.uniform(*EVERY_S))
            (kind,) = self.dice.choices(list(SHARES), list(SHARES.values()))
            await getattr(self, f"_{kind}")()

    async def _device(self) -> None:
        pit = self.dice.choice(self._pits)
        kind = self.dice.choice(list(pit.felt.devices))
        fault = self.dice.choice(pit.felt.possible(kind))
        if pit.felt.strike(kind, fault, self.dice):
            self._world.journal.add(f"table {pit.felt.number} {kind}: {fault}")
            if fault in AT_ONCE:
                self._world.faults[f"device: {fault}"] += 1

    async def _wire(self) -> None:
        screen = self.dice.choice(self._screens)
        if screen.socket is None:
            return
        if self.dice.random() < 0.6:
            self._note("wire: cut")
            screen.socket.exchange.cut()
        else:
            self._note("wire: stalled")
            screen.socket.exchange.stall(self.dice.uniform(*STALLED_S))

    async def _store(self) -> None:
        self._world.store.arm(self.dice.choice(FAULTS))

    async def _away(self) -> None:
        self._world.journal.add("PostgreSQL does not answer")
        self._world.store.go_away(self.dice.uniform(*AWAY_S))

    async def _kill(self) -> None:
        """At any moment, or around the next append."""
        if not self._world.serves:
            return
        when = self.dice.choice(("now", "before a commit", "after a commit", "with an append on its way"))
        self._note(f"server: killed {when}")
        if when == "now":
            self._world.kill()
        else:
            self._world.store.kill_at = when, self._world.kill

    async def _stop(self) -> None:
        if self._world.serves:
            self._note("server: stopped")
            await self._world.stop()

    def _note(self, what: str) -> None:
        self._world.faults[what] += 1
        self._world.journal.add(what)

    async def heal(self) -> None:
        """Everything works again, and goes on working."""
        self._world.store.heal()
        for pit in self._pits:
            for device in pit.felt.devices.values():
                await device.heal()
        deadline_s = self._world.loop.now_s + HEALED_WITHIN_S
        while not self._world.serves:
            self._world.check()
            assert self._world.loop.now_s < deadline_s, "the server does not come up"
            await asyncio.sleep(0.05)
