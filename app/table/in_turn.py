"""Goes through many things, and lets everybody else have a turn after every few of them."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

Thing = TypeVar("Thing")
AT_ONCE = 20


async def in_turn(things: Iterable[Thing]) -> AsyncIterator[Thing]:
    """Each of these, which are taken note of now: what comes or goes meanwhile is not looked at."""
    for number, thing in enumerate(tuple(things), 1):
        yield thing
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
