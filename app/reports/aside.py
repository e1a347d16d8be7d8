"""Work that would keep the loop busy, in a thread with a loop and connections of its own: no table waits for it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def aside(work: Coroutine[Any, Any, T]) -> T:
    """What the work gives, done beside everything else."""
    return await asyncio.to_thread(asyncio.run, work)
