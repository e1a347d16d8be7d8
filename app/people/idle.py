"""Which sessions nobody uses any more: a screen that was left signed in is anybody's.

When a session was used last is known in memory, by each server for itself. What a page asks by itself does not count. A
dealer on duty is not sent away while a round is open: the table would stand.
"""

from collections.abc import Callable, Iterable

from app.house.state import Session


class Idle:
    """The sessions that were used here, and when. `playing` says whether this person deals a round that is open."""

    def __init__(self, idle_us: int, now_us: Callable[[], int], playing: Callable[[str], bool]) -> None:
        self._idle_us, self._now_us, self._playing = idle_us, now_us, playing
        self._used_us: dict[str, int] = {}

    def used(self, session: str) -> None:
        """Somebody has just used it."""
        self._used_us[session] = self._now_us()

    def is_over(self, session: Session) -> bool:
        """Whether it was not used for too long. One that was never seen here is used from now on, and so is one that
        was used in times to come: the clock was put back since."""
        now_us = self._now_us()
        used_us = self._used_us[session.id] = min(self._used_us.get(session.id, now_us), now_us)
        if now_us - used_us <= self._idle_us:
            return False
        return not self._playing(session.person)

    def over(self, sessions: Iterable[Session]) -> list[Session]:
        """Which of these are over, though they have not run out; those that are not there any more are forgotten."""
        there = {each.id: each for each in sessions if each.expires_us > self._now_us()}
        for gone in self._used_us.keys() - there.keys():
            del self._used_us[gone]
        return [each for each in there.values() if self.is_over(each)]
