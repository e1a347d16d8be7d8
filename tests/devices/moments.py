"""Moments for sessions, which have no clock."""

from app.devices.session import Now

EPOCH_US = 1_790_000_000_000_000


def at(seconds: float) -> Now:
    """So many seconds after the start of a test."""
    return Now(1000.0 + seconds, EPOCH_US + round(seconds * 1e6))
