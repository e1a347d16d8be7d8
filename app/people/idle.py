"""Which sessions nobody uses any more: a screen that was left signed in is anybody's.

When a session was used last is known in memory, and servers tell each other: one that is used at another server is
used here. What a page asks by itself does not count. A dealer on duty is not sent away while a round is open: the table
would stand.
"""

from collections.abc import Callable, Iterable, Mapping

from app.house.state import Session

# So far the clocks of two servers may be apart; what is said of times further ahead is not believed.
AHEAD_US = 60_000_000


class Idle:
    """The sessions that were used, and when. `playing` says whether this person deals a round that is open here."""

    def __init__(self, idle_us: int, now_us: Callable[[], int], playing: Callable[[str], bool]) -> None:
        self._idle_us, self._now_us, self._playing = idle_us, now_us, playing
        self._used_us: dict[str, int] = {}
        self._heard_us: dict[str, int] = {}
        self._seen_us: dict[str, int] = {}

    def used(self, session: str) -> None:
        """Somebody has just used it."""
        self._used_us[session] = self._now_us()

    def to_tell(self, sessions: Iterable[Session]) -> dict[str, int]:
        """When these were used last here. Whoever deals an open round here uses the session, for all other servers."""
        for each in sessions:
            if self._playing(each.person):
                self.used(each.id)
        return dict(self._used_us)

    def heard(self, used_us: Mapping[str, int]) -> None:
        """When other servers have seen sessions used last."""
        latest_us = self._now_us() + AHEAD_US
        self._heard_us = {session: us for session, us in used_us.items() if us <= latest_us}

    def is_over(self, session: Session) -> bool:
        """Whether it was not used for too long. One that no server has seen used is used from now on, and so is one
        that was used in times to come: the clock was put back since."""
        now_us, id_ = self._now_us(), session.id
        for known in (self._used_us, self._heard_us, self._seen_us):
            if id_ in known:
                known[id_] = min(known[id_], now_us)
        used = [known[id_] for known in (self._used_us, self._heard_us) if id_ in known]
        last_us = max(used) if used else self._seen_us.setdefault(id_, now_us)
        return now_us - last_us > self._idle_us and not self._playing(session.person)

    def over(self, sessions: Iterable[Session]) -> list[Session]:
        """Which of these are over, though they have not run out; those that are not there any more are forgotten."""
        there = {each.id: each for each in sessions if each.expires_us > self._now_us()}
        for known in (self._used_us, self._seen_us):
            for gone in known.keys() - there.keys():
                del known[gone]
        return [each for each in there.values() if self.is_over(each)]
