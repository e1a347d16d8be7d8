"""How fast a line is read: no faster than any device can talk, so that one that floods keeps no table waiting.

What is not read yet waits at the other end. A line that was quiet may bring half a second's worth at once.
"""

from typing import Final

BYTES_A_SECOND: Final = 64_000  # five times what the fastest device server's port brings
BURST_S: Final = 0.5


class Pace:
    """What was read of one line; the times are of a clock that never jumps."""

    def __init__(self) -> None:
        self._paid_until_s = float("-inf")

    def wait_s(self, size: int, now_s: float) -> float:
        """For how long nothing more is to be read, now that so many bytes were."""
        self._paid_until_s = max(self._paid_until_s, now_s - BURST_S) + size / BYTES_A_SECOND
        return max(0.0, self._paid_until_s - now_s)
