"""The clock of this machine, as sessions take it."""

from time import monotonic, time_ns

from app.devices.session_protocol import Now


def now() -> Now:
    """The moment."""
    return Now(monotonic(), time_ns() // 1_000)
