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


KNOWN = {
    # A report says how many cards lie on the box, not which of its two it has missed (NZ 16.5, SG 5.7.1, MA 15(h)).
    "the first card missed, the second has come": Point(
        "missed_card (the first)", ("continue", "void_hand", "dead_hand", "late_card"), "", "sg-pontoon-plus-v5", 309
    ),
    # MA 15(i): a card that the dealer has drawn by then, where nothing hangs on it any more.
    "a dead hand when the dealer has drawn": Point(
        "missed_hit (to the dealer)", ("dead_hand",), "", "ma-pontoon-21-v3", 1201
    ),
    # MA 15(i): the hole card lies open in the record only, since the card went to the wrong hand there.
    "passed over, and the hole card lies open": Point(
        "missed_hit", ("late_card",), "choice_forbidden 15(i)", "ma-pontoon-21-v3", 4336
    ),
}


def known(ended: Ended) -> str | None:
    """The open point that the difference falls under."""
    for name, point in KNOWN.items():
        if ended.mistake == point.mistake and ended.remedy in point.remedies and point.why in ended.why:
            return name
    return None
