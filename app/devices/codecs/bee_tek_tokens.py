"""Bee-Tek: what a whole token says.

A token is known exactly, or it is damaged. A card needs the context of a game or of burnt cards; a warning stands
alone, so a context before one lost its own token.
"""

import re
from dataclasses import dataclass, field

from app.game.core.cards import Card, parse_card

_SUITS = frozenset("CDHS")
_PLACES = {b"Game": False, b"Manual Burn Cards": True}
_CARD, _UNREAD, _ALARM = b"Card:", b"Game", b"Alarm:"
_WARNING = re.compile(rb"W0x[0-9A-Fa-f]{2}")


@dataclass(frozen=True, slots=True)
class CardToken:
    """A card left the shoe; none: it passed unread. `burnt`: into no hand."""

    frame: bytes = field(repr=False)
    card: Card | None = field(repr=False)
    burnt: bool


@dataclass(frozen=True, slots=True)
class AlarmToken:
    """The shoe raises an alarm, in its own words."""

    frame: bytes = field(repr=False)
    text: str


@dataclass(frozen=True, slots=True)
class WarningToken:
    """The shoe warns, by a number."""

    frame: bytes = field(repr=False)
    text: str


@dataclass(frozen=True, slots=True)
class Damaged:
    """Something that cannot be read, in which a card may have been; `whole`: it is a token, or the head of one."""

    frame: bytes = field(repr=False)
    why: str
    whole: bool


Token = CardToken | AlarmToken | WarningToken


def read_token(frame: bytes, context: bytes | None, text: bytes) -> Token | Damaged:
    """What this text says in its context."""
    if text.startswith(_CARD) or text == _UNREAD:
        return _read_card(frame, context, text)
    if text.startswith(_ALARM):
        return AlarmToken(frame, text.removeprefix(_ALARM).decode("ascii").strip())
    if not _WARNING.fullmatch(text):
        return Damaged(frame, "an unknown token", whole=True)
    if context is not None:
        return Damaged(frame, "a context without its token", whole=True)
    return WarningToken(frame, text.decode("ascii"))


def parse_either(text: str) -> Card | None:
    """The card that the text names, rank or suit first, `T` or `10`, or None."""
    rank, suit = (text[1:], text[0]) if text[:1] in _SUITS else (text[:-1], text[-1:])
    return parse_card(("T" if rank == "10" else rank) + suit)


def _read_card(frame: bytes, context: bytes | None, text: bytes) -> CardToken | Damaged:
    burnt = None if context is None else _PLACES.get(context)
    if burnt is None:
        return Damaged(frame, "a card without a known context", whole=True)
    if text == _UNREAD:
        return CardToken(frame, None, burnt)
    card = parse_either(text.removeprefix(_CARD).decode("ascii"))
    return Damaged(frame, "no card has this name", whole=True) if card is None else CardToken(frame, card, burnt)
