"""Frames: 7F, SEQ and ADDR, LEN, DATA, and a CRC-16 over all but the 7F.

After its leading 7F every 7F of a frame is doubled, so a lone one always starts a frame: inside another frame too,
which is lost then. A frame ends after the bytes that LEN promises; what stands between frames is garbage. The decoder
keeps at most one unfinished frame or one run of garbage, and every byte that it was fed comes out again in exactly one
piece, in order: `feed` gives the same pieces however the bytes were cut, and `flush` gives the rest.
"""

import re
from typing import Final, Literal, NamedTuple

from fastcrc import crc16

START: Final = 0x7F
LONGEST_FRAME: Final = 519
LONGEST_GARBAGE: Final = 256
_STUFFED: Final = re.compile(rb"(?:[^\x7f]|\x7f\x7f)*")
_START: Final = bytes((START,))
_TOO_HIGH: Final = 126  # addresses end at 125, so that no second byte is 7F, and of two 7F the second is the start


class Frame(NamedTuple):
    """A whole frame: its number (0 or 1), address and data, and the bytes as they came."""

    seq: int
    address: int
    data: bytes
    raw: bytes

    def __repr__(self) -> str:
        return f"Frame(seq {self.seq}, {len(self.data)} bytes of data)"


class Scrap(NamedTuple):
    """Bytes that are no frame: noise between frames, or a frame that is damaged or cut."""

    raw: bytes
    why: Literal["garbage", "refused"]

    def __repr__(self) -> str:
        return f"Scrap({len(self.raw)} bytes, {self.why})"


Piece = Frame | Scrap


def encode_frame(seq: int, data: bytes, address: int = 0) -> bytes:
    """The bytes of a frame with this number and data."""
    plain = bytes((seq << 7 | address, len(data))) + data
    plain += crc16.cms(plain).to_bytes(2, "little")
    return _START + plain.replace(_START, _START * 2)


class Decoder:
    """Takes bytes in any portions, gives whole frames and what is none."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._garbage = bytearray()

    @property
    def pending_bytes(self) -> int:
        """How many bytes wait for what comes after them."""
        return len(self._buffer) + len(self._garbage)

    def feed(self, data: bytes) -> list[Piece]:
        """The pieces that these bytes complete."""
        self._buffer += data
        pieces: list[Piece] = []
        at = 0
        while at < len(self._buffer):
            if self._buffer[at] != START:
                at = self._skip(at, pieces)
                continue
            window = bytes(self._buffer[at : at + LONGEST_FRAME])
            if len(window) > 1 and window[1] & START >= _TOO_HIGH:
                at = self._drop(at, at + 1, pieces)
                continue
            piece = _first(window)
            if piece is None:
                break
            self._end_garbage(pieces)
            pieces.append(piece)
            at += len(piece.raw)
        del self._buffer[:at]
        return pieces

    def flush(self) -> list[Piece]:
        """The rest, when nothing more will come."""
        pieces: list[Piece] = []
        self._end_garbage(pieces)
        if self._buffer:
            pieces.append(Scrap(bytes(self._buffer), "refused"))
            self._buffer.clear()
        return pieces

    def _skip(self, at: int, pieces: list[Piece]) -> int:
        """Past the noise that stands here."""
        start = self._buffer.find(START, at)
        return self._drop(at, len(self._buffer) if start < 0 else start, pieces)

    def _drop(self, at: int, end: int, pieces: list[Piece]) -> int:
        """Take this stretch as garbage; pieces are cut at fixed lengths, so that portions do not show."""
        self._garbage += self._buffer[at:end]
        while len(self._garbage) >= LONGEST_GARBAGE:
            pieces.append(Scrap(bytes(self._garbage[:LONGEST_GARBAGE]), "garbage"))
            del self._garbage[:LONGEST_GARBAGE]
        return end

    def _end_garbage(self, pieces: list[Piece]) -> None:
        if self._garbage:
            pieces.append(Scrap(bytes(self._garbage), "garbage"))
            self._garbage.clear()


def _first(window: bytes) -> Piece | None:
    """What begins with the window's first byte, or None: more is needed to know."""
    stuffed = _STUFFED.match(window, 1)
    assert stuffed is not None
    plain = stuffed[0].replace(_START * 2, _START)
    if len(plain) > 1:
        length = plain[1] + 4
        if length == 4:
            return Scrap(window[: _raw_length(plain[:2])], "refused")
        if len(plain) >= length:
            return _checked(plain[:length], window)
    if stuffed.end() < len(window) - 1:
        return Scrap(window[: stuffed.end()], "refused")
    return None


def _checked(plain: bytes, window: bytes) -> Piece:
    raw = window[: _raw_length(plain)]
    if crc16.cms(plain[:-2]) != int.from_bytes(plain[-2:], "little"):
        return Scrap(raw, "refused")
    return Frame(plain[0] >> 7, plain[0] & START, plain[2:-2], raw)


def _raw_length(plain: bytes) -> int:
    return 1 + len(plain) + plain.count(START)
