"""Which reports of an Angel Eye shoe are new.

Each report comes one to three times under one digit, which goes up by one with each new report. Four reports are kept,
so a digit that lies up to three behind the last must be a copy of one of them, and one further ahead says that reports
in between were lost. A boot begins the counting anew. Ten lost reports look like none; the session sees to that. Six to
nine look like a copy, if a card came again by chance: where so many may have come damaged, only what comes at once is
believed to be one.
"""

from collections import deque
from collections.abc import Iterable
from typing import Literal, NamedTuple

KEPT = 4
COPY_WITHIN_S = 1.0
_LONG_AGO_S = float("-inf")


class Verdict(NamedTuple):
    """What a report is; `lost`: how many reports never came before a new one."""

    kind: Literal["new", "copy", "changed"]
    lost: int = 0


class _Kept(NamedTuple):
    frame: bytes
    at_s: float


COPY, CHANGED = Verdict("copy"), Verdict("changed")


class Numbering:
    """The last number, and the last four reports with when they came.

    `seq_after_nine` 1: the digits go from 9 to 1, so there are nine of them; a 0 can only stand before the first 1.
    """

    def __init__(self, last: int | None, kept: Iterable[bytes], seq_after_nine: Literal[0, 1]) -> None:
        self.last = last
        self._kept = deque((_Kept(frame, _LONG_AGO_S) for frame in kept), maxlen=KEPT)
        self._digits = 10 - seq_after_nine
        self._disputed: _Kept | None = None

    @property
    def kept(self) -> tuple[bytes, ...]:
        """The last four reports, oldest first."""
        return tuple([kept.frame for kept in self._kept])

    def judge(self, frame: bytes, *, boots: bool, at_s: float, damaged: int = 0) -> Verdict:
        """Whether this report is new, if so many before it may have come damaged; a changed one counts once, its own
        copies as copies."""
        if any([kept.frame == frame and at_s - kept.at_s < COPY_WITHIN_S for kept in self._kept]):
            return COPY
        if boots or self.last is None:
            return Verdict("new")
        step = (_seq(frame) - self.last) % self._digits
        if 0 < step <= self._digits - KEPT:
            return Verdict("new", lost=step - 1)
        kept = self._kept_under(_seq(frame)) == frame and damaged < self._digits - KEPT
        return COPY if kept else self._dispute(frame, at_s)

    def take(self, frame: bytes, at_s: float) -> None:
        """This report is new: counting goes on from it."""
        self.last = _seq(frame)
        self._kept.append(_Kept(frame, at_s))

    def _kept_under(self, seq: int) -> bytes | None:
        return next((kept.frame for kept in reversed(self._kept) if _seq(kept.frame) == seq), None)

    def _dispute(self, frame: bytes, at_s: float) -> Verdict:
        disputed = self._disputed
        if disputed is not None and disputed.frame == frame and at_s - disputed.at_s < COPY_WITHIN_S:
            return COPY
        self._disputed = _Kept(frame, at_s)
        return CHANGED


def _seq(frame: bytes) -> int:
    return frame[1] - ord("0")
