"""One seed: a house with some tables, rounds with everything going wrong, and each time all of it healed, so that the
rounds have to finish."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from app.books.rulebook import load_ruleset
from app.game.core.records import replace
from app.realtime.audience import AUDIENCES
from app.store.codec import encode
from app.store.database import Database
from tests.bot.tables import TABLES
from tests.simulation.whole.bridge import Bridge
from tests.simulation.whole.felt import ROLES, Felt, Placed, laid_out
from tests.simulation.whole.invariants import holds
from tests.simulation.whole.loop import SimulatedLoop
from tests.simulation.whole.nature import simulated
from tests.simulation.whole.pit import Pit, Staff
from tests.simulation.whole.probe import Probe
from tests.simulation.whole.screens import Acknowledgements, Person, Screen
from tests.simulation.whole.trouble import Trouble
from tests.simulation.whole.world import World

DIALECTS = ("table-link", "angel-eye", "bee-tek")
PINS = ("702846", "813957", "924068", "135792", "246803", "357914")
# All that goes wrong in a round goes wrong within this time; then everything works again.
TROUBLE_S = (0.5, 4.0)
ROUND_WITHIN_S = 900.0
FIRST = ("administrator", "830174")


class Outcome(NamedTuple):
    """What came of a seed. `digest` is the same for two runs only if the same happened at the same times; `silent_s`:
    the longest time in which a table did not answer though a server could have, where there are several."""

    seed: str
    tables: tuple[Placed, ...]
    rounds: int
    digest: str
    events: int
    messages: int
    acknowledged: int
    simulated_s: float
    faults: Counter[str]
    counts: Counter[str]
    holds: Counter[str]
    broken: str = ""
    last: tuple[str, ...] = ()
    servers: int = 1
    silent_s: float = 0.0


def servers_of(seed: str) -> int:
    """How many servers the house of this seed has."""
    return Random(f"servers/{seed}").choice((1, 2, 2, 3))


def tables_of(seed: str, count: int) -> tuple[Placed, ...]:
    """The tables of this seed."""
    dice = Random(f"tables/{seed}")
    kinds = dice.sample(sorted(TABLES), count)
    return tuple([Placed(str(n), kind, dice.choice(DIALECTS)) for n, kind in enumerate(kinds, 1)])


class Scenario:
    """The house of a seed, and its evening."""

    def __init__(self, world: World, tables: tuple[Placed, ...]) -> None:
        self.world, self.tables = world, tables
        self.acknowledgements = Acknowledgements(world)
        self.screens: list[Screen] = []
        self.pits: list[Pit] = []
        self.probes: list[Probe] = []
        self._administrator = Person(world, *FIRST, "10.0.0.1")
        self._people: dict[str, Person] = {}

    # --- the house

    async def set_up(self) -> None:
        """People, tables and devices, as a house sets them up."""
        first, *others = self.world.places
        await first.start()
        server = first.server
        assert server is not None
        body = {"token": server.setup_token, "name": FIRST[0], "shown": FIRST[0], "pin": FIRST[1]}
        status, said = await self._administrator.ask("POST", "/setup", body, signed_in=False)
        assert status < 300, said
        for place in others:
            await place.start()
        for name in ("floor-1", "floor-2"):
            await self._hire(name, "supervisor")
        await self._hire("eye-1", "surveillance")
        for placed in self.tables:
            await self._open(placed)
        for screen in self.screens:
            self.world.spawn(screen.run())
        for probe in self.probes:
            await probe.signs_in()
            self.world.spawn(probe.run())

    async def _hire(self, name: str, role: str) -> Person:
        pin = PINS[len(self._people) % len(PINS)]
        person = self._people[name] = Person(self.world, name, pin, f"10.0.1.{len(self._people) + 1}")
        licence = {"licensed_through": "2999-12-31"} if role == "dealer" else {}
        body = {"id": self._id(name), "name": name, "shown": name, "roles": [role], "pin": pin, **licence}
        await self._administrator.done("POST", "/people", body)
        return person

    def _id(self, name: str) -> str:
        dice = Random(f"{self.world.seed}/{name}")
        return str(UUID(int=dice.getrandbits(128), version=4))

    async def _open(self, placed: Placed) -> None:
        book, config = TABLES[placed.kind]
        number, supervisors = placed.number, (self._people["floor-1"], self._people["floor-2"])
        offered = replace(config, side_bets=tuple(load_ruleset(book).side_bets))
        dealers = tuple([await self._hire(f"dealer-{number}{each}", "dealer") for each in "ab"])
        body = {"id": self._id(f"table {number}"), "number": number, "ruleset": book}
        await supervisors[0].done("POST", "/tables", {**body, "config": orjson.loads(encode(offered))})
        seed = Random(f"devices/{self.world.seed}/{number}").randrange(1_000_000)
        felt = await laid_out(placed, seed, offered.decks, reads=offered.hole_card == "reader")
        for kind in felt.devices:
            await self._attach(felt, kind)
        self._screens(felt, supervisors[0], dealers, offered.decks)
        if not self.world.alone:
            self.probes.append(Probe(self.world, number, await self._hire(f"probe-{number}", "supervisor")))
        order = {"id": self._id(f"dealer {number}"), "command": {"type": "ChangeDealer", "dealer": dealers[0].name}}
        await supervisors[0].done("POST", f"/tables/{number}/orders", order)

    async def _attach(self, felt: Felt, kind: str) -> None:
        device, name = felt.devices[kind], felt.name(kind)
        body = {
            "name": name,
            "table": felt.number,
            "role": ROLES[kind],
            "dialect": device.dialect,
            "url": device.line.url,
        }
        await self._people["floor-1"].done("POST", "/devices", {"id": self._id(name), **body})
        serial = device.end.shown().get("serial")
        if serial:
            beside = [{"who": "floor-2", "pin": self._people["floor-2"].pin}]
            bound = {"id": self._id(f"{name} serial"), "serial": serial, "signed_by": beside}
            await self._people["floor-1"].done("POST", f"/devices/{name}/bindings", bound)

    def _screens(self, felt: Felt, supervisor: Person, dealers: tuple[Person, ...], decks: int) -> None:
        number, display = felt.number, {"display": f"sign-{felt.number}", "table": felt.number}
        signs: list[str] = []

        async def sign() -> str:
            if not signs:
                status, said = await self._administrator.ask("POST", "/displays", display)
                if status >= 400:  # it was put up, and nobody heard the token: another one is
                    display["display"] += "b"
                    return await sign()
                signs.append(said["token"])
            return signs[0]

        async def dealer() -> str:
            return await pit.on_duty.token()

        who: dict[str, Callable[[], Awaitable[str]]] = {
            "sign": sign, "dealer": dealer, "floor": supervisor.token, "surveillance": self._people["eye-1"].token,
        }  # fmt: skip
        made = {
            audience: Screen(self.world, self.acknowledgements, number, audience, f"10.0.{n}.{number}", who[audience])
            for n, audience in enumerate(AUDIENCES, 2)
        }
        pit = Pit(self.world, felt, Staff(dealers, (supervisor, self._people["floor-2"])), made["dealer"], decks)
        self.screens += made.values()
        self.pits.append(pit)

    # --- the evening

    async def play(self, rounds: int) -> None:
        """So many rounds at each table."""
        trouble = Trouble(self.world, self.pits, self.screens)
        for number in range(rounds):
            self.world.journal.add(f"round {number + 1}")
            await self._round(trouble)
            self.world.check()
        await self._rest()

    async def _round(self, trouble: Trouble) -> None:
        """One round at every table: with trouble for a while, then healed."""
        playing = [self.world.spawn(pit.play()) for pit in self.pits]
        troubling = self.world.spawn(trouble.run(trouble.dice.uniform(*TROUBLE_S)))
        await self._over([troubling], 120.0, "the trouble")
        await trouble.heal()
        self.world.journal.add("healed")
        await self._over(playing, ROUND_WITHIN_S, "the round, after everything was healed")

    async def _over(self, tasks: list["asyncio.Task[Any]"], within_s: float, what: str) -> None:
        deadline_s = self.world.loop.now_s + within_s
        while pending := [each for each in tasks if not each.done()]:
            self.world.check()
            left_s = deadline_s - self.world.loop.now_s
            if left_s <= 0:
                raise AssertionError(f"{what} does not come to an end: {[pit.says() for pit in self.pits]}")
            await asyncio.wait(pending, timeout=min(left_s, 5.0))
        self.world.check()

    async def _rest(self) -> None:
        """Everybody has been told everything."""
        deadline_s = self.world.loop.now_s + 120.0
        while not all(self._has_it_all(screen) for screen in self.screens):
            self.world.check()
            holds("screens: in the end everybody is shown the newest", self.world.loop.now_s < deadline_s,
                  [(screen.name, screen.version, screen.closings[-3:]) for screen in self.screens])  # fmt: skip
            await asyncio.sleep(0.05)

    def _has_it_all(self, screen: Screen) -> bool:
        return screen.connected and screen.version == self.world.invariants.stream(f"table:{screen.number}").version


async def _evening(scenario: Scenario, rounds: int) -> None:
    await scenario.set_up()
    await scenario.play(rounds)
    for place in scenario.world.places:
        await place.stop(again=False)
    scenario.world.check()


def run(
    seed: str, rounds: int, real: Database, folder: Path, bridge: Bridge, *, tables: int = 3, servers: int = 1,
    keeps: Path | None = None, plant: Callable[[Scenario], None] | None = None,
) -> Outcome:  # fmt: skip
    """The seed, in a database of its own that is empty but for its tables."""
    loop = SimulatedLoop()
    placed = tables_of(seed, tables)
    world = World(seed, real, folder, bridge, loop, {each.number: TABLES[each.kind][0] for each in placed},
                  keeps=keeps is not None, servers=servers)  # fmt: skip
    scenario, broken = Scenario(world, placed), ""
    with simulated(loop, world.clock, seed):
        try:
            if plant is not None:
                plant(scenario)
            loop.run_until_complete(_evening(scenario, rounds))
            scenario.acknowledgements.check_all()
        except Exception as error:
            broken = f"{type(error).__name__}: {error}"
        finally:
            outcome = _outcome(scenario, broken)
            if keeps is not None:
                keeps.write_text("".join(world.journal.lines))
            world.close()
    loop.close()
    return outcome


def _outcome(scenario: Scenario, broken: str) -> Outcome:
    world = scenario.world
    faults, counts, held = Counter[str](), Counter[str](), Counter[str]()
    faults.update({f"store: {name}": count for name, count in world.store.done.items()})
    faults.update(world.faults)
    for pit in scenario.pits:
        for device in pit.felt.devices.values():
            faults.update({f"device: {name}": count for name, count in device.shown()["faults"]["done"].items()})
        counts.update(pit.counts)
    for stream in world.invariants.tables:
        held.update(stream.holds)
    rounds = sum(stream.rounds + stream.voided for stream in world.invariants.tables)
    return Outcome(
        world.seed, scenario.tables, rounds, world.journal.digest,
        sum(stream.events for stream in world.invariants.streams.values()),
        sum(screen.messages for screen in scenario.screens), len(scenario.acknowledgements.seen),
        world.loop.now_s - 1_000.0, faults, counts, held, broken,
        tuple(world.journal.lines[-60:]) if broken else (), len(world.places),
        max([probe.longest_s for probe in scenario.probes], default=0.0),
    )  # fmt: skip
