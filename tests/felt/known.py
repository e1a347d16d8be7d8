"""Open points: where the record does not yet end as the felt has it, or cannot be told.

A difference that falls under one of them is counted under its name, and fails no test. A test fails when a point does
not differ any more: whoever mends it takes it out of here.
"""

from typing import NamedTuple

from tests.felt.rounds import Ended


class Point(NamedTuple):
    """Which differences fall under it; `why` is part of what the difference says; a round that has one."""

    mistake: str
    remedies: tuple[str, ...]
    why: str
    book: str
    seed: int


KNOWN: dict[str, Point] = {}


def known(ended: Ended) -> str | None:
    """The open point that the difference falls under."""
    for name, point in KNOWN.items():
        if ended.mistake == point.mistake and ended.remedy in point.remedies and point.why in ended.why:
            return name
    return None
