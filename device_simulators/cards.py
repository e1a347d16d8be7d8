"""Cards in the simulators: two characters, rank then suit, such as "8S"; a ten is "T", and no deck has one."""

import random

RANKS = "A23456789TJQK"
SUITS = "DCSH"
TEN = "T"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS if rank != TEN)


def rank_number(card: str) -> int:
    """1 for an ace, up to 13 for a king."""
    return RANKS.index(card[0]) + 1


def suit_number(card: str) -> int:
    """1 diamonds, 2 clubs, 3 spades, 4 hearts."""
    return SUITS.index(card[1]) + 1


def is_card(text: str) -> bool:
    """Whether the text names a card, tens included."""
    return len(text) == 2 and text[0] in RANKS and text[1] in SUITS


def shuffled(decks: int, seed: int) -> list[str]:
    """So many decks in the order of this seed, the next card last."""
    cards = list(DECK) * decks
    random.Random(f"cards/{seed}").shuffle(cards)  # noqa: S311 - repeatable on purpose
    return cards
