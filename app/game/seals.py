"""Face-down cards: the record holds a commitment to the card, and the card only when it is turned up."""

from hashlib import sha256
from typing import NamedTuple

from app.game.cards import Card, parse_card

SALT_BYTES = 16


class Opened(NamedTuple):
    """A face-down card with the salt that proves it."""

    card: Card
    salt: bytes


def seal(opened: Opened) -> str:
    """The commitment to a card: SHA-256 of salt and card, in hexadecimal."""
    return sha256(opened.salt + opened.card.encode("ascii")).hexdigest()


def is_commitment(text: str) -> bool:
    """Whether the text has the form of a commitment."""
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def opens(opened: Opened, commitment: str) -> bool:
    """Whether this card and salt are the ones that were committed to."""
    if len(opened.salt) != SALT_BYTES or parse_card(opened.card) is None:
        return False
    return seal(opened) == commitment
