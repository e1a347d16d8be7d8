"""Bee-Tek: text from the shoe to cards, alarms and damage.

What the shoe says stands between `<` and `>`, with its context in `[...]` before it: ` [Game]<Card:4S> `. Blanks and
line ends between two tokens mean nothing. There is no check digit and no number: what is not exactly a known token may
have been a card, so anything else, between the tokens too, is damage, and none of it is passed over.

A piece ends where what follows cannot belong to it, and `[` and `<` always begin something new: the next whole
`[...]<...>` is read after any garbage. Every byte that comes in goes out again with exactly one piece, in order; blanks
go with what follows them.
"""

import re
from dataclasses import dataclass, field

from app.devices.codecs.bee_tek_tokens import Damaged, Token, read_token

TOKEN_MOST = 48
CONTEXT_MOST = 48
GAP_MOST = 8  # between a context and its token
NOISE_MOST = 64
BLANKS_MOST = 64
HELD_MOST = BLANKS_MOST + CONTEXT_MOST + GAP_MOST + TOKEN_MOST + 4 + NOISE_MOST

_BLANKS = re.compile(rb"[ \r\n]{0,%d}" % BLANKS_MOST)
_CONTEXT = re.compile(rb"\[[ -;=-Z\\^-~]{0,%d}" % CONTEXT_MOST)  # printable, but `<`, `[`, `]`
_GAP = re.compile(rb" {0,%d}" % GAP_MOST)
_TOKEN = re.compile(rb"<[ -;=?-Z\\-~]{0,%d}" % TOKEN_MOST)  # printable, but `<`, `>`, `[`
_NOISE = re.compile(rb"[^ \r\n<\[]{0,%d}" % NOISE_MOST)
_BEGINS = b"<["


@dataclass(frozen=True, slots=True)
class Blank:
    """Blanks and line ends, more than there should be."""

    frame: bytes = field(repr=False)


Piece = Token | Damaged | Blank


class BeeTekDecoder:
    """Takes bytes as they come and gives the pieces that they make."""

    def __init__(self) -> None:
        self._rest = bytearray()

    @property
    def half_told(self) -> bool:
        """Whether something was begun and is not whole yet."""
        return bool(self._rest.strip(b" \r\n"))

    def feed(self, data: bytes) -> list[Piece]:
        """The pieces that are complete with these bytes."""
        self._rest += data
        pieces: list[Piece] = []
        while self._rest and (piece := self._next()) is not None:
            pieces.append(piece)
            del self._rest[: len(piece.frame)]
        return pieces

    def close(self) -> list[Piece]:
        """What is left when nothing more is to be waited for."""
        rest, half_told = bytes(self._rest), self.half_told
        self._rest.clear()
        if not rest:
            return []
        return [Damaged(rest, "broken off", whole=True) if half_told else Blank(rest)]

    def _next(self) -> Piece | None:
        at = _end(_BLANKS, self._rest, 0)
        if at == BLANKS_MOST:
            return Blank(bytes(self._rest[:at]))
        if at == len(self._rest):
            return None
        if self._rest[at] == ord("["):
            return self._in_context(at)
        return self._in_token(at, None) if self._rest[at] == ord("<") else self._in_noise(at)

    def _in_context(self, start: int) -> Piece | None:
        end = _end(_CONTEXT, self._rest, start)
        if end == len(self._rest):
            return None
        if self._rest[end] != ord("]"):
            return self._in_noise(end)
        at = _end(_GAP, self._rest, end + 1)
        if at == len(self._rest):
            return None
        if self._rest[at] != ord("<"):
            return self._in_noise(at)
        return self._in_token(at, bytes(self._rest[start + 1 : end]))

    def _in_token(self, start: int, context: bytes | None) -> Piece | None:
        end = _end(_TOKEN, self._rest, start)
        if end == len(self._rest):
            return None
        if self._rest[end] in _BEGINS:
            return Damaged(bytes(self._rest[:end]), "broken off by the next", whole=True)
        frame = bytes(self._rest[: end + 1])
        if self._rest[end] == ord(">"):
            return read_token(frame, context, bytes(self._rest[start + 1 : end]))
        return Damaged(frame, "too long, or a byte that no token has", whole=True)

    def _in_noise(self, start: int) -> Damaged | None:
        """What stands here belongs to nothing: up to where something can begin."""
        end = _end(_NOISE, self._rest, start)
        if end == len(self._rest) and end - start < NOISE_MOST:
            return None
        return Damaged(bytes(self._rest[:end]), "belongs to no token", whole=False)


def _end(pattern: re.Pattern[bytes], text: bytearray, start: int) -> int:
    found = pattern.match(text, start)
    assert found is not None
    return found.end()
