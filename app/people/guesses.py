"""What was typed in vain, as everybody who tries may know it: by what was typed, whether anybody has that name or not.

A name, a badge and what nobody has are counted alike, each as it was typed, in the memory of this server. So whoever
guesses learns from a wait only what was tried. The house counts for itself, by person, what lasts.
"""

from app.house.state import Person, Tried
from app.house.subjects.alarms.commands import RaiseAlarm
from app.house.subjects.sessions.pin_attempts import failed_in, is_locked, tried_in
from app.people.attempt_source import Source
from app.people.tokens import hash_of

MOST_NAMES = 10_000
MOST_LETTERS = 64


class Guesses:
    """What was tried, by lane. When there is too much, what was not tried for longest is forgotten."""

    def __init__(self) -> None:
        self._tried: dict[tuple[str, str], Tried] = {}

    def locked(self, who: str, lane: str, now_us: int) -> bool:
        """Whether what was typed has to wait now."""
        return is_locked(self._of(who, lane), lane, now_us)

    def failed(self, who: str, lane: str, now_us: int) -> bool:
        """Count a try in vain; whether the next one has to wait."""
        tried = failed_in(tried_in(self._of(who, lane), lane, now_us), now_us)
        self.forget(who, lane)
        self._tried[lane, _typed(who)] = tried
        if len(self._tried) > MOST_NAMES:
            del self._tried[next(iter(self._tried))]
        return tried.locked_until_us > now_us

    def forget(self, who: str, lane: str) -> None:
        """Nothing is held against what was typed any more."""
        self._tried.pop((lane, _typed(who)), None)

    def _of(self, who: str, lane: str) -> tuple[Tried, ...]:
        found = self._tried.get((lane, _typed(who)))
        return () if found is None else (found,)


def alarm_of(person: Person | None, source: Source, now_us: int) -> RaiseAlarm:
    """Somebody of the house is to look at it. Names that were typed are not told: they may be PINs."""
    whose = "under several names" if person is None else f"of {person.name}"
    where = source.where[:MOST_LETTERS] or "an unknown place"
    return RaiseAlarm("guessing", "", "", f"somebody tries to guess a PIN {whose}, from {where}", now_us)


def _typed(who: str) -> str:
    return hash_of(who.casefold())
