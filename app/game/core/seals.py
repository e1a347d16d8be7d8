"""Face-down cards: the record holds a commitment to the card, and the card only when it is turned up. And the seal of
what people sign."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from msgspec.structs import astuple

from app.game.core.cards import Card, parse_card
from app.game.core.records import Part, Record, fields_of, name_of

SALT_BYTES = 16


class Opened(Part):
    """A face-down card with the salt that proves it."""

    card: Card
    salt: bytes
    """The salt that proves the card, in hexadecimal."""

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


def digest(value: Any) -> str:
    """SHA-256 over a value of plain parts, the same for equal values and for no others."""
    written: list[str] = []
    _write(value, written)
    return sha256("".join(written).encode()).hexdigest()


def _write(value: Any, written: list[str]) -> None:
    """The value as text in one way only: each part with its type's name and its length before it."""
    kind: Any = type(value)
    if isinstance(value, Record):
        said = [(getattr(value, name), name in value.sealed_if_said) for name, _ in fields_of(kind)]
        _write_parts(value, [part for part, if_said in said if part or not if_said], written)
    elif isinstance(value, Part):
        _write_parts(value, astuple(value), written)
    elif isinstance(value, tuple):
        _write_parts(value, value, written)
    elif isinstance(value, frozenset):
        _write_parts(value, sorted(value), written)
    else:
        text = value.hex() if isinstance(value, bytes) else str(value)
        written.append(f"{name_of(kind)}:{len(text)}:{text}")


def _write_parts(value: Any, parts: Iterable[Any], written: list[str]) -> None:
    place = len(written)
    written.append("")
    for part in parts:
        _write(part, written)
    written[place] = f"{name_of(type(value))}:{len(written) - place - 1}("
