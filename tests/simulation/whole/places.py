"""A machine of the house: a server, started again whenever it has gone, where it is reached, and its way to PostgreSQL.

A server that is killed runs not one step more. What it had sent to PostgreSQL may still be carried out.
"""

import asyncio
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from app.device_lines import lines_of
from app.server import Server
from app.settings import Settings
from tests.simulation.whole.application import application_for
from tests.simulation.whole.link import Kind, Link
from tests.simulation.whole.loop import Life
from tests.simulation.whole.store import SimulatedDatabase
from tests.simulation.whole.wire import Door

if TYPE_CHECKING:
    from tests.simulation.whole.world import World

STARTS_AGAIN_S = 0.3
LEASE_S, CLOCKS_DIFFER_S = 10.0, 5.0
# Where the device servers of the simulated tables are.
DEVICES = lines_of(" ".join([f"devices-{number}.example" for number in range(1, 100)]), None, None, "")


def settings_of(folder: Path, number: int = 1) -> Settings:
    """Those of the machine of this number: a data folder and a file of signed heads of its own, and one key for all."""
    mark = "" if number == 1 else f"-{number}"
    return Settings(
        folder / f"server{mark}", heads_file=folder / f"heads{mark}.jsonl", pace_s=600, lease_s=LEASE_S,
        device_lines=DEVICES, idle_s=12 * 3_600, signing_key=folder / "server" / "keys" / "signing.pem",
    )  # fmt: skip


class Place:
    """One machine, of so many."""

    def __init__(self, world: "World", folder: Path, number: int) -> None:
        mark = "" if number == 1 else f"/{number}"
        self._world, self.number = world, number
        self.settings = settings_of(folder, number)
        self.address = f"http://tables{mark.replace('/', '-')}.example"
        self.door = Door(world.loop, world.seed + mark)
        self.link = Link(world.loop, world.seed + mark)
        self._dice = Random(f"world/{world.seed}{mark}")
        self.server: Server | None = None
        self.life: Life | None = None
        self._lives = 0
        # NTP or not: several machines never agree.
        self._ahead_us = 0 if number == 1 else round(self._dice.uniform(-CLOCKS_DIFFER_S, CLOCKS_DIFFER_S) * 1_000_000)

    def now_us(self) -> int:
        """The clock on the wall of this machine."""
        return self._world.clock() + self._ahead_us

    @property
    def serves(self) -> bool:
        """Whether people can reach a server here now."""
        return self.life is not None and self.door.is_open

    @property
    def works(self) -> bool:
        """Whether the server that is here could keep every table."""
        return self.serves and self.link.works

    @property
    def believes_alone(self) -> bool:
        """Whether the server here saw no other one when it last could look: without the database it keeps its clients,
        since there is nowhere to go as far as it knows."""
        return self.server is not None and not self.link.works and self.server.sharing.elsewhere() is None

    def keeps(self, number: str) -> bool:
        """Whether the server here has this table, and may write it."""
        server = self.server
        if server is None or not self.serves:
            return False
        return number in server.tables.live() and server.tables.leases.holds(f"table:{number}")

    def strike(self, kind: Kind, seconds: float) -> None:
        """Let something be wrong with the way to PostgreSQL for so long."""
        if self.life is not None:
            self.link.strike(kind, seconds, self._world.store.lines(self.life))

    async def start(self) -> None:
        """Start a server, and again if it does not come up."""
        world = self._world
        while True:
            self._lives += 1
            life = self.life = Life(f"server {self.number}.{self._lives}")
            with world.loop.within(life):
                server = Server(
                    self.settings, SimulatedDatabase(world.store, self.link), self.address, self.now_us, shares=True
                )
                life.server = server.tables.owner
                starting = world.loop.create_task(server.start())
            self.server = server
            await asyncio.wait([starting])
            if life.over:
                return  # it was killed on the way: whoever did that starts another
            if starting.exception() is None:
                break
            world.journal.add(f"{life.name} does not start: {type(starting.exception()).__name__}")
            self.kill(again=False)
            await asyncio.sleep(STARTS_AGAIN_S)
        self.door.opened(application_for(server), life)
        world.journal.add(f"{life.name} serves")

    def kill(self, *, again: bool = True, stopped: bool = False) -> None:
        """The server is gone between one step and the next; another is started soon."""
        life, server, world = self.life, self.server, self._world
        if life is None or server is None:
            return
        life.over = True
        world.journal.add(f"{life.name} is killed")
        world.bury(life)
        self.door.shut()
        world.network.reset(life)
        world.store.forsake(life)
        if not stopped:
            server.tables._identity.close()  # the kernel lets go of its lock
        world.keep_buried(server)
        self.life = self.server = None
        if again:
            world.spawn(self._start_again())

    async def _start_again(self) -> None:
        await asyncio.sleep(self._dice.uniform(0.05, 1.5))
        await self.start()

    async def stop(self, *, again: bool = True) -> None:
        """The server is told to stop, and stops; another is started soon."""
        life, server, world = self.life, self.server, self._world
        if life is None or server is None:
            return
        with world.loop.within(life):
            closing: asyncio.Task[Any] = world.loop.create_task(server.close())
        await asyncio.wait([closing], timeout=30.0)
        if not life.over:
            world.journal.add(f"{life.name} has stopped" if closing.done() else f"{life.name} does not stop")
            self.kill(again=again, stopped=closing.done())


class Way:
    """How somebody outside gets to a server: to the one that he is sent to, or to the next when nobody answers."""

    def __init__(self, places: list[Place], at: int = 0) -> None:
        self._places, self._at = places, at

    @property
    def place(self) -> Place:
        """The machine that he asks now."""
        return self._places[self._at]

    @property
    def door(self) -> Door:
        """Its door."""
        return self.place.door

    def on(self) -> None:
        """Nobody answers here."""
        self._at = (self._at + 1) % len(self._places)

    def follow(self, address: str | None) -> bool:
        """He is told where to go; whether there is such a place."""
        there = [at for at, place in enumerate(self._places) if place.address == address]
        self._at = there[0] if there else self._at
        return bool(there)
