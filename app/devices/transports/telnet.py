"""What comes over a telnet line, taken apart: bytes of the device, options that are offered or asked for, and what is
said about one. Nothing waits here without end: who says more about an option than any needs has lost the line.
"""

from typing import Final, NamedTuple

IAC: Final = 0xFF
_SUBNEGOTIATION: Final = 0xFA
_END: Final = 0xF0
_NEGOTIATIONS: Final = range(0xFB, 0xFF)  # WILL, WONT, DO, DONT
MOST_SAID: Final = 1_024


class Data(NamedTuple):
    """Bytes of the device."""

    data: bytes


class Negotiated(NamedTuple):
    """An option is offered, refused, asked for or forbidden."""

    command: bytes
    option: bytes


class Said(NamedTuple):
    """Something is said about an option."""

    data: bytes


Piece = Data | Negotiated | Said


class TooMuchSaid(Exception):
    """More is said about one option than any needs."""


class Telnet:
    """Takes bytes in any portions, gives what they mean."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._said: bytearray | None = None
        self._command: int | None = None  # of a command that is not whole

    def feed(self, data: bytes) -> list[Piece]:
        """What these bytes complete; raises TooMuchSaid."""
        pieces: list[Piece] = []
        for byte in data:
            self._byte(byte, pieces)
        self._end_data(pieces)
        return pieces

    def _byte(self, byte: int, pieces: list[Piece]) -> None:
        if self._command is None and byte == IAC:
            self._command = IAC
        elif self._command is None or (self._command == IAC == byte):
            self._command = None
            self._plain(byte)
        elif self._command == IAC:
            self._commanded(byte, pieces)
        else:
            self._end_data(pieces)
            pieces.append(Negotiated(bytes((self._command,)), bytes((byte,))))
            self._command = None

    def _plain(self, byte: int) -> None:
        if self._said is None:
            self._data.append(byte)
        elif len(self._said) < MOST_SAID:
            self._said.append(byte)
        else:
            raise TooMuchSaid

    def _commanded(self, byte: int, pieces: list[Piece]) -> None:
        """The byte behind an IAC; a command that RFC 2217 does not have is passed over."""
        self._command = byte if byte in _NEGOTIATIONS else None
        if byte == _SUBNEGOTIATION:
            self._said = bytearray()
        elif byte == _END and self._said is not None:
            self._end_data(pieces)
            pieces.append(Said(bytes(self._said)))
            self._said = None

    def _end_data(self, pieces: list[Piece]) -> None:
        if self._data:
            pieces.append(Data(bytes(self._data)))
            self._data.clear()
