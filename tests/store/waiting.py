"""Waiting for what is about to be so, with an end to it."""

import asyncio
import time
from collections.abc import Awaitable, Callable

LONGEST_S = 15.0
LOOK_AGAIN_S = 0.01


def until(true: Callable[[], bool]) -> None:
    """Return when this is so."""
    end = time.monotonic() + LONGEST_S
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(LOOK_AGAIN_S)


async def when(true: Callable[[], Awaitable[bool]]) -> None:
    """Return when this is so, with the other tasks going on."""
    end = time.monotonic() + LONGEST_S
    while not await true():
        assert time.monotonic() < end, "it did not come about"
        await asyncio.sleep(LOOK_AGAIN_S)
