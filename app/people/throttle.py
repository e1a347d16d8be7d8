"""So much and no more from one place within a while; of a bounded number of places."""

from collections import deque

MOST_KEYS = 10_000


class Throttle:
    """Lets `most` through for each key within the last `within_us`. When it knows too many keys it forgets the one
    that it has not seen for longest."""

    def __init__(self, most: int, within_us: int) -> None:
        self._most, self._within_us = most, within_us
        self._seen: dict[str, deque[int]] = {}

    def full(self, key: str, now_us: int) -> bool:
        """Whether no more would be let through now."""
        return self._late(key, now_us) >= self._most

    def take(self, key: str, now_us: int) -> bool:
        """Let one through, if it may be."""
        if self.full(key, now_us):
            return False
        seen = self._seen.pop(key, None)
        self._seen[key] = deque() if seen is None else seen
        self._seen[key].append(now_us)
        if len(self._seen) > MOST_KEYS:
            del self._seen[next(iter(self._seen))]
        return True

    def give_back(self, key: str) -> None:
        """The last one that was let through does not count."""
        seen = self._seen.get(key)
        if seen:
            seen.pop()

    def _late(self, key: str, now_us: int) -> int:
        """How many were let through of late; a clock that was put back makes nobody wait longer."""
        seen = self._seen.get(key)
        if seen is None:
            return 0
        while seen and not 0 <= now_us - seen[0] < self._within_us:
            seen.popleft()
        return len(seen)
