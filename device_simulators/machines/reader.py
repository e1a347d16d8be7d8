"""The hole-card reader: armed for one card, it says blackjack, no blackjack, or not read, and nothing else ever."""

from collections import deque
from typing import Any

from device_simulators.cards import rank_number
from device_simulators.machines import happenings as h
from device_simulators.machines.machine import CannotNow, Machine
from device_simulators.machines.mishaps import Mishaps
from device_simulators.machines.supply import refuse_unknown

ACE = 1
TEN_VALUED = range(10, 14)
ANSWERED_KEPT = 16


class Reader(Machine):
    """One reading for each token."""

    knows = frozenset({"unreadable"})

    def __init__(self, mishaps: Mishaps) -> None:
        super().__init__(mishaps)
        self._armed: tuple[int, int] | None = None
        self._answered: deque[int] = deque(maxlen=ANSWERED_KEPT)
        self.inserted: list[dict[str, Any]] = []

    def peek(self, token: int, rank: int) -> None:
        """Arm for one card, with this rank face up; token 0 disarms."""
        if token == 0:
            self._armed = None
            return
        if self.locked:
            raise CannotNow("locked", "the reader is locked: the host has to unlock it")
        if self.errors:
            raise CannotNow("error_stands", "an error stands: the host has to clear it first")
        if token not in self._answered and (self._armed is None or self._armed[0] != token):
            self._armed = (token, rank)

    def disabled(self) -> None:
        """A reader that is not wanted reads nothing."""
        self._armed = None

    def insert(self, card: str) -> None:
        """Somebody puts a card in."""
        refuse_unknown([card])
        armed, self._armed = self._armed, None
        told: str = "not_sensed"
        if self.dead:
            pass
        elif armed is None:
            told = "out_of_turn"
            self.say(h.PeekOutOfTurn())
        else:
            told = self._answer(card, *armed)
        self.inserted.append({"n": len(self.inserted) + 1, "card": card, "told": told})

    def _answer(self, card: str, token: int, rank: int) -> str:
        result: h.PeekResult = "not_read"
        if rank != 0 and not self.mishaps.strikes("unreadable"):
            result = "blackjack" if makes_blackjack(rank, rank_number(card)) else "no_blackjack"
        self._answered.append(token)
        self.say(h.PeekAnswered(result, token))
        return result

    def die(self) -> None:
        """A restart disarms."""
        self._armed = None
        super().die()

    def kept(self) -> dict[str, Any]:
        """What a restart of the simulator has to find again."""
        return super().kept() | {"answered": list(self._answered), "inserted": self.inserted}

    def restore(self, kept: dict[str, Any]) -> None:
        """Be as `kept` says."""
        super().restore(kept)
        self._answered.extend(kept["answered"])
        self.inserted = list(kept["inserted"])

    def shown(self) -> dict[str, Any]:
        """The truth about this reader, for the side channel."""
        return super().shown() | {"armed": self._armed and self._armed[0], "inserted": self.inserted}


def makes_blackjack(face_up: int, hole: int) -> bool:
    """Whether an ace and a card worth ten lie together."""
    return (face_up == ACE and hole in TEN_VALUED) or (hole == ACE and face_up in TEN_VALUED)
