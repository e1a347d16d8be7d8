"""Point totals: an ace counts 11 while that keeps the hand at 21 or less."""

from typing import NamedTuple

from app.game.core.cards import POINTS, TEN_VALUED, Card


class Total(NamedTuple):
    """A hand's points and whether an ace counts as 11 in them."""

    points: int
    soft: bool


def total(cards: tuple[Card, ...], hard_first_two: bool = False) -> Total:
    """The best total; with hard_first_two the aces among the first two cards count 1."""
    points = 0
    free_ace = False
    for index, card in enumerate(cards):
        rank = card[0]
        points += POINTS[rank]
        if rank == "A" and not (hard_first_two and index < 2):
            free_ace = True
    soft = free_ace and points <= 11
    return Total(points + 10 if soft else points, soft)


def is_pontoon(cards: tuple[Card, ...]) -> bool:
    """An ace and a ten-valued card as the only two cards."""
    if len(cards) != 2:
        return False
    first, second = cards[0][0], cards[1][0]
    return (first == "A" and second in TEN_VALUED) or (second == "A" and first in TEN_VALUED)


def same_value(cards: tuple[Card, ...]) -> bool:
    """Two cards of one point value: kings and jacks are, as are two aces."""
    return len(cards) == 2 and POINTS[cards[0][0]] == POINTS[cards[1][0]]
