"""Angel Eye II-EX: what a whole report says.

A report is refused for a wrong BCC, an unknown CODE, a wrong length, or content that its CODE cannot have. A card code
that no card has is another thing: the shoe said that a card left, so the report stands and says that it is not valid.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from typing import Literal, NamedTuple

from app.game.core.cards import Card, parse_card

_RESULT_MOST = 16
SHORTEST = 6
LONGEST = SHORTEST + _RESULT_MOST
_TOP = 0x80
_SUITS = "DCSH"
_RANKS = "A23456789TJQK"
_HEAD, _TAIL = 3, 3  # ENQ, SEQ, CODE; ETX and two digits

Outside = Literal["locked", "error", "setting"]
_OUTSIDE: tuple[Outside, ...] = ("locked", "error", "setting")


@dataclass(frozen=True, slots=True)
class Told:
    """A report under its number. Its bytes are never printed, since a card may be in them."""

    frame: bytes = field(repr=False)

    @property
    def seq(self) -> int:
        """The number of the report, one digit."""
        return self.frame[1] - ord("0")

    @property
    def data(self) -> bytes:
        """What the report says besides its code."""
        return self.frame[_HEAD:-_TAIL]


@dataclass(frozen=True, slots=True)
class Booted(Told):
    """`S`: the shoe has started."""


@dataclass(frozen=True, slots=True)
class Standby(Told):
    """`P`: the shoe is ready."""


@dataclass(frozen=True, slots=True)
class CuttingCard(Told):
    """`C`: the cutting card was reached."""


@dataclass(frozen=True, slots=True)
class CardDrawn(Told):
    """`D`: a card left in a game; no card and valid: it passed unread."""

    card: Card | None = field(repr=False)
    valid: bool
    index: int


@dataclass(frozen=True, slots=True)
class CardDrawnOutside(Told):
    """`d`: a card left while there was no game; `mode` None: in a mode that no shoe has."""

    card: Card | None = field(repr=False)
    valid: bool
    mode: Outside | None


@dataclass(frozen=True, slots=True)
class CardAgain(Told):
    """`R`: a card is told once more."""


@dataclass(frozen=True, slots=True)
class GameResult(Told):
    """`G`: how the shoe thinks that a game of baccarat has ended."""


@dataclass(frozen=True, slots=True)
class ErrorUp(Told):
    """`E`: an error was raised."""

    code: int


@dataclass(frozen=True, slots=True)
class ErrorDown(Told):
    """`e`: an error was cleared."""

    code: int


@dataclass(frozen=True, slots=True)
class LockStatus(Told):
    """`L`: the shoe is locked, or not."""

    locked: bool


@dataclass(frozen=True, slots=True)
class PresetSet(Told):
    """`M`: a setting was changed on the shoe."""

    address: int
    value: int


class _Face(NamedTuple):
    card: Card | None
    valid: bool


class _Form(NamedTuple):
    lengths: range
    read: Callable[[bytes], Told | str]


def bcc(covered: bytes) -> bytes:
    """The two check digits over these bytes."""
    return b"%02X" % reduce(xor, covered, 0)


def read_report(frame: bytes) -> Told | str:
    """What a whole report says, or why it is none."""
    if bcc(frame[1 : -_TAIL + 1]) != frame[-_TAIL + 1 :]:
        return "wrong BCC"
    if len(frame) < _HEAD + _TAIL or not frame[1:2].isdigit():
        return "no number"
    form = _FORMS.get(frame[2:3])
    if form is None:
        return "unknown code"
    if len(frame) - _HEAD - _TAIL not in form.lengths:
        return "wrong length"
    return form.read(frame)


def _face(code: int) -> _Face:
    suit, rank = code >> 4 & 7, code & 15
    if not code & _TOP:
        return _Face(None, valid=False)
    if suit == 0 or rank == 0:
        return _Face(None, valid=True)
    if suit > len(_SUITS) or rank > len(_RANKS):
        return _Face(None, valid=False)
    return _Face(parse_card(_RANKS[rank - 1] + _SUITS[suit - 1]), valid=True)


def _read_drawn(frame: bytes) -> Told:
    drawn, face = frame[_HEAD], _face(frame[_HEAD + 1])
    return CardDrawn(frame, face.card, face.valid and bool(drawn & _TOP), drawn & 15)


def _read_outside(frame: bytes) -> Told:
    drawn, face = frame[_HEAD], _face(frame[_HEAD + 1])
    mode = drawn >> 4 & 7
    known = drawn & _TOP and mode < len(_OUTSIDE)
    return CardDrawnOutside(frame, face.card, face.valid, _OUTSIDE[mode] if known else None)


def _read_flags(frame: bytes) -> Told | str:
    flags = frame[_HEAD]
    if not flags & _TOP:
        return "a data byte without its top bit"
    if frame[2:3] == b"L":
        return LockStatus(frame, bool(flags & 1))
    return (ErrorUp if frame[2:3] == b"E" else ErrorDown)(frame, flags & 63)


def _read_preset(frame: bytes) -> Told | str:
    digits = frame[_HEAD:-_TAIL]
    return PresetSet(frame, int(digits[:2]), int(digits[2:])) if digits.isdigit() else "a preset that is no number"


def _read_result(frame: bytes) -> Told | str:
    top = all([byte & _TOP for byte in frame[_HEAD:-_TAIL]])
    return GameResult(frame) if top else "a data byte without its top bit"


_NOTHING, _ONE, _TWO, _SIX = range(1), range(1, 2), range(2, 3), range(6, 7)
_FORMS: dict[bytes, _Form] = {
    b"S": _Form(_NOTHING, Booted),
    b"P": _Form(_NOTHING, Standby),
    b"C": _Form(_NOTHING, CuttingCard),
    b"D": _Form(_TWO, _read_drawn),
    b"d": _Form(_TWO, _read_outside),
    b"R": _Form(_TWO, CardAgain),
    b"G": _Form(range(_RESULT_MOST + 1), _read_result),
    b"E": _Form(_ONE, _read_flags),
    b"e": _Form(_ONE, _read_flags),
    b"L": _Form(_ONE, _read_flags),
    b"M": _Form(_SIX, _read_preset),
}
