"""Odds and their arithmetic in whole cents; every rounding is to the cent in the player's favour."""

from fractions import Fraction
from math import ceil, floor

Odds = Fraction

EVEN = Odds(1)
THREE_TO_TWO = Odds(3, 2)
TWO_TO_ONE = Odds(2)
THREE_TO_ONE = Odds(3)


def winnings(stake_cents: int, odds: Odds) -> int:
    """What the house pays on top of the stake."""
    return ceil(stake_cents * odds)


def half_lost(stake_cents: int) -> int:
    """What a surrender costs."""
    return floor(Fraction(stake_cents, 2))
