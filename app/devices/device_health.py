"""How a device is, for the screens; who shows it computes the ages."""

from dataclasses import dataclass

from app.devices.session_protocol import Counted, State


@dataclass(frozen=True, slots=True)
class Health:
    """How a device is. `since_us`: since when it is as `connected` and `state` say; `why`: what is wrong, or nothing.

    `waiting`: reports that came and are not recorded yet; `unsent`: frames that could not go out; `dropped`: captured
    pieces that could not be kept.
    """

    name: str
    connected: bool
    state: State
    since_us: int
    last_byte_us: int | None
    last_report_us: int | None
    counted: Counted
    why: str
    named: str = ""
    waiting: int = 0
    unsent: int = 0
    dropped: int = 0

    def in_words(self) -> str:
        """What state it is in."""
        if self.state == "unbound":
            return f"what answers is {self.named}, and that is not bound: bind it, or put the right one there"
        return f"it is {self.state}"
