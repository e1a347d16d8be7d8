"""What a dealer's pontoon takes from a bettor's hands that did not win: one policy for each reading of "only the
amount of the original wager".

Worked for one unit on each of two split hands, the first being the original. Where busts and 21s are settled only
at the end (the last column) they are still open when the pontoon comes, and one unit is all that is taken:

                                      original_hand  all_split_hands  one_unit  one_unit, at the end
  both live                                -1              -2            -1             -1
  first live, second bust                  -2              -2            -2             -1
  first bust, second live                  -1              -2            -2             -1
  first won with 21 (+1), second live       0               0             0             -1
"""

from collections.abc import Callable
from typing import NamedTuple

from app.game.core.state import Hand, Stake


class Entry(NamedTuple):
    """One main wager where it lies."""

    box: int
    number: int
    hand: Hand
    stake: Stake


class Takes(NamedTuple):
    """What is taken of this wager, and the reason."""

    cents: int
    reason: str


def reason_of(at: Entry) -> str:
    """Why the pontoon takes what it takes of this wager."""
    if at.hand.split:
        return "split_under_pontoon"
    return "double_under_pontoon" if at.stake.double_cents else "dealer_pontoon"


def _open(entries: list[Entry]) -> list[Entry]:
    return [each for each in entries if not each.stake.settled]


def original_hand(at: Entry, entries: list[Entry]) -> Takes:
    """The original wager where it lies; if it has won with 21, one unit from the first hand still open instead."""
    original_won = any([each.stake.original and each.stake.outcome == "win" for each in entries])
    if original_won and _open(entries)[0] == at:
        return Takes(at.stake.base_cents, "one_unit")
    return Takes(at.stake.base_cents if at.stake.original else 0, reason_of(at))


def one_unit(at: Entry, entries: list[Entry]) -> Takes:
    """One original wager from the hands still open; a forfeited one among them counts as it."""
    waiting = sorted(_open(entries), key=_rescued_first)
    return Takes(at.stake.base_cents if waiting[0] == at else 0, reason_of(at))


def _rescued_first(entry: Entry) -> bool:
    return not entry.stake.rescued


def all_split_hands(at: Entry, entries: list[Entry]) -> Takes:
    """The wager on every hand; what was added to double goes back."""
    return Takes(at.stake.base_cents, reason_of(at))


PONTOON_TAKES: dict[str, Callable[[Entry, list[Entry]], Takes]] = {
    "original_hand": original_hand,
    "one_unit": one_unit,
    "all_split_hands": all_split_hands,
}
