"""A lossy line, reboots, unplugs and crashes of the host: every event exactly once, in order, none invented.

`EVENTS=30000 pytest tests/devices/test_table_link_lossy.py` runs a longer one.
"""

import os
from collections import Counter

import pytest

from app.devices.observations import CardPushedBack, CardSeen, CutCardSeen, Doubted, ErrorRaised, Started
from tests.devices.table_link_device import Body
from tests.devices.table_link_world import Faults, World

EVENTS = int(os.environ.get("EVENTS", "3000"))
BACKLOG = 200  # the device keeps 256: a slower line would lose events by the book
ROUGH = Faults(drop=0.05, double=0.05, late=0.05, flip=0.05, babble=0.05)
ROUGHEST = Faults(drop=0.15, double=0.15, late=0.15, flip=0.15, babble=0.15)
RANKS, SUITS = " A23456789TJQK", " DCSH"
BOOTS = ("", "power", "reset", "watchdog", "memory_lost")


def some_event(world: World) -> tuple[int, bytes]:
    """A card has the next draw index; one that is pushed back had the last one."""
    chance, device = world.chance, world.device
    kind = chance.random()
    if kind < 0.8:
        device.index += 1
        index = device.index
        return 0x02, bytes([chance.randint(1, 13), chance.randint(1, 4)]) + index.to_bytes(2, "little") + b"\x7f"[
            :0
        ] + b"\x62"
    return chance.choice(
        [(0x03, b""), (0x05, device.index.to_bytes(2, "little")), (0x50, b"\x03"), (0x7F, b"\x7f\x7f")]
    )


def read(body: Body) -> object:
    """What the specification says of these bytes."""
    _, code, rest = body
    if code == 0x01:
        return Started(BOOTS[rest[0]])  # type: ignore[arg-type]
    if code == 0x02:
        return (RANKS[rest[0]] + SUITS[rest[1]], int.from_bytes(rest[2:4], "little"))
    if code == 0x05:
        return CardPushedBack(int.from_bytes(rest, "little"))
    return {0x03: CutCardSeen(), 0x50: ErrorRaised(3)}.get(code, "unknown_event")


def recorded(world: World) -> list[tuple[str | None, object]]:
    told: list[tuple[str | None, object]] = []
    for report in world.journal:
        seen: object = report.observation
        if isinstance(seen, CardSeen):
            seen = (seen.card, seen.index)
        elif isinstance(seen, Doubted):
            seen = seen.doubt
        if report.key is not None:
            told.append((report.key, seen))
    return told


def check(world: World) -> None:
    wanted = [(f"SH-0042/{body[0]}", read(body)) for body in world.device.told]
    assert recorded(world) == wanted


def trouble(world: World) -> None:
    """Now and then the device starts again, the cable comes out, or the server dies."""
    chance = world.chance
    kind = chance.random()
    if kind < 0.01:
        world.device.start(3, world.s)
    elif kind < 0.02 and world.plugged:
        world.unplug()
        world.at(world.s + chance.random() * 3, world.plug)
    elif kind < 0.03 and world.plugged:
        world.crash_host()


def play(world: World, events: int) -> None:
    world.plug()
    for _ in range(events):
        world.device.happen(*some_event(world), world.s)
        trouble(world)
        world.until(lambda: world.device.counter - world.device.confirmed < BACKLOG, 120)
        world.run(world.chance.choice((0.001, 0.02, 0.2)))
    world.faults = Faults()
    world.until(lambda: len(recorded(world)) >= len(world.device.told), 60)
    world.run(2)


@pytest.mark.parametrize(("faults", "seed"), [(Faults(), 1), (ROUGH, 2), (ROUGH, 3), (ROUGHEST, 4), (ROUGHEST, 5)])
def test_every_event_exactly_once_and_in_order(faults: Faults, seed: int) -> None:
    world = World(seed, faults, ring=256)
    play(world, EVENTS // 5)
    check(world)
    doubts = Counter(report.observation.doubt for report in world.journal if isinstance(report.observation, Doubted))
    assert set(doubts) <= {"cards_before", "device_restarted", "unknown_event"}
    assert doubts["cards_before"] <= 1, "what left before the device was first met"
    assert world.device.confirmed == world.device.counter


def test_a_stop_of_the_store_holds_everything_back_and_loses_nothing() -> None:
    world = World(6)
    world.plug()
    world.until(world.running)
    world.storing = False
    for _ in range(300):
        world.device.happen(*some_event(world), world.s)
        world.run(0.02)
    assert world.device.confirmed < 2
    assert len(world.waiting) <= 64
    world.store_all()
    world.until(lambda: len(recorded(world)) == 301, 60)
    check(world)
