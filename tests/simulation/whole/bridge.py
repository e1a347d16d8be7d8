"""The real PostgreSQL behind the simulation: whatever is asked of it is answered before anything else happens."""

import asyncio
import time
from asyncio import events
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")
_REAL = time.monotonic


class _RealLoop(asyncio.SelectorEventLoop):
    """A loop that goes by the machine's own clock, whatever the process believes."""

    def time(self) -> float:
        """Seconds that really pass."""
        return _REAL()


class Bridge:
    """Runs what takes real time, while the simulated time stands still."""

    def __init__(self) -> None:
        self._loop = _RealLoop()

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """What comes of it."""
        outer = events._get_running_loop()
        events._set_running_loop(None)
        try:
            return self._loop.run_until_complete(work)
        finally:
            events._set_running_loop(outer)

    def close(self) -> None:
        """Run nothing more."""
        self._loop.close()
