"""One decoder and one session that hear the same bytes for a whole run, whatever the dialect."""

import resource
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from app.devices.session_protocol import Now, Report, Session
from tests.devices.chunks import at_random


class Heard(Protocol):
    """What is counted of every dialect."""

    reports: int
    most_held_bytes: int
    grown_kb: int


class Line:
    """Every byte comes out of the decoder again, in order, and little is held."""

    def __init__(
        self, feed: Callable[[bytes], Any], session: Session, hold_most: int, random: Random, heard: Heard
    ) -> None:
        self._feed, self._session, self._hold_most = feed, session, hold_most
        self._random, self._heard = random, heard
        self._session.connected(Now(0.0, 0))
        self._held = b""
        self._at_s = 0.0

    def hear(self, data: bytes) -> list[Any]:
        """The pieces of these bytes, which come in chunks of any size."""
        pieces: list[Any] = []
        for chunk in at_random(data, self._random, most=40):
            pieces += self._decode(chunk)
            self._tell_session(chunk)
        return pieces

    def _decode(self, chunk: bytes) -> list[Any]:
        self._held += chunk
        pieces: list[Any] = self._feed(chunk)
        for piece in pieces:
            assert piece.frame and self._held.startswith(piece.frame), "a piece that is not what came"
            self._held = self._held[len(piece.frame) :]
        assert len(self._held) <= self._hold_most, "more is held than is needed"
        self._heard.most_held_bytes = max(self._heard.most_held_bytes, len(self._held))
        return pieces

    def _tell_session(self, chunk: bytes) -> None:
        self._at_s += self._random.choice((0.0, 0.01, 0.4, 3.0))
        now = Now(self._at_s, int(self._at_s * 1e6))
        self._session.received(chunk, now)
        reports = [output for output in self._session.take() if isinstance(output, Report)]
        self._heard.reports += len(reports)
        if reports:
            self._session.stored(reports[-1], now)


def repeated(one: Callable[[], None], frames: int, heard: Heard) -> None:
    """So many frames; memory is measured when everything has been met once."""
    begun_kb = 0
    for number in range(frames):
        if number == min(frames // 10, 10_000):
            begun_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        one()
    heard.grown_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - begun_kb
