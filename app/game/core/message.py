"""What is to be said, without a language: a key of the catalogue, and the parts that its sentence needs.

A part is plain data: a number, a name or code, cards as they lie, several of them; or something that is said within the
sentence. None is left out of the sentence. How a part is written is up to the catalogue.
"""

from typing import TypeAlias

from msgspec import Struct

from app.game.core.cards import Card
from app.game.core.money import Odds

MessagePart: TypeAlias = "int | str | Odds | Lying | Message | tuple[MessagePart, ...] | None"
Parts: TypeAlias = dict[str, MessagePart]


class Lying(Struct, frozen=True):
    """Cards as they lie: those that are seen, and how many lie face down; `hard_aces`: among the first two an ace
    counts 1."""

    cards: tuple[Card, ...]
    down: int = 0
    hard_aces: bool = False


class Message(Struct, frozen=True):
    """A sentence or a phrase: its key, and its parts by name."""

    key: str
    parts: Parts


def message(key: str, /, **parts: MessagePart) -> Message:
    """The sentence of this key with these parts."""
    return Message(key, parts)


def if_any(key: str, /, **parts: MessagePart) -> Message | None:
    """The same, unless a part of it is empty: then it is left out."""
    return None if any([part is None or part in ("", ()) for part in parts.values()]) else Message(key, parts)
