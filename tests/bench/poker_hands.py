"""The cards of poker hands, from the shoes that our rounds play from the same seed."""

from collections.abc import Iterator
from random import Random

from app.game.core.cards import DECK

# Two cards for each of two players, and three times a burn card before the five of the board.
HAND = 12


def hands_from(seed: int) -> Iterator[list[str]]:
    """The cards of one hand after the other: the next different ones of a shoe that our rounds play from the same seed.

    PokerKit plays with one deck, so a card that the hand has already is passed over."""
    random, shoe = Random(seed), list[str]()
    while True:
        hand: dict[str, None] = {}
        while len(hand) < HAND:
            if not shoe:
                shoe = [card for card in DECK for _ in range(8)]
                random.shuffle(shoe)
            card = shoe.pop()
            hand[card[0] + card[1].lower()] = None
        yield list(hand)
