"""A look at the log that all share who need one: however many ask, the log is looked at only so often."""

import asyncio
import time
from collections.abc import Awaitable, Callable

EVERY_S = 0.1


class FreshLook:
    """Looks, and not oftener than this."""

    def __init__(self, look: Callable[[], Awaitable[None]], every_s: float = EVERY_S) -> None:
        self._look, self._every_s = look, every_s
        self._next: asyncio.Task[None] | None = None
        self._one = asyncio.Lock()
        self._last_s = -every_s

    async def __call__(self) -> None:
        """Wait for a look that begins after this was asked."""
        if self._next is None:
            self._next = asyncio.create_task(self._take(), name="look")
            self._next.add_done_callback(_told)
        await asyncio.shield(self._next)

    async def _take(self) -> None:
        async with self._one:
            await asyncio.sleep(self._last_s + self._every_s - time.monotonic())
            self._next, self._last_s = None, time.monotonic()  # who asks from here on needs another one
            await self._look()


def _told(look: asyncio.Task[None]) -> None:
    """What went wrong is told to those who wait, if anybody still does."""
    if not look.cancelled():
        look.exception()
