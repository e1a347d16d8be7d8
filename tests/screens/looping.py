"""An event loop in a thread of its own: Playwright has the one of the tests' thread."""

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")
LONGEST_S = 90.0


class Looping:
    """Runs coroutines for those who have no loop."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="tests' loop")
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """What it comes to."""
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, LONGEST_S), self._loop).result()

    def close(self) -> None:
        """End the thread."""
        self.run(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
