"""What goes wrong inside a machine: asked for now, or by chance from a seed."""

import random
from collections import Counter
from collections.abc import Iterable

MISHAPS = (
    "unreadable", "two-at-once", "pushed-back", "foreign", "missing", "jam", "count-mismatch", "unsure", "untold",
)  # fmt: skip


class Mishaps:
    """Says for each card, or each shuffle, what goes wrong with it."""

    def __init__(self, kinds: Iterable[str] = (), rate: float = 0.0, seed: int = 0) -> None:
        self._kinds = tuple(kind for kind in MISHAPS if kind in set(kinds))
        self._rate = rate
        self._chance = random.Random(f"mishaps/{seed}")  # noqa: S311 - repeatable on purpose
        self.armed: Counter[str] = Counter()
        self.done: Counter[str] = Counter()

    def arm(self, kind: str, times: int) -> None:
        """Let this go wrong with the next ones."""
        self.armed[kind] += times

    def strikes(self, kind: str) -> bool:
        """Whether this goes wrong now."""
        struck = self.armed[kind] > 0
        if struck:
            self.armed[kind] -= 1
        elif kind in self._kinds:
            struck = self._chance.random() < self._rate
        self.done[kind] += struck
        return struck
