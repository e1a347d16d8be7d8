"""How long to wait before the next attempt: longer each time up to a cap, and never quite the same.

Whatever is tried again waits by this, so that those who failed together do not come back together.
"""

from collections.abc import Callable


class Backoff:
    """The waits between attempts; `random` gives numbers from 0 to 1, so that many lines do not come back at once."""

    def __init__(self, random: Callable[[], float], first_s: float = 0.2, cap_s: float = 10.0) -> None:
        assert 0 < first_s <= cap_s
        self._random = random
        self._first_s = first_s
        self._cap_s = cap_s
        self._next_s = first_s

    @classmethod
    def steady(cls, wait_s: float) -> "Backoff":
        """The same wait each time, to the moment: for attempts that are counted, which give somebody so much time."""
        return cls(lambda: 1.0, wait_s, wait_s)

    def next_s(self) -> float:
        """How long to wait now: from half of the step to all of it."""
        step_s = self._next_s
        self._next_s = min(self._cap_s, step_s * 2)
        return step_s * (1 + self._random()) / 2

    def reset(self) -> None:
        """It went well: begin anew with the shortest wait."""
        self._next_s = self._first_s
