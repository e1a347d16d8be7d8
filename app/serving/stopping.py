"""Being told to stop: by the first signal gracefully, by the second at once, and after ten seconds in any case.

At once is safe at any moment: what was acknowledged is durable, locks end with the process, and PostgreSQL is stopped
by its own keeper. It only leaves others to wait until leases have run out.
"""

import asyncio
import os
import signal
import threading
from types import FrameType

SIGNALS = (signal.SIGTERM, signal.SIGINT)
STOPS_WITHIN_S = 10.0
# The exit codes: of a shell, for a process that a signal ended; and one for a stop that took too long.
BY_SIGNAL, TOO_LATE = 128, 4


class Stop:
    """The wish to stop, as signals tell it."""

    def __init__(self) -> None:
        self._told = asyncio.Event()
        self._last = threading.Timer(STOPS_WITHIN_S, os._exit, (TOO_LATE,))
        self._last.daemon = True

    def listen(self) -> None:
        """From now on signals are heard."""
        for each in SIGNALS:
            asyncio.get_running_loop().add_signal_handler(each, self._first)

    async def wait(self) -> None:
        """Returns when somebody has told the process to stop."""
        await self._told.wait()

    def begin(self) -> None:
        """The time runs."""
        self._first()

    def done(self) -> None:
        """It has stopped in time."""
        self._last.cancel()

    def _first(self) -> None:
        if self._told.is_set():
            return
        self._told.set()
        self._last.start()
        for each in SIGNALS:
            asyncio.get_running_loop().remove_signal_handler(each)
            signal.signal(each, _second)  # it works in a loop that is busy, too


def _second(number: int, _frame: FrameType | None) -> None:
    os._exit(BY_SIGNAL + number)
