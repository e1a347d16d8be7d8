"""Whether rounds go on: one timer for a table in whose round somebody waits, and nothing to do for each event but to
look at the clock."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from app.game.core.state import Table


@dataclass(slots=True)
class _Watched:
    """A table in whose round somebody waits: since when, and at which version."""

    since_s: float
    version: int
    round: int
    timer: asyncio.TimerHandle | None


class Pace:
    """Says of each table once when nothing has happened in its round for so long; again when it has gone on since."""

    def __init__(self, most_s: float, stalled: Callable[[str, int, int], None]) -> None:
        self._most_s, self._stalled = most_s, stalled
        self._watched: dict[str, _Watched] = {}

    def went_on(self, number: str, table: Table, version: int) -> None:
        """The table is like this now."""
        round_ = table.round
        if round_ is None or round_.complete or not round_.places:
            self.forget(number)
            return
        now_s, watched = time.monotonic(), self._watched.get(number)
        if watched is None:
            self._watched[number] = _Watched(now_s, version, round_.number, self._timer(number, self._most_s))
            return
        watched.since_s, watched.version, watched.round = now_s, version, round_.number
        watched.timer = watched.timer or self._timer(number, self._most_s)

    def forget(self, number: str) -> None:
        """Nobody waits at this table."""
        watched = self._watched.pop(number, None)
        if watched is not None and watched.timer is not None:
            watched.timer.cancel()

    def close(self) -> None:
        """Watch nothing more."""
        for number in list(self._watched):
            self.forget(number)

    def watches(self, number: str) -> bool:
        """Whether somebody waits at this table."""
        return number in self._watched

    def _timer(self, number: str, after_s: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(after_s, self._look, number)

    def _look(self, number: str) -> None:
        """The time is over, or has begun anew since the timer was set."""
        watched = self._watched[number]
        left_s = watched.since_s + self._most_s - time.monotonic()
        if left_s > 0:
            watched.timer = self._timer(number, left_s)
            return
        watched.timer = None
        self._stalled(number, watched.round, watched.version)
