"""The shoe's end of Bee-Tek: it tells what it sees, and listens to nobody."""

from typing import Any

from device_simulators.dialects import bee_tek as wire
from device_simulators.ends.end import Sent
from device_simulators.machines import happenings as h

NOT_READ, REVERSE = "E3 Card Not Read", "E4 Reverse"
GAME_ALARMS = {7: "E7 Time Out", 8: "E8 Card Jam"}


class BeeTekEnd:
    """One shoe that speaks Bee-Tek."""

    def __init__(self, spelling: wire.Spelling) -> None:
        self._spelling = spelling
        self._out: list[Sent] = []
        self._told = 0

    def tell(self, happening: h.Happening, now_s: float) -> None:  # noqa: ARG002 - every end is told the time
        """Write this out, if there are words for it; a cutting card has none."""
        match happening:
            case h.CardOut(None):
                self._send(wire.UNREAD)
            case h.CardOut(card, _, place) if card is not None:
                self._send(wire.card_token(card, place, self._spelling))
            case h.PushedBack():
                self._send(wire.alarm_token(REVERSE))
            case h.ErrorRaised(1):
                self._send(wire.alarm_token(NOT_READ))
            case h.ErrorRaised(code):
                self._send(wire.game_alarm_token(GAME_ALARMS.get(code, f"E{code}")))
            case h.ButtonPressed():
                self._send(wire.WARNING)

    def _send(self, token: bytes) -> None:
        self._told += 1
        self._out.append(Sent(token, self._told))

    def received(self, data: bytes, now_s: float) -> None:
        """Nothing that a host says means anything to this shoe."""

    def tick(self, now_s: float) -> None:
        """Nothing here depends on the time."""

    def due_s(self) -> float | None:
        """Never."""
        return None

    def take(self) -> tuple[Sent, ...]:
        """The tokens to be sent since the last call, in order."""
        taken = tuple(self._out)
        self._out.clear()
        return taken

    def restarted(self) -> None:
        """It tells nothing of a start."""
        self._out.clear()

    def lose_memory(self) -> None:
        """There is none."""

    def wants_restart(self) -> bool:
        """It listens to nobody."""
        return False

    def set_clock_offset(self, offset_ms: int) -> None:
        """No token tells a time."""

    def kept(self) -> dict[str, Any]:
        """Nothing of the link outlives a restart."""
        return {}

    def restore(self, kept: dict[str, Any]) -> None:
        """Nothing was kept."""

    def shown(self) -> dict[str, Any]:
        """The truth about the link, for the side channel."""
        return {"tokens": self._told}
