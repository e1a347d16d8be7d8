"""Face-down cards: the record holds a commitment to the card, and the card only when it is turned up. And the seal of
what people sign."""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from app.game.cards import Card, parse_card

SALT_BYTES = 16


class Opened(NamedTuple):
    """A face-down card with the salt that proves it."""

    card: Card
    salt: bytes

    def __repr__(self) -> str:
        return "Opened(a card and its salt)"


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


# --- sealing whatever is signed

# For a field that records got later: left empty it changes no seal.
SEALED_IF_SAID = {"sealed": "if said"}


def digest(value: Any) -> str:
    """SHA-256 over a value of plain parts, the same for equal values and for no others."""
    return sha256("".join(_written(value)).encode()).hexdigest()


def _written(value: Any) -> Iterable[str]:
    """The value as text in one way only: each part with its type's name and its length before it."""
    parts: Iterable[Any] = ()
    if is_dataclass(value):
        said = [(getattr(value, field.name), field.metadata == SEALED_IF_SAID) for field in fields(value)]
        parts = [part for part, if_said in said if part or not if_said]
    elif isinstance(value, tuple | frozenset):
        parts = sorted(value) if isinstance(value, frozenset) else value
    else:
        text = value.hex() if isinstance(value, bytes) else str(value)
        yield f"{type(value).__name__}:{len(text)}:{text}"
        return
    written = [text for part in parts for text in _written(part)]
    yield f"{type(value).__name__}:{len(written)}("
    yield from written
