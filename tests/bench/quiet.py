"""Whether a machine was quiet: what other processes used while something was measured.

Own processes are this one, those that it has started, and whatever carries the mark of this run in its environment (the
keeper of a PostgreSQL outlives the program that started it). The kernel's own threads and interrupts belong to nobody.
Time that the machine's host took away counts as other processes.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self
from uuid import uuid4

from tests.bench.sides.cpu import PROC, Stat, stats

# Other processes together use less than this share of all cores.
QUIET = 0.05
MARK = "TABLEKEEPER_BENCH_RUN"
KERNEL = 2
UNBORN = Stat(0, 0, 0)


class Reading(NamedTuple):
    """Ticks since the machine started: all that the cores had, what processes used, and our processes."""

    all: int
    busy: int
    ours: dict[int, Stat]


def mark() -> str:
    """The mark of this run, which every process has that it starts."""
    return os.environ.setdefault(MARK, uuid4().hex)


class Watch:
    """Measures what others use inside a `with` block: the share of all cores, in `shares` one for each block."""

    def __init__(self, proc: Path = PROC) -> None:
        self._proc, self._mark = proc, f"{MARK}={mark()}".encode()
        self._before = Reading(0, 0, {})
        self.shares: list[float] = []

    def __enter__(self) -> Self:
        self._before = self._reading()
        return self

    def __exit__(self, *_: object) -> None:
        self.shares.append(share_of_others(self._before, self._reading()))

    def _reading(self) -> Reading:
        user, nice, system, idle, waiting, _irq, _soft, stolen = self._cores()
        known = stats(self._proc)
        busy = user + nice + system + stolen
        return Reading(busy + idle + waiting, busy, {each: known[each] for each in self._ours(known)})

    def _cores(self) -> list[int]:
        return [int(each) for each in (self._proc / "stat").read_text().split("\n", 1)[0].split()[1:9]]

    def _ours(self, known: dict[int, Stat]) -> set[int]:
        """This process, the marked ones, the kernel's threads, and all that descend from them."""
        ours = {os.getpid(), KERNEL, *[number for number in known if self._is_marked(number)]}
        while found := {number for number, each in known.items() if each.parent in ours} - ours:
            ours |= found
        return ours & known.keys()

    def _is_marked(self, process: int) -> bool:
        try:
            return self._mark in (self._proc / str(process) / "environ").read_bytes().split(b"\0")
        except OSError:  # it has ended, or belongs to somebody else
            return False


def share_of_others(before: Reading, after: Reading) -> float:
    """What others used of all cores between the two; nothing if less time has passed than the kernel counts."""
    passed = after.all - before.all
    others = after.busy - before.busy - worked(before.ours, after.ours)
    return max(0, others) / passed if passed else 0.0


def worked(before: dict[int, Stat], after: dict[int, Stat]) -> int:
    """What these processes worked between the two readings, with those that have ended."""
    ticks = sum([_total(each) - _total(before.get(number, UNBORN)) for number, each in after.items()])
    # Its parent has taken over all that an ended process worked, of which this much was before.
    inherited = [each for number, each in before.items() if number not in after and each.parent in after]
    return ticks - sum([_total(each) for each in inherited])


def _total(each: Stat) -> int:
    return each.own + each.ended_children


def words(shares: Sequence[float]) -> str:
    """How quiet it was, for the row of a figure."""
    if not shares:
        return "not checked"
    most = f"others up to {max(shares):.0%} of all cores"
    noisy = sum([share >= QUIET for share in shares])
    return f"NOT QUIET in {noisy} of {len(shares)}: {most}" if noisy else f"quiet: {most}"
