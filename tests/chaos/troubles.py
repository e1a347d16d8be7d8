"""What is wrong with the house, since when and until when; and for how long a server has been able to answer."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple


@dataclass(slots=True)
class Trouble:
    """Something that is wrong: in words, since when, until when, and the servers that cannot answer because of it."""

    words: str
    servers: tuple[int, ...]
    since_s: float
    until_s: float | None = None

    def between(self, from_s: float, to_s: float) -> bool:
        """Whether it was there at any time of these."""
        return self.since_s < to_s and (self.until_s is None or self.until_s > from_s)

    def over(self) -> None:
        """It is over, if it was not before."""
        if self.until_s is None:
            self.until_s = time.monotonic()


class Wait(NamedTuple):
    """An order that was answered late, or not yet: when it was sent, how long it took, and the longest time of that for
    which one and the same server ran and had PostgreSQL."""

    sent: datetime
    order: str
    table: str
    took_s: float
    able_s: float
    during: str
    stood: str

    def text(self) -> str:
        """All of it."""
        return (
            f"{self.took_s:.1f} s ({self.able_s:.1f} s with a server that ran and had PostgreSQL all the while): "
            f"{self.order} at table {self.table}, sent at {self.sent:%H:%M:%S}; "
            f"meanwhile: {self.during or 'nothing'}; it stood at: {self.stood or 'not asked'}"
        )


class Troubles:
    """All that was and is."""

    def __init__(self, servers: int) -> None:
        self._servers = range(servers)
        self._all: list[Trouble] = []

    def begin(self, words: str, *servers: int) -> Trouble:
        """From now on, until it is over."""
        made = Trouble(words, servers, time.monotonic())
        self._all.append(made)
        return made

    def everywhere(self, words: str) -> Trouble:
        """Something because of which no server can answer."""
        return self.begin(words, *self._servers)

    def told(self, from_s: float, to_s: float) -> str:
        """What was there between these, with its seconds from the first of them."""
        return "; ".join([_told(each, from_s) for each in self._all if each.between(from_s, to_s)])

    def able_s(self, from_s: float, to_s: float) -> float:
        """The longest time between these for which one and the same server had no trouble."""
        return max([later - since for at in self._servers for since, later in self._free(at, from_s, to_s)], default=0)

    def _free(self, server: int, from_s: float, to_s: float) -> Iterator[tuple[float, float]]:
        found = [each for each in self._all if server in each.servers and each.between(from_s, to_s)]
        free_s = from_s
        for each in sorted(found, key=lambda trouble: trouble.since_s):
            if each.since_s > free_s:
                yield free_s, each.since_s
            free_s = max(free_s, to_s if each.until_s is None else each.until_s)
        if free_s < to_s:
            yield free_s, to_s


def _told(trouble: Trouble, from_s: float) -> str:
    until = "" if trouble.until_s is None else f" to {trouble.until_s - from_s:+.1f} s"
    return f"{trouble.words} from {trouble.since_s - from_s:+.1f} s{until}"
