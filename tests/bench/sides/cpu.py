"""How long processes have run on the processor, from Linux's /proc."""

import os
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
ATTEMPTS = 100


class Stat(NamedTuple):
    """What /proc/PID/stat says, in clock ticks; `ended_children` are those that the process has waited for."""

    parent: int
    own: int
    ended_children: int


def stat(process: int, proc: Path = PROC) -> Stat:
    """Raises OSError if there is no such process."""
    fields = (proc / str(process) / "stat").read_text().rpartition(")")[2].split()
    return Stat(int(fields[1]), int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14]))


def stats(proc: Path = PROC) -> dict[int, Stat]:
    """Of every process that there is."""
    found: dict[int, Stat] = {}
    for folder in proc.glob("[0-9]*"):
        try:
            found[int(folder.name)] = stat(int(folder.name), proc)
        except OSError:  # it has ended meanwhile
            continue
    return found


def main_thread_ns(process: int, proc: Path = PROC) -> int:
    """How long the main thread of this process has run."""
    return int((proc / str(process) / "task" / str(process) / "schedstat").read_text().split()[0])


def postgresql_ns(postmaster: int, proc: Path = PROC) -> int:
    """How long all processes of this PostgreSQL have run, with the backends that have ended.

    The kernel adds an ended backend to the postmaster in clock ticks, so that what ended is exact to two ticks. If a
    process ends during the reading, it is repeated: nothing is counted twice or left out.
    """
    for _ in range(ATTEMPTS):
        try:
            ended = stat(postmaster, proc).ended_children
            backends = [number for number, each in stats(proc).items() if each.parent == postmaster]
            running_ns = sum([main_thread_ns(each, proc) for each in (postmaster, *backends)])
        except (FileNotFoundError, ProcessLookupError):
            continue
        if stat(postmaster, proc).ended_children == ended:
            return ended * TICK_NS + running_ns
    raise RuntimeError(f"The processes of PostgreSQL {postmaster} could not be read: one ended in each attempt.")
