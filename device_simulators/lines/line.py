"""What every line is to the device at its end."""

from collections.abc import Callable
from typing import Protocol

OnData = Callable[[bytes], None]


class Line(Protocol):
    """A line that a host can open, and a cable that can be pulled out."""

    connections: int
    dropped: int

    @property
    def url(self) -> str:
        """Where the host finds it."""
        ...

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        ...

    @property
    def connected(self) -> bool:
        """Whether a host has it open at this very moment."""
        ...

    async def plug(self) -> None:
        """Put the cable in: hosts can open the line."""
        ...

    def unplug(self) -> None:
        """Pull the cable out: who has the line open loses it."""
        ...

    def write(self, data: bytes) -> bool:
        """Whether these bytes went to a host; else they are lost."""
        ...

    def take_and_drop(self) -> bool:
        """Take every host from now on, and drop it at once, until `plug`; whether the line can do that."""
        ...

    def abandon(self) -> bool:
        """Leave the host alone with a connection that looks open; whether the line can do that."""
        ...
