"""How many connections there may be: of all, of one address, and of those whom nobody of the house knows.

They are counted where they are accepted, before anything is read or shaken hands over, and given back when their socket
is closed, whatever was spoken on it. One too many is closed at once: to answer it would take what there is too little
of. A line in the log says so now and then.
"""

import logging
import socket
import weakref
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from app.house.places import place_of

log = logging.getLogger("tablekeeper.connections")
MOST = 6_000
# For what is open besides: the database, files, the log. Of what is left a quarter is for devices.
RESERVED_FILES = 256
FEWEST = 32
# So many are accepted and closed again before others have their turn.
MOST_CLOSED_AT_ONCE = 100


def most_connections(files: int) -> int:
    """How many connections a process may have that may have so many open files."""
    return max(FEWEST, min(MOST, (files - RESERVED_FILES) * 3 // 4))


class Limits(NamedTuple):
    """`known` says of a place whether people of the house sign in there: the last quarter of the room is theirs.
    `exempt` says of an address whether it may have more than `most_of_one`: this machine, and proxies of the house."""

    most: int = MOST
    most_of_one: int = MOST
    known: Callable[[str], bool] = lambda _: True
    exempt: Callable[[str], bool] = lambda _: False


class Connections:
    """Those that are open, by place."""

    def __init__(self, limits: Limits = Limits()) -> None:  # noqa: B008
        self.limits = limits
        self.refused = 0
        self._open: Counter[str] = Counter()
        self._all = 0

    def __len__(self) -> int:
        return self._all

    def take(self, address: str) -> Callable[[], None] | None:
        """What gives it back; nothing if it is one too many."""
        place, why = place_of(address), self._why_not(address)
        if why:
            self.refused += 1
            log.warning("a connection was closed at once: %s", why)
            return None
        self._open[place] += 1
        self._all += 1
        return lambda: self._give_back(place)

    def _why_not(self, address: str) -> str:
        limits, place = self.limits, place_of(address)
        ours = limits.exempt(address) or limits.known(place)
        if self._all >= (limits.most if ours else limits.most * 3 // 4):
            return f"{self._all} are open"
        if self._open[place] >= limits.most_of_one and not limits.exempt(address):
            return f"{place} has {limits.most_of_one}"
        return ""

    def _give_back(self, place: str) -> None:
        self._all -= 1
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]


class Listening(socket.socket):
    """A port that counts what it accepts."""

    connections: Connections | None = None

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection for which there is room."""
        if self.connections is None:
            return super().accept()
        for _ in range(MOST_CLOSED_AT_ONCE):
            made, address = super().accept()
            give_back = self.connections.take(str(address[0]))
            if give_back is not None:
                return _Counted(made, give_back), address
            made.close()
        raise BlockingIOError("nothing more for now")


class _Counted(socket.socket):
    """A connection that is given back when it is closed, or lost sight of."""

    def __init__(self, made: socket.socket, give_back: Callable[[], None]) -> None:
        timeout = made.gettimeout()
        super().__init__(made.family, made.type, made.proto, fileno=made.detach())
        self.settimeout(timeout)
        self._finalizer = weakref.finalize(self, give_back)

    def close(self) -> None:
        """Close it, once."""
        super().close()
        self._finalizer()
