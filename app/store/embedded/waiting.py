"""Waiting that says every few seconds what it waits for."""

import time
from collections.abc import Callable

Say = Callable[[str], None]

_TELL_EVERY_S = 2.0
_LOOK_EVERY_S = (0.02, 0.5)  # at first, and in a long wait: each look at PostgreSQL is a line in its log
_LOOKS_WHILE_AS_LONG = 20  # as has been waited already


class Waiting:
    """One wait: call `tell` each time round, it sleeps a moment and speaks now and then."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._begun = time.monotonic()
        self._told = self._begun

    def tell(self, what: str) -> None:
        """Wait a moment for what is named."""
        now = time.monotonic()
        if now - self._told >= _TELL_EVERY_S:
            self._told = now
            self._say(f"{what} ({now - self._begun:.0f} s so far)")
        soonest_s, latest_s = _LOOK_EVERY_S
        time.sleep(min(latest_s, max(soonest_s, (now - self._begun) / _LOOKS_WHILE_AS_LONG)))
