"""How fast what a device says is taken: no faster than any device can talk, so that one that floods keeps no table
waiting and fills no disk. What is not taken yet waits; after a pause some of it is taken at once.
"""

from typing import Final

BYTES_A_SECOND: Final = 64_000  # five times what the fastest device server's port brings
BYTES_AT_ONCE: Final = 32_000


class Pace:
    """What was taken of late: so much a second, and so much at once; the times are of a clock that never jumps."""

    def __init__(self, a_second: float, at_once: float) -> None:
        self._a_second, self._burst_s = a_second, at_once / a_second
        self._paid_until_s = float("-inf")

    def wait_s(self, size: int, now_s: float) -> float:
        """For how long nothing more is to be taken, now that so much was."""
        self._paid_until_s = max(self._paid_until_s, now_s - self._burst_s) + size / self._a_second
        return max(0.0, self._paid_until_s - now_s)


def pace_of_a_line() -> Pace:
    """How fast a line is read."""
    return Pace(BYTES_A_SECOND, BYTES_AT_ONCE)
