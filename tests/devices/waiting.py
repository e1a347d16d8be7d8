"""Waiting for what has to happen, with a deadline."""

import asyncio
import os
import threading
from collections.abc import Callable
from time import monotonic

PATIENCE_S = 10.0


async def until(holds: Callable[[], bool], what: str, patience_s: float = PATIENCE_S) -> None:
    deadline_s = monotonic() + patience_s
    while not holds():
        assert monotonic() < deadline_s, f"it did not happen in {patience_s} s: {what}"
        await asyncio.sleep(0.002)


def descriptors() -> list[str]:
    """What this process has open, by what it is and without numbers, which differ each time."""
    seen = []
    for number in os.listdir("/proc/self/fd"):
        try:
            seen.append(os.readlink(f"/proc/self/fd/{number}").partition(":")[0].rstrip("0123456789"))
        except FileNotFoundError:  # the one that lists them
            continue
    return sorted(seen)


def threads() -> int:
    return len(threading.enumerate())


def tasks() -> int:
    return len(asyncio.all_tasks())
