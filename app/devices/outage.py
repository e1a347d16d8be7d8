"""The times in which a line is lost: one line in the log when one begins, and one when it is over."""

import logging
from collections.abc import Callable

log = logging.getLogger("tablekeeper.devices")


class Outage:
    """Whether one device's line is lost, and for how long; `now_s` is a clock that never jumps."""

    def __init__(self, name: str, now_s: Callable[[], float]) -> None:
        self._name = name
        self._now_s = now_s
        self._since_s: float | None = None

    def lost(self, why: str) -> None:
        """The line is lost, or lost again."""
        if self._since_s is None:
            self._since_s = self._now_s()
            log.warning("Device %s: the line is lost (%s). It is opened again as soon as it can be.", self._name, why)

    def over(self) -> None:
        """The line is good."""
        if self._since_s is not None:
            log.info("Device %s: the line is back after %.1f s.", self._name, self._now_s() - self._since_s)
            self._since_s = None
