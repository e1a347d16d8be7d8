"""Face-down cards: the record holds a commitment to the card, and the card only when it is turned up."""

from hashlib import sha256
from typing import NamedTuple

from app.game.cards import Card

SALT_BYTES = 16


class Opened(NamedTuple):
    """A face-down card with the salt that proves it."""

    card: Card
    salt: bytes


def seal(opened: Opened) -> str:
    """The commitment to a card: SHA-256 of salt and card, in hexadecimal."""
    return sha256(opened.salt + opened.card.encode("ascii")).hexdigest()


def opens(opened: Opened, commitment: str) -> bool:
    """Whether this card and salt are the ones that were committed to."""
    return len(opened.salt) == SALT_BYTES and seal(opened) == commitment
