"""Moments for sessions, which have no clock."""

from app.devices import clock
from app.devices.session_protocol import Now

EPOCH_US = 1_790_000_000_000_000


def at(seconds: float) -> Now:
    """So many seconds after the start of a test."""
    return Now(1000.0 + seconds, EPOCH_US + round(seconds * 1e6))


class AheadClock:
    """This machine's clock, and so many seconds more."""

    def __init__(self) -> None:
        self.ahead_s = 0.0

    def __call__(self) -> Now:
        now = clock.now()
        return Now(now.s + self.ahead_s, now.us + int(self.ahead_s * 1e6))
