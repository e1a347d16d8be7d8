"""The shoe: cards leave one after the other, and a sensor at the exit sees them, or does not."""

from collections.abc import Callable
from typing import Any

from device_simulators.cards import TEN
from device_simulators.machines import happenings as h
from device_simulators.machines.machine import CannotNow, Machine
from device_simulators.machines.mishaps import Mishaps
from device_simulators.machines.supply import Drawn, Supply, refuse_unknown

LARGEST_INDEX = 0xFFFF


class Shoe(Machine):
    """Cards in order; each press lets the next one out."""

    knows = frozenset({"unreadable", "two-at-once", "pushed-back", "foreign", "missing", "jam", "unsure", "untold"})

    def __init__(self, mishaps: Mishaps, cards: list[str]) -> None:
        super().__init__(mishaps)
        self.supply = Supply(cards)
        self.index = 0
        self.counted_in = len(cards)
        self.sensed_out = 0
        self.set_id = 1
        self.may_let_out: Callable[[], bool] = lambda: True
        self.line_up: Callable[[], bool] = lambda: True

    def load(self, cards: list[str], set_id: int) -> None:
        """Take everything out and put these cards in, the next one last."""
        refuse_unknown(cards)
        self.supply.fill(cards)
        self.set_id = set_id
        self.index = self.sensed_out = 0
        self.tell_filled()

    def tell_filled(self) -> None:
        """Count what is inside, and tell it."""
        self.counted_in = len(self.supply.left)
        self.say(h.Filled(self.counted_in, self.set_id))

    def press(self, count: int = 1, place: h.Place = "game", force: bool = False, alone: bool = False) -> None:
        """Draw so many cards; `force`: past a closed lock or a jam; `alone`: the cutting card counts as one."""
        for _ in range(count):
            self._refuse_press(force)
            self._press_once("locked" if self.locked else place, alone)

    def push_back(self) -> None:
        """The last card goes back in."""
        drawn = self.supply.put_back()
        self.sensed_out -= 1
        assert drawn.index is not None
        self.say(h.PushedBack(drawn.index))

    def tell_last_again(self) -> None:
        """Tell the last card once more."""
        self.say(h.LastCardToldAgain())

    def start(self, reason: h.BootReason) -> None:
        """Start; a shoe that has lost its memory counts from what is inside now."""
        if reason == "memory_lost":
            self.index = self.sensed_out = 0
            self.counted_in = len(self.supply.left)
        super().start(reason)

    def counts(self) -> tuple[int, int | None] | None:
        """As the sensor has it: a card that it missed is still inside for it."""
        return self.sensed_out, max(self.counted_in - self.sensed_out, 0)

    def _refuse_press(self, force: bool) -> None:
        if not self.supply.left and not self.supply.cut_card_is_next():
            raise CannotNow("impossible", "the shoe is empty: load it first")
        if force or self.dead:
            return
        if self.errors & {8}:
            raise CannotNow("error_stands", "a card is stuck: the host has to clear error 8 first")
        if self.locked:
            raise CannotNow("locked", 'the shoe is locked: the host has to unlock it, or press with "force": true')
        if not self.may_let_out():
            raise CannotNow("locked", "the shoe has locked itself: the host has to confirm some of what it keeps")

    def _press_once(self, place: h.Place, alone: bool) -> None:
        if self.supply.cut_card_is_next():
            self.supply.behind_cut_card = None
            self.say(h.CutCardOut())
            if alone:
                return
        if not self.supply.left:
            return
        if self.mishaps.strikes("foreign"):
            self.supply.stack([TEN + "S"], foreign=True)
        if self.dead or self.mishaps.strikes("missing"):
            self._leave(place, None, "not_sensed")
        else:
            self._let_out(place)
        if not self.supply.left:
            self.say(h.RanOut())

    def _let_out(self, place: h.Place) -> None:
        first = self._sensed(place)
        if self.supply.left and self.mishaps.strikes("two-at-once"):
            self._sensed(place)
            self.say(h.TwoOut(first))
        if self.mishaps.strikes("pushed-back"):
            self.push_back()
        if self.mishaps.strikes("jam"):
            self.jam()

    def _sensed(self, place: h.Place) -> int:
        self.index = self.next_index()
        self.sensed_out += 1
        if self.mishaps.strikes("untold"):
            self._leave(place, self.index, "untold")
            return self.index
        read, unsure = not self.mishaps.strikes("unreadable"), self.mishaps.strikes("unsure")
        card = self._leave(place, self.index, "read" if read else "unread")
        self.say(h.CardOut(card if read else None, self.index, place, unsure))
        return self.index

    def next_index(self) -> int:
        """The draw index of the next card."""
        return self.index + 1

    def _leave(self, place: h.Place, index: int | None, sensed: Any) -> str:
        card = self.supply.next_card()
        self.supply.drawn.append(Drawn(card, index, sensed, place, self.line_up()))
        return card

    def kept(self) -> dict[str, Any]:
        """What a restart of the simulator has to find again."""
        return super().kept() | {
            "supply": self.supply.kept(),
            "index": self.index,
            "counted_in": self.counted_in,
            "sensed_out": self.sensed_out,
            "set_id": self.set_id,
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Be as `kept` says."""
        super().restore(kept)
        self.supply.restore(kept["supply"])
        self.index, self.counted_in = kept["index"], kept["counted_in"]
        self.sensed_out, self.set_id = kept["sensed_out"], kept["set_id"]

    def shown(self) -> dict[str, Any]:
        """The truth about this shoe, for the side channel."""
        return super().shown() | {"cards": self.supply.shown(), "index": self.index, "set_id": self.set_id}
