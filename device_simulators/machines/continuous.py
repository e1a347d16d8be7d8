"""The continuous shuffler: a shoe that takes cards back and mixes them in at once."""

import random

from device_simulators.machines import happenings as h
from device_simulators.machines.machine import CannotNow
from device_simulators.machines.mishaps import Mishaps
from device_simulators.machines.shoe import LARGEST_INDEX, Shoe


class ContinuousShuffler(Shoe):
    """Cards leave one after the other and come back in no order that anybody could know."""

    def __init__(self, mishaps: Mishaps, cards: list[str], seed: int) -> None:
        super().__init__(mishaps, cards)
        self._chance = random.Random(f"mixing/{seed}")  # noqa: S311 - repeatable on purpose

    def give_back(self, count: int) -> None:
        """So many of the cards that are outside, the first of them first, go back in."""
        outside = [drawn for drawn in self.supply.drawn if not drawn.back]
        if count > len(outside):
            raise CannotNow("impossible", f"only {len(outside)} cards are outside")
        for drawn in outside[:count]:
            drawn.back = True
            self.supply.left.insert(self._chance.randrange(len(self.supply.left) + 1), drawn.card)
        self.counted_in += count
        self.say(h.CardsReturned(count))

    def next_index(self) -> int:
        """Draw indexes of a shuffler that never ends begin again."""
        return 1 if self.index == LARGEST_INDEX else self.index + 1
