"""The fault catalogue of a Table Link shoe: how each fault is brought about, and whether anybody has to look.

A fault of the line alone is nobody's business: every card comes, in order, and the table does not hold. A fault of the
cards or of the device's memory makes the table hold, for a reason that says where to look.
"""

from collections.abc import Awaitable, Callable
from random import Random
from typing import NamedTuple

from tests.simulation.evening import Evening

Happen = Callable[[Evening, Random], Awaitable[None]]
SHORT_S = 0.3
RING = 256


class Fault(NamedTuple):
    """One fault. `held_for`: for one of these the table holds; if nothing is named it must not hold. `lines`: where
    there is such a fault; `held_between`: whether the table holds for it between rounds too."""

    happen: Happen
    held_for: tuple[str, ...] = ()
    lines: tuple[str, ...] = ("pty", "tcp", "rfc2217")
    held_between: bool = True


def _line(fault: str, most: int = 3, **details: object) -> Happen:
    async def happen(evening: Evening, chance: Random) -> None:
        await evening.shoe.fault(fault, times=chance.randint(1, most), **details)

    return happen


def _flip(direction: str) -> Happen:
    async def happen(evening: Evening, chance: Random) -> None:
        await evening.shoe.fault("flip", times=chance.randint(1, 3), bits=chance.randint(1, 4), direction=direction)

    return happen


async def _split(evening: Evening, chance: Random) -> None:
    await evening.shoe.fault("split", times=4, at=chance.randrange(40), seconds=0.02)


async def _babble(evening: Evening, chance: Random) -> None:
    await evening.shoe.fault("babble", times=1, count=chance.randint(1, 600))


async def _unplug(evening: Evening, chance: Random) -> None:
    await evening.shoe.ask("/unplug", {"seconds": chance.uniform(0.05, SHORT_S)})


async def _reboot(evening: Evening, chance: Random) -> None:
    reason = chance.choice(("power", "reset", "watchdog"))
    await evening.shoe.ask("/reboot", {"seconds": chance.uniform(0.05, SHORT_S), "reason": reason})


async def _memory_lost(evening: Evening, chance: Random) -> None:
    await evening.shoe.fault("memory-lost", seconds=chance.uniform(0.0, 0.2))


async def _clock_wrong(evening: Evening, chance: Random) -> None:
    await evening.shoe.ask("/clock", {"offset_ms": chance.choice((-(2**40), -3_600_000, 86_400_000, 2**40))})


async def _half_open(evening: Evening, _chance: Random) -> None:
    await evening.shoe.fault("half-open")


async def _overflow(evening: Evening, _chance: Random) -> None:
    """More happens than the shoe can keep while the line is away; cards of a round are the first to be lost."""
    cards = 0 if evening.over else 2
    await evening.shoe.ask("/unplug", {"seconds": None})
    if cards:
        await evening.shoe.ask("/press", {"count": cards, "force": True})
    for box in range(RING + 8):
        await evening.shoe.ask("/button", {"box": 1 + box % 7})
    await evening.shoe.ask("/replug", {})


async def _swap(evening: Evening, _chance: Random) -> None:
    """The shoe goes with its line, and its cards go on in another one with another serial number."""
    await evening.swap()


def _mishap(name: str) -> Happen:
    async def happen(evening: Evening, _chance: Random) -> None:
        await evening.shoe.fault(name)

    return happen


async def _push_back(evening: Evening, _chance: Random) -> None:
    if await evening.drawn():
        await evening.shoe.fault("pushed-back")


FAULTS: dict[str, Fault] = {
    "drop": Fault(_line("drop")),
    "drop a command": Fault(_line("drop", direction="to_device")),
    "duplicate": Fault(_line("duplicate")),
    "duplicate a command": Fault(_line("duplicate", direction="to_device")),
    "flip": Fault(_flip("to_host")),
    "flip a command": Fault(_flip("to_device")),
    "split": Fault(_split),
    "join": Fault(_line("join")),
    "delay": Fault(_line("delay", 2, seconds=SHORT_S)),
    "delay a command": Fault(_line("delay", 2, seconds=SHORT_S, direction="to_device")),
    "babble": Fault(_babble),
    "half-open": Fault(_half_open, lines=("tcp", "rfc2217")),
    "unplug": Fault(_unplug),
    "reboot": Fault(_reboot, ("device_restarted",), held_between=False),
    "stuck button": Fault(_line("stuck-button", 20)),
    "jam": Fault(_mishap("jam"), ("jammed",)),
    "unsure": Fault(_mishap("unsure")),
    "untold": Fault(_mishap("untold"), ("cards_untold",)),
    "unreadable": Fault(_mishap("unreadable"), ("card_unread",)),
    "two at once": Fault(_mishap("two-at-once"), ("two_at_once",)),
    "pushed back": Fault(_push_back, ("card_pushed_back",)),
    "foreign": Fault(_mishap("foreign"), ("foreign_card",)),
    "missing": Fault(_mishap("missing"), ("keyed_differs", "keyed_not_told")),
    "clock wrong": Fault(_clock_wrong),
    "overflow": Fault(_overflow, ("events_lost",)),
    "memory lost": Fault(_memory_lost, ("counter_went_back",)),
    "swapped": Fault(_swap, ("device_changed",)),
}
