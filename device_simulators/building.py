"""Puts a device together from what was asked for."""

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from device_simulators.cards import shuffled
from device_simulators.device import ACCIDENTS, Chance, Device
from device_simulators.dialects.bee_tek import Spelling
from device_simulators.dialects.table_link.answers import Identity
from device_simulators.ends.angel_eye import AngelEyeEnd, AngelEyeOptions
from device_simulators.ends.bee_tek import BeeTekEnd
from device_simulators.ends.end import End
from device_simulators.ends.ring import Ring
from device_simulators.ends.table_link import TableLinkEnd
from device_simulators.faults import LINE_FAULTS, Noise
from device_simulators.lines.opening import Listen, new_line
from device_simulators.machines.continuous import ContinuousShuffler
from device_simulators.machines.machine import Machine
from device_simulators.machines.mishaps import MISHAPS, Mishaps
from device_simulators.machines.reader import Reader
from device_simulators.machines.shoe import Shoe
from device_simulators.machines.shuffler import Shuffler
from device_simulators.memory import Memory

FAMILIES = {"shoe": 1, "shuffler": 2, "continuous": 3, "reader": 4}
CATALOGUE = (*LINE_FAULTS, *MISHAPS, *ACCIDENTS)
_SERIALS = {"shoe": "SH", "shuffler": "SF", "continuous": "CS", "reader": "HR"}
_MACHINES: dict[str, type[Machine]] = {
    "shoe": Shoe,
    "shuffler": Shuffler,
    "continuous": ContinuousShuffler,
    "reader": Reader,
}


@dataclass(frozen=True, slots=True)
class Wish:
    """A device as it is asked for."""

    kind: str
    listen: Listen
    link: Path
    dialect: str = "table-link"
    decks: int = 8
    seed: int = 1
    serial: str = ""
    firmware: str = "1.0.3"
    key: bytes | None = field(default=None, repr=False)
    boot_id: int | None = None
    memory: Path | None = None
    stays_on: bool = False
    faults: tuple[str, ...] = ()
    fault_rate: float = 0.0
    shuffle_s: float = 2.0
    angel_eye: AngelEyeOptions = field(default_factory=AngelEyeOptions)
    bee_tek: Spelling = field(default_factory=Spelling)

    def __post_init__(self) -> None:
        if self.dialect != "table-link" and self.kind != "shoe":
            raise ValueError(f"a {self.kind} speaks table-link only: {self.dialect} is a dialect of shoes")
        unknown = set(self.faults) - set(CATALOGUE)
        if unknown:
            raise ValueError(f"no such fault: {', '.join(sorted(unknown))}; there are {', '.join(CATALOGUE)}")

    def possible(self, kind: str) -> bool:
        """Whether such a device can have this fault."""
        if kind == "reorder":
            return self.dialect != "table-link"
        if kind in {"half-open", "take-and-drop"}:
            return self.listen.kind != "pty"
        if kind in {"clock-wrong", "memory-lost"}:
            return self.dialect == "table-link"
        if kind in {"unsure", "untold"} and self.dialect != "table-link":
            return False
        if kind == "retransmit":
            return self.dialect == "angel-eye"
        return kind not in MISHAPS or kind in _MACHINES[self.kind].knows


async def built(wish: Wish) -> Device:
    """The device, plugged in and started."""
    memory = Memory(wish.memory)
    kept = memory.read()
    faults = tuple(kind for kind in wish.faults if wish.possible(kind))
    machine = _machine(wish, Mishaps(faults, wish.fault_rate, wish.seed))
    chance = random.Random(f"accidents/{wish.kind}/{wish.seed}")  # noqa: S311 - repeatable on purpose
    accidents = Chance(tuple(kind for kind in faults if kind in ACCIDENTS), wish.fault_rate, chance)
    end = _end(wish, machine)
    device = Device(wish.kind, wish.dialect, machine, end, memory, accidents)
    device.line = new_line(wish.listen, wish.link, device.received)
    device.possible = wish.possible
    device.to_host = Noise(faults, wish.fault_rate, f"{wish.kind}/{wish.seed}/to_host")
    device.to_device = Noise(faults, wish.fault_rate, f"{wish.kind}/{wish.seed}/to_device")
    if isinstance(machine, Shoe):
        machine.line_up = device.line_up
    if kept is not None:
        machine.restore(kept["machine"])
        end.restore(kept["end"])
    if kept is not None and wish.stays_on:
        await device.go_on()
    else:
        await device.start(first_start=kept is None)
    return device


def _machine(wish: Wish, mishaps: Mishaps) -> Machine:
    cards = shuffled(wish.decks, wish.seed)
    if wish.kind == "shoe":
        return Shoe(mishaps, cards)
    if wish.kind == "continuous":
        return ContinuousShuffler(mishaps, cards, wish.seed)
    return Shuffler(mishaps, cards, wish.seed, wish.shuffle_s) if wish.kind == "shuffler" else Reader(mishaps)


def _end(wish: Wish, machine: Machine) -> End:
    return _ENDS[wish.dialect](wish, machine)


def _angel_eye(wish: Wish, machine: Machine) -> End:
    return AngelEyeEnd(machine, wish.angel_eye, wish.seed)


def _bee_tek(wish: Wish, machine: Machine) -> End:
    return BeeTekEnd(wish.bee_tek)


def _table_link(wish: Wish, machine: Machine) -> End:
    serial = wish.serial or f"{_SERIALS[wish.kind]}-{wish.seed:04d}"
    identity = Identity(FAMILIES[wish.kind], serial, wish.firmware, wish.key)
    ring = Ring(_new_boot_id() if wish.boot_id is None else wish.boot_id)
    if isinstance(machine, Shoe):
        machine.may_let_out = lambda: not ring.nearly_full
    return TableLinkEnd(machine, ring, identity, _new_boot_id)


_ENDS: dict[str, Callable[[Wish, Machine], End]] = {
    "angel-eye": _angel_eye,
    "bee-tek": _bee_tek,
    "table-link": _table_link,
}
DIALECTS = tuple(_ENDS)


def _new_boot_id() -> int:
    return secrets.randbits(32)
