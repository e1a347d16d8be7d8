"""Where a server of the tests can be made to die or to stand still around an append.

The app knows nothing of it: its functions are wrapped here, in the tests' own server. A seam is armed by a request, for
an append of so many tables together, and happens once.
"""

import os
import signal
from asyncio.selector_events import _SelectorSocketTransport  # type: ignore[attr-defined]
from typing import Any, Literal, NamedTuple, get_args

from app.store.writer import Writer

Point = Literal["before", "sent", "replied", "published", "answered"]
POINTS: tuple[Point, ...] = get_args(Point)
DIED = 41
# The message of PostgreSQL's protocol with which values are sent; "execute" follows in the same write.
BIND = b"B"


class Armed(NamedTuple):
    """What is to happen where: once so many have queued, at the how manieth of them, or at an append of one table."""

    point: Point
    how: Literal["die", "stop"]
    together: int = 1
    nth: int = 1
    stream: str = ""


class Seams:
    """The seams of this process."""

    def __init__(self) -> None:
        self.armed: Armed | None = None
        self._passed = 0

    def arm(self, armed: Armed) -> None:
        """It happens at the next append."""
        self.armed, self._passed = armed, 0

    def waits_for(self, queued: int) -> bool:
        """Whether more tables are to come before anything is written."""
        return self.armed is not None and queued < self.armed.together

    def reach(self, point: Point) -> None:
        """The process is at this point; it may end here."""
        if self.armed is None or self.armed.point != point:
            return
        self._passed += 1
        if self._passed < self.armed.nth:
            return
        how, self.armed = self.armed.how, None
        if how == "die":
            os._exit(DIED)
        os.kill(os.getpid(), signal.SIGSTOP)

    def concerns(self, streams: list[str]) -> bool:
        """Whether it may happen at an append to these streams."""
        return self.armed is not None and (not self.armed.stream or self.armed.stream in streams)


def install(seams: Seams) -> None:
    """Wrap the writer, and the line to PostgreSQL."""
    next_, execute, write = Writer._next, Writer._execute, _SelectorSocketTransport.write
    lines: list[Any] = []

    def gathered(self: Writer) -> Any:
        return [] if seams.waits_for(len(self._queue)) else next_(self)

    async def executed(self: Writer, batch: Any) -> set[str]:
        if not seams.concerns([waiting.append.stream for waiting in batch]):
            return await execute(self, batch)
        seams.reach("before")
        lines[:] = [self._connection and self._connection._transport]
        advanced = await execute(self, batch)
        lines.clear()
        seams.reach("replied")
        return advanced

    def written(self: _SelectorSocketTransport, data: bytes) -> None:
        write(self, data)
        if self in lines and bytes(data[:1]) == BIND:
            seams.reach("sent")

    Writer._next = gathered  # type: ignore[method-assign]
    Writer._execute = executed  # type: ignore[method-assign]
    _SelectorSocketTransport.write = written
