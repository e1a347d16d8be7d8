"""Cards: two characters, rank then suit, such as "8S"; a deck here has no tens."""

from typing import NewType

Card = NewType("Card", str)

RANKS = "A23456789JQK"
SUITS = "SHDC"
TEN = "T"
RED = "HD"
TEN_VALUED = "JQK"
MAKES_PONTOON = "A" + TEN_VALUED
DECK_SIZE = 48

DECK: tuple[Card, ...] = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)
POINTS: dict[str, int] = {rank: int(rank) for rank in "23456789"} | {"A": 1} | dict.fromkeys("JQK", 10)
_INDEX: dict[Card, int] = {card: index for index, card in enumerate(DECK)}
_PRINTED = frozenset(rank + suit for rank in RANKS + TEN for suit in SUITS)

NONE_DRAWN = bytes(DECK_SIZE)


def parse_card(text: str) -> Card | None:
    """The card that the text names, tens included, or None."""
    return Card(text) if text in _PRINTED else None


def belongs(card: Card) -> bool:
    """Whether a deck of this game holds the card at all; a ten does not belong."""
    return card in _INDEX


def copies(drawn: bytes, card: Card) -> int:
    """How many of this card have left the shoe."""
    return drawn[_INDEX[card]]


def with_card(drawn: bytes, card: Card) -> bytes:
    """The composition after one more of this card has left the shoe."""
    index = _INDEX[card]
    return drawn[:index] + bytes((drawn[index] + 1,)) + drawn[index + 1 :]


def without_card(drawn: bytes, card: Card) -> bytes:
    """The composition if one less of this card had left the shoe, which it has."""
    index = _INDEX[card]
    return drawn[:index] + bytes((drawn[index] - 1,)) + drawn[index + 1 :]


def same_suit(cards: tuple[Card, ...]) -> bool:
    """Whether all these cards are of one suit."""
    return all(card[1] == cards[0][1] for card in cards)


def ranks(cards: tuple[Card, ...]) -> str:
    """The ranks of these cards in the order of RANKS."""
    return "".join(sorted((card[0] for card in cards), key=RANKS.index))
