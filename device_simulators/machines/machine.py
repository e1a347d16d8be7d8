"""What every machine has: a lock, errors that stand, and happenings that wait to be told."""

from typing import Any, Literal

from device_simulators.machines import happenings as h
from device_simulators.machines.mishaps import Mishaps

JAM = 8
Why = Literal["busy", "locked", "error_stands", "dead", "impossible"]


class CannotNow(Exception):
    """The machine does not do this at this moment; the words are for people."""

    def __init__(self, why: Why, words: str) -> None:
        super().__init__(words)
        self.why = why


class Machine:
    """A machine without any mechanism of its own. `knows`: the mishaps that its cards can have."""

    knows: frozenset[str] = frozenset()

    def __init__(self, mishaps: Mishaps) -> None:
        self.mishaps = mishaps
        self.locked = False
        self.dead = False
        self.errors: set[int] = set()
        self._untold: list[h.Happening] = []

    def say(self, happening: h.Happening) -> None:
        """Let the dialect tell this."""
        if not self.dead:
            self._untold.append(happening)

    def take(self) -> tuple[h.Happening, ...]:
        """What happened since the last call."""
        taken = tuple(self._untold)
        self._untold.clear()
        return taken

    def lock(self, locked: bool) -> None:
        """Close the lock, or open it."""
        self.locked = locked
        self.say(h.LockTurned(locked))

    def disabled(self) -> None:
        """The host does not want anything of this machine for now."""

    def raise_error(self, code: int) -> None:
        """From now on this error stands."""
        self.errors.add(code)
        self.say(h.ErrorRaised(code))

    def jam(self) -> None:
        """A card is stuck."""
        self.say(h.Jammed())
        self.raise_error(JAM)

    def clear_error(self, code: int) -> bool:
        """Whether this error stood; it does not any more."""
        if code not in self.errors:
            return False
        self.errors.remove(code)
        self.say(h.ErrorCleared(code))
        return True

    def die(self) -> None:
        """Sense nothing and tell nothing until the machine starts."""
        self.dead = True
        self._untold.clear()

    def start(self, reason: h.BootReason) -> None:
        """Start: errors stand as they did, the lock is open."""
        self.dead = False
        self.locked = False
        self.say(h.Booted(reason))

    def tell_filled(self) -> None:
        """Tell how many cards were put in, if this is a machine that does."""

    def press_button(self, box: int) -> None:
        """Somebody presses the button of a box."""
        self.say(h.ButtonPressed(box))

    def move_door(self, opened: bool) -> None:
        """Somebody opens or closes the door."""
        self.say(h.DoorMoved(opened))

    def change_preset(self, address: int, value: int) -> None:
        """Somebody changes a setting at the device."""
        self.say(h.PresetChanged(address, value))

    def tick(self, now_s: float) -> None:
        """It is as late as this."""

    def due_s(self) -> float | None:
        """When `tick` is wanted next."""
        return None

    def counts(self) -> tuple[int, int | None] | None:
        """Cards drawn and left as the machine believes; None: it does not count."""
        return None

    def kept(self) -> dict[str, Any]:
        """What a restart of the simulator has to find again."""
        return {"errors": sorted(self.errors)}

    def restore(self, kept: dict[str, Any]) -> None:
        """Be as `kept` says."""
        self.errors = set(kept["errors"])

    def shown(self) -> dict[str, Any]:
        """The truth about this machine, for the side channel."""
        return {"locked": self.locked, "errors": sorted(self.errors), "dead": self.dead}
