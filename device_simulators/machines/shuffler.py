"""The batch shuffler: takes a set, mixes it for a while, counts it."""

import random
from typing import Any

from device_simulators.machines import happenings as h
from device_simulators.machines.machine import CannotNow, Machine
from device_simulators.machines.mishaps import Mishaps
from device_simulators.machines.supply import refuse_unknown

STEPS = 10


class Shuffler(Machine):
    """One set at a time. `shuffle_s`: how long it takes."""

    knows = frozenset({"jam", "count-mismatch"})

    def __init__(self, mishaps: Mishaps, cards: list[str], seed: int, shuffle_s: float = 2.0) -> None:
        super().__init__(mishaps)
        self.cards = cards
        self.expected = len(cards)
        self.set_id = 1
        self.shuffles = 0
        self._chance = random.Random(f"shuffler/{seed}")  # noqa: S311 - repeatable on purpose
        self._step_s = shuffle_s / STEPS
        self._steps_done = 0
        self._next_s: float | None = None

    @property
    def shuffling(self) -> bool:
        """Whether it is at work."""
        return self._next_s is not None

    def load(self, cards: list[str], set_id: int) -> None:
        """Put a set in."""
        refuse_unknown(cards)
        if self.shuffling:
            raise CannotNow("busy", "the shuffler is at work: load it when it is done")
        self.cards, self.expected, self.set_id = cards, len(cards), set_id

    def take_out(self, count: int) -> list[str]:
        """Take cards away that the machine does not know to be gone."""
        if count > len(self.cards):
            raise CannotNow("impossible", f"only {len(self.cards)} cards are inside")
        taken, self.cards = self.cards[:count], self.cards[count:]
        return taken

    def start_shuffle(self, set_id: int, now_s: float) -> None:
        """Begin; what is inside is taken for the set of this id."""
        if self.dead:
            raise CannotNow("dead", "the shuffler is dead: wait until it has started")
        if self.shuffling:
            raise CannotNow("busy", "the shuffler is at work")
        if self.errors:
            raise CannotNow("error_stands", "an error stands: the host has to clear it first")
        if self.locked:
            raise CannotNow("locked", "the shuffler is locked: the host has to unlock it")
        self.set_id = set_id
        self._steps_done, self._next_s = 0, now_s + self._step_s
        self.say(h.ShuffleBegan(set_id))

    def tick(self, now_s: float) -> None:
        """Go on with the shuffle."""
        while self._next_s is not None and now_s >= self._next_s:
            self._step()

    def due_s(self) -> float | None:
        """When the next step is done."""
        return self._next_s

    def _step(self) -> None:
        assert self._next_s is not None
        self._steps_done += 1
        self._next_s += self._step_s
        if self.mishaps.strikes("jam"):
            self.jam()
        elif self._steps_done < STEPS:
            self.say(h.ShuffleWentOn(100 * self._steps_done // STEPS))
        else:
            self._finish()

    def jam(self) -> None:
        """A card is stuck, and the shuffle is off."""
        self._next_s = None
        super().jam()

    def _finish(self) -> None:
        self._next_s = None
        self.shuffles += 1
        self._chance.shuffle(self.cards)
        counted = len(self.cards) - self.mishaps.strikes("count-mismatch")
        if counted != self.expected:
            self.say(h.Miscounted(max(counted, 0), self.expected))
        self.say(h.ShuffleEnded(self.set_id, max(counted, 0)))

    def die(self) -> None:
        """A shuffle does not go on after a restart."""
        self._next_s = None
        super().die()

    def counts(self) -> tuple[int, int | None] | None:
        """It draws nothing; what is inside is known once it was counted."""
        return 0, None if self.shuffling or not self.shuffles else len(self.cards)

    def kept(self) -> dict[str, Any]:
        """What a restart of the simulator has to find again."""
        kept = {"cards": self.cards, "expected": self.expected, "set_id": self.set_id, "shuffles": self.shuffles}
        return super().kept() | kept

    def restore(self, kept: dict[str, Any]) -> None:
        """Be as `kept` says."""
        super().restore(kept)
        self.cards, self.expected = list(kept["cards"]), kept["expected"]
        self.set_id, self.shuffles = kept["set_id"], kept["shuffles"]

    def shown(self) -> dict[str, Any]:
        """The truth about this shuffler, for the side channel; `cards` in the order in which a shoe would give them."""
        return super().shown() | {
            "cards": self.cards[::-1],
            "expected": self.expected,
            "set_id": self.set_id,
            "shuffling": self.shuffling,
            "percent": 100 * self._steps_done // STEPS,
            "shuffles": self.shuffles,
        }
