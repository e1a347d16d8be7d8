"""Clock and chance, for everything in the process: both follow from the seed and from what was done."""

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import app.devices.clock
import app.people.pins
import app.table.actor
import app.table.open_tables
from tests.cheap_pins import CHEAP
from tests.simulation.whole.loop import SimulatedLoop

# Noon of the 18th of November 2026, in UTC.
NOON_US = 1_795_003_200_000_000


class Clock:
    """The clock on the wall, in microseconds: some noon when the loop began."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop, self._began_s = loop, loop.time()

    def __call__(self) -> int:
        return NOON_US + round((self._loop.time() - self._began_s) * 1_000_000)


@contextmanager
def simulated(loop: SimulatedLoop, clock: Clock, seed: str) -> Iterator[None]:
    """Nothing in the process sees another clock, or other chance, while this lasts."""
    dice = Random(f"chance/{seed}")
    state = random.getstate()
    changes: list[tuple[Any, str, Any]] = [
        (time, "monotonic", loop.time),
        (time, "time_ns", lambda: clock() * 1_000),
        (time, "time", lambda: clock() / 1_000_000),
        (time, "clock_gettime", lambda _which: loop.time()),
        (app.table.actor, "monotonic", loop.time),
        (app.devices.clock, "monotonic", loop.time),
        (app.devices.clock, "time_ns", lambda: clock() * 1_000),
        (app.people.pins, "HASHER", CHEAP),
        # Servers come and go by the hundred in this process: its memory is not searched for each of them.
        (app.table.open_tables, "search_in_pieces", lambda: None),
        (app.table.open_tables, "search_everything", lambda: 0),
        (os, "urandom", dice.randbytes),
        (random, "_urandom", dice.randbytes),
    ]
    with _changed(changes):
        random.seed(f"everybody/{seed}")
        try:
            yield
        finally:
            random.setstate(state)


@contextmanager
def _changed(changes: list[tuple[Any, str, Any]]) -> Iterator[None]:
    before: list[Callable[[], None]] = []
    try:
        for owner, name, value in changes:
            old = getattr(owner, name)
            before.append(lambda owner=owner, name=name, old=old: setattr(owner, name, old))  # type: ignore[misc]
            setattr(owner, name, value)
        yield
    finally:
        for undo in before:
            undo()
