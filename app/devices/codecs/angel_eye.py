"""Angel Eye II-EX: bytes from the shoe to reports and answers, whatever stands between them.

A report is `05 SEQ CODE DATA... 03 BCC`. No `05` occurs inside one, so an `05` always starts one, and whatever was
begun before it is over: after any garbage the next report is read. A report is collected up to its `03` and the two
digits after that, then judged as a whole; it is at most 22 bytes long, so half a report never holds more than that.

An answer (`06`, or `15` and a code) never stands inside a report, and one byte of noise looks just like one. It is
taken only where a report could start: at first, after a good report or another answer, or when the line had paused.
After garbage, or a refused report, everything up to the next `05` is garbage.

Every byte that comes in goes out again with exactly one piece, in order.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from app.devices.codecs.angel_eye_commands import NAK_MEANINGS
from app.devices.codecs.angel_eye_reports import LONGEST, Told, read_report

ENQ, ETX, ACK, NAK = 0x05, 0x03, 0x06, 0x15
_CLOSING = 3  # ETX and two digits
_LAST_ETX = LONGEST - _CLOSING
GARBAGE_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class Ack:
    """The shoe has taken a command."""

    frame: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Nak:
    """The shoe has refused a command, with this code."""

    frame: bytes = field(repr=False)
    code: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A report that was begun and cannot be believed."""

    frame: bytes = field(repr=False)
    why: str


@dataclass(frozen=True, slots=True)
class Garbage:
    """Bytes that belong to nothing."""

    frame: bytes = field(repr=False)
    why: ClassVar[str] = "belongs to no report"


Piece = Told | Ack | Nak | Refused | Garbage


class AngelEyeDecoder:
    """Takes bytes as they come and gives the pieces that they make."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._settled = True  # an answer may come next
        self._paused_at = 0  # how much of a report had come when the line paused

    @property
    def unsettled(self) -> bool:
        """Whether a pause of the line would tell something."""
        return not self._settled or len(self._rest) > self._paused_at

    def feed(self, data: bytes) -> list[Piece]:
        """The pieces that are complete with these bytes."""
        self._rest += data
        pieces: list[Piece] = []
        while self._rest and (piece := self._next()) is not None:
            pieces.append(piece)
            del self._rest[: len(piece.frame)]
            self._paused_at = 0
        return pieces

    def paused(self) -> list[Piece]:
        """The line has been quiet: garbage is over, and an answer may come even after half a report.

        The half report is kept, since a network can hold back the other half for long.
        """
        if self._rest[:1] != bytes((ENQ,)):
            return self.close()
        self._paused_at = len(self._rest)
        return []

    def close(self) -> list[Piece]:
        """What is left when nothing more can come; then all is as at first."""
        rest = bytes(self._rest)
        self._rest, self._settled, self._paused_at = bytearray(), True, 0
        if not rest:
            return []
        return [Refused(rest, "broken off") if rest[0] == ENQ else Garbage(rest)]

    def _next(self) -> Piece | None:
        if self._rest[0] == ENQ:
            return self._next_report()
        if self._settled and self._rest[0] == ACK:
            return Ack(bytes(self._rest[:1]))
        if self._settled and self._rest[0] == NAK:
            if len(self._rest) == 1:
                return None
            if self._rest[1] in NAK_MEANINGS:
                return Nak(bytes(self._rest[:2]), self._rest[1])
        return self._next_garbage()

    def _next_garbage(self) -> Garbage | None:
        self._settled = False
        end = self._rest.find(ENQ, 0, GARBAGE_AT_ONCE)
        if end >= 0:
            return Garbage(bytes(self._rest[:end]))
        if len(self._rest) < GARBAGE_AT_ONCE:
            return None
        return Garbage(bytes(self._rest[:GARBAGE_AT_ONCE]))

    def _next_report(self) -> Told | Refused | None:
        if 0 < self._paused_at < len(self._rest) and self._rest[self._paused_at] in (ACK, NAK):
            return self._refused(self._paused_at, "broken off by an answer", settled=True)
        cut = self._rest.find(ENQ, 1, LONGEST)
        end = min(len(self._rest), LONGEST) if cut < 0 else cut
        etx = self._rest.find(ETX, 1, min(end, _LAST_ETX + 1))
        if 0 < etx <= end - _CLOSING:
            return self._judged(etx + _CLOSING)
        if cut > 0:
            return self._refused(cut, "broken off by the next report")
        if etx < 0 and end > _LAST_ETX:
            return self._refused(_LAST_ETX + 1, "too long")
        return None

    def _judged(self, length: int) -> Told | Refused:
        read = read_report(bytes(self._rest[:length]))
        if isinstance(read, str):
            return self._refused(length, read)
        self._settled = True
        return read

    def _refused(self, length: int, why: str, *, settled: bool = False) -> Refused:
        self._settled = settled
        return Refused(bytes(self._rest[:length]), why)
