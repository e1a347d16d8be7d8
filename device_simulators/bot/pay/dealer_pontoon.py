"""What the dealer's pontoon takes of the hands of one bettor that have no pontoon themselves.

Hands come from left to right as they lie. A hand whose result was made before the dealer's second card (a bust, a
rescued double, and where it is paid at once a 21) is `over` and its units count as the book says; of the others each
function gives what is taken, by hand.
"""

from collections.abc import Callable
from typing import NamedTuple

from device_simulators.bot.pay.played import Stake


class Against(NamedTuple):
    """One bettor's money on one hand when the dealer has pontoon."""

    hand: int
    stake: Stake
    won: bool
    lost: bool

    @property
    def live(self) -> bool:
        """Whether the dealer's pontoon decides it."""
        return not (self.won or self.lost)


Taken = dict[int, int]
DealerPontoon = Callable[[list[Against]], Taken]


def one_original_wager(hands: list[Against]) -> Taken:
    """Only the original wager (NZ 12.7, 13.7); if that won by 21 it is taken from a hand that loses instead (13.8)."""
    taken = _lost_before(hands)
    original = next(each for each in hands if each.stake.original)
    live = [each for each in hands if each.live]
    if original.live:
        taken[original.hand] = original.stake.base_cents
    elif original.won and live:
        taken[live[0].hand] = original.stake.base_cents
    return taken


def every_hand(hands: list[Against]) -> Taken:
    """The initial bet of every hand, and no doubled part (SG 3.24.5, 3.25.4)."""
    return _lost_before(hands) | {each.hand: each.stake.base_cents for each in hands if each.live}


def one_unit_and_busts(hands: list[Against]) -> Taken:
    """Hands over 21 lose regardless (ACT 11.8); of the others the amount of the original wager (11.9, 12.5)."""
    taken = _lost_before(hands)
    live = [each for each in hands if each.live]
    if live:
        taken[live[0].hand] = live[0].stake.base_cents
    return taken


def one_unit(hands: list[Against]) -> Taken:
    """The amount of the original wager and nothing else, whatever became of the hands (MA 9(c), 10(d)); nothing is
    collected before the round is over (5(e)). A bettor who rescued a hand has forfeited it there (9(d))."""
    where = next((each for each in hands if each.stake.rescued), hands[0])
    return {where.hand: where.stake.base_cents}


DEALER_PONTOON: dict[str, DealerPontoon] = {
    "one_original_wager": one_original_wager,
    "every_hand": every_hand,
    "one_unit_and_busts": one_unit_and_busts,
    "one_unit": one_unit,
}


def _lost_before(hands: list[Against]) -> Taken:
    """What busts and rescues have cost already."""
    return {each.hand: _cost(each.stake) for each in hands if each.lost}


def _cost(stake: Stake) -> int:
    return stake.base_cents if stake.rescued else stake.at_risk_cents
