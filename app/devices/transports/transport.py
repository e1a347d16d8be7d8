"""What every open line is to those who use it.

`on_data` and `on_lost` are called in the event loop, and never before the coroutine that opened the line has gone on to
its next await: who opens it has that long to get ready. `on_lost` is called once at most, with words, and not after
`close`. A frame is written whole or not at all: what does not fit into the bounded buffer of a line that takes nothing
is refused, since the dialects would rather miss a frame than send it late.
"""

from collections.abc import Callable
from typing import Protocol

OnData = Callable[[bytes], None]
OnLost = Callable[[str], None]

UNSENT_BYTES_AT_MOST = 1_100  # two of the largest frames of any dialect
READ_BYTES = 4_096
OPEN_TIMEOUT_S = 10.0


class CannotOpen(Exception):
    """The line cannot be opened now, for the reason given."""


class Transport(Protocol):
    """An open line."""

    @property
    def unannounced(self) -> bool:
        """Whether it was lost without a word from the other end: it may have been dead for as long as it was quiet."""
        ...

    def write(self, data: bytes) -> bool:
        """Send this without waiting; False: nothing of it will be sent."""
        ...

    async def close(self) -> None:
        """Give the line up, with what has not been sent yet."""
        ...
