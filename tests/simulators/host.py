"""A host's side of the dialects, just enough for these tests, by other means than the simulators have."""

from dataclasses import dataclass, field

from fastcrc import crc16

START = b"\x7f"


def table_link_frame(seq: int, data: bytes, address: int = 0) -> bytes:
    """A frame of Table Link."""
    covered = bytes([seq * 128 + address, len(data)]) + data
    covered += crc16.cms(covered).to_bytes(2, "little")
    return START + covered.replace(START, START + START)


def table_link_data(stream: bytes) -> list[tuple[int, bytes]]:
    """SEQ and DATA of each frame of a clean stream."""
    found = []
    while stream:
        assert stream[:1] == START, stream.hex(" ")
        covered, stream = _unstuffed(stream[1:])
        assert crc16.cms(covered[:-2]) == int.from_bytes(covered[-2:], "little")
        found.append((covered[0] >> 7, covered[2:-2]))
    return found


def _unstuffed(stream: bytes) -> tuple[bytes, bytes]:
    covered, place = bytearray(), 0
    while len(covered) < 2 or len(covered) < covered[1] + 4:
        if stream[place] == 0x7F:
            assert stream[place + 1] == 0x7F
            place += 1
        covered.append(stream[place])
        place += 1
    return bytes(covered), stream[place:]


@dataclass(frozen=True)
class Event:
    """An event as it came."""

    code: int
    counter: int
    time_ms: int
    body: bytes


def events_in(data: bytes) -> list[Event]:
    """The events of a push or of the answer to a poll."""
    found, rest = [], data[1:]
    while rest:
        size = rest[13]
        number = int.from_bytes
        found.append(Event(rest[0], number(rest[1:5], "little"), number(rest[5:13], "little"), rest[14 : 14 + size]))
        rest = rest[14 + size :]
    return found


@dataclass
class Numbered:
    """Gives each command its SEQ."""

    seq: int = 1
    sent: list[bytes] = field(default_factory=list)

    def frame(self, data: bytes) -> bytes:
        """The next command."""
        self.seq = 1 if data == b"\x11" else 1 - self.seq
        return table_link_frame(self.seq, data)


def card_of(body: bytes) -> str:
    """The card of a CARD event."""
    return " A23456789TJQK"[body[0]] + " DCSH"[body[1]]
