"""What goes wrong in a round, by chance from the seed: at the devices and their lines, on the wires of the screens, at
PostgreSQL, and with the server itself."""

import asyncio
from collections.abc import Sequence
from functools import partial
from random import Random

from tests.simulation.whole.link import FAULTS as LINK_FAULTS
from tests.simulation.whole.pit import Pit
from tests.simulation.whole.places import Place
from tests.simulation.whole.screens import Screen
from tests.simulation.whole.store import FAULTS
from tests.simulation.whole.world import World

EVERY_S = (0.02, 0.5)
AWAY_S = (0.2, 12.0)
STALLED_S = (0.2, 9.0)
# How often each is chosen, in a hundred.
SHARES = {"device": 55, "wire": 20, "store": 15, "away": 3, "kill": 5, "stop": 2}
# Where there are several servers.
WITH_OTHERS = {"link": 12}
LINK_S = (0.5, 40.0)
# Done at once, and not counted by the device itself.
AT_ONCE = ("jam", "pushed-back", "error", "retransmit", "memory-lost")
HEALED_WITHIN_S = 60.0


class Trouble:
    """All that goes wrong in a world."""

    def __init__(self, world: World, pits: Sequence[Pit], screens: Sequence[Screen]) -> None:
        self._world, self._pits, self._screens = world, pits, screens
        self.dice = Random(f"trouble/{world.seed}")
        self._shares = SHARES if world.alone else {**SHARES, **WITH_OTHERS}

    async def run(self, seconds: float) -> None:
        """For so long, one thing after the other."""
        until_s = self._world.loop.now_s + seconds
        while self._world.loop.now_s < until_s:
            await asyncio.sleep(self.dice.uniform(*EVERY_S))
            (kind,) = self.dice.choices(list(self._shares), list(self._shares.values()))
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
        self._world.struck_s = self._world.loop.now_s
        self._world.store.arm(self.dice.choice(FAULTS))

    async def _away(self) -> None:
        self._world.journal.add("PostgreSQL does not answer")
        self._world.store.go_away(self.dice.uniform(*AWAY_S))

    async def _kill(self) -> None:
        """At any moment, or around the next append."""
        place = self._one_that_serves()
        if place is None or place.life is None:
            return
        when = self.dice.choice(("now", "before a commit", "after a commit", "with an append on its way"))
        self._world.struck(f"server: killed {when}")
        if when == "now":
            place.kill()
        else:
            self._world.store.kill_at(when, partial(self._killed, place), place.life)

    def _killed(self, place: Place) -> None:
        self._world.struck_s = self._world.loop.now_s
        place.kill()

    async def _stop(self) -> None:
        place = self._one_that_serves()
        if place is not None:
            self._world.struck("server: stopped")
            await place.stop()

    async def _link(self) -> None:
        """For longer than a lease lasts, as often as not; the next thing goes wrong meanwhile, or when it is over."""
        place = self._one_that_serves()
        if place is None:
            return
        kind, seconds = self.dice.choice(LINK_FAULTS), self.dice.uniform(*LINK_S)
        self._world.struck(f"link: {kind}")
        self._world.journal.add(f"the way of server {place.number} for {seconds:.1f} s")
        place.strike(kind, seconds)
        await asyncio.sleep(self.dice.uniform(0.0, seconds))

    def _one_that_serves(self) -> Place | None:
        there = [place for place in self._world.places if place.serves]
        return self.dice.choice(there) if len(there) > 1 else there[0] if there else None

    def _note(self, what: str) -> None:
        self._world.faults[what] += 1
        self._world.journal.add(what)

    async def heal(self) -> None:
        """Everything works again, and goes on working."""
        self._world.store.heal()
        for place in self._world.places:
            place.link.heal()
        for pit in self._pits:
            for device in pit.felt.devices.values():
                await device.heal()
        deadline_s = self._world.loop.now_s + HEALED_WITHIN_S
        while not all([place.serves for place in self._world.places]):
            self._world.check()
            assert self._world.loop.now_s < deadline_s, "the server does not come up"
            await asyncio.sleep(0.05)
