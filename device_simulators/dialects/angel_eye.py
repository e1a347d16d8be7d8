"""Angel Eye II-EX: reports of the shoe, commands of the host.

A report is `05 SEQ CODE DATA 03 BCC`; a command is `02 O P TYPE(2) DATA(2) 03 BCC`. BCC is the exclusive or of what
stands before it, as two hex digits; whether that of a command takes in the leading `02`, shoes do not agree.
"""

from dataclasses import dataclass

from device_simulators.cards import rank_number, suit_number

ENQ, STX, ETX, ACK, NAK = 0x05, 0x02, 0x03, 0x06, 0x15
UNREAD = 0x80
COMMAND_SIZE = 10
NAK_BCC, NAK_NO_ETX, NAK_FORMAT, NAK_COMMAND, NAK_TYPE = 0x02, 0x03, 0x11, 0x13, 0x14
_DATA_SIZE = {"S": 0, "P": 0, "C": 0, "D": 2, "d": 2, "R": 2, "E": 1, "e": 1, "L": 1, "M": 6}


@dataclass(frozen=True, slots=True)
class Command:
    """What the host asks: `LK01`, `EC00` and so on."""

    type: str
    number: int


@dataclass(frozen=True, slots=True)
class Unclear:
    """A command that the shoe does not take; `nak` says why."""

    nak: int


def block_check(covered: bytes) -> bytes:
    """The two hex digits that end a frame."""
    check = 0
    for byte in covered:
        check ^= byte
    return b"%02X" % check


def report(seq: int, code: str, data: bytes = b"") -> bytes:
    """One report as it goes over the line."""
    assert len(data) == _DATA_SIZE[code], code
    covered = b"%d" % seq + code.encode() + data + bytes((ETX,))
    return bytes((ENQ,)) + covered + block_check(covered)


def card_data(target: int, index: int, card: str | None) -> bytes:
    """The data of `D`, `d` and `R`: a target (or a mode), four bits of draw index, the card or that it was not read."""
    code = UNREAD if card is None else 0x80 | suit_number(card) << 4 | rank_number(card)
    return bytes((0x80 | (target & 7) << 4 | index & 0x0F, code))


def error_data(code: int, error_mode: bool) -> bytes:
    """The data of `E` and `e`."""
    return bytes((0x80 | error_mode << 6 | code & 0x3F,))


def lock_data(locked: bool) -> bytes:
    """The data of `L`."""
    return bytes((0x80 | locked,))


def preset_data(address: int, value: int) -> bytes:
    """The data of `M`."""
    return b"%02d%04d" % (address, value)


class Commands:
    """Finds the host's commands in what comes in; keeps no more than one command's bytes."""

    def __init__(self, bcc_includes_stx: bool = True) -> None:
        self._bcc_includes_stx = bcc_includes_stx
        self._held = bytearray()

    def feed(self, data: bytes) -> list[Command | Unclear]:
        """The commands that these bytes complete."""
        found: list[Command | Unclear] = []
        for byte in data:
            if byte == STX:
                self._held.clear()
            elif not self._held:
                continue
            self._held.append(byte)
            if len(self._held) == COMMAND_SIZE:
                found.append(self._read(bytes(self._held)))
                self._held.clear()
        return found

    def _read(self, frame: bytes) -> Command | Unclear:
        if frame[7] != ETX:
            return Unclear(NAK_NO_ETX)
        if frame[8:] != block_check(frame[0 if self._bcc_includes_stx else 1 : 8]):
            return Unclear(NAK_BCC)
        if frame[1:3] != b"OP":
            return Unclear(NAK_COMMAND)
        if frame[3:5] not in {b"LK", b"EC", b"GP"}:
            return Unclear(NAK_TYPE)
        if not frame[5:7].isdigit():
            return Unclear(NAK_FORMAT)
        return Command(frame[3:5].decode(), int(frame[5:7]))
