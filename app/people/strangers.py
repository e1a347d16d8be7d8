"""Names that nobody has: tries are counted for them as they are for people, and lock them for as long."""

from typing import NamedTuple

from app.house.decisions.sessions import LOCKED_US, MOST_FAILURES
from app.people.tokens import hash_of

MOST_NAMES = 10_000


class _Tried(NamedTuple):
    failures: int = 0
    locked_until_us: int = 0


class Strangers:
    """The names that were tried. When there are too many, the one that was not tried for longest is forgotten."""

    def __init__(self) -> None:
        self._tried: dict[str, _Tried] = {}

    def locked(self, who: str, now_us: int) -> bool:
        """Whether nobody signs in under this name now."""
        return self._tried.get(_name(who), _Tried()).locked_until_us > now_us

    def failed(self, who: str, now_us: int) -> None:
        """Count a try; as with people, wrong ones are counted until one is right, and here none is."""
        failures = self._tried.pop(_name(who), _Tried()).failures + 1
        locked = failures >= MOST_FAILURES
        self._tried[_name(who)] = _Tried(0, now_us + LOCKED_US) if locked else _Tried(failures)
        if len(self._tried) > MOST_NAMES:
            del self._tried[next(iter(self._tried))]


def _name(who: str) -> str:
    return hash_of(who.casefold())
