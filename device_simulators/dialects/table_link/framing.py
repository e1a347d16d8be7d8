"""Frames of Table Link: `7F`, sequence and address, length, data, CRC-16, every later `7F` doubled."""

from typing import NamedTuple

START = 0x7F
LARGEST_ADDRESS = 125


class Frame(NamedTuple):
    """One whole frame with a good CRC."""

    address: int
    seq: int
    data: bytes


def crc16(covered: bytes) -> int:
    """Polynomial 0x8005, from 0xFFFF, highest bit first, nothing turned over at the end."""
    crc = 0xFFFF
    for byte in covered:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x8005) & 0xFFFF if crc & 0x8000 else crc << 1
    return crc


def encode(seq: int, data: bytes, address: int = 0) -> bytes:
    """The frame as it goes over the line."""
    assert 1 <= len(data) <= 255
    covered = bytes((seq << 7 | address, len(data))) + data
    covered += crc16(covered).to_bytes(2, "little")
    return bytes((START,)) + covered.replace(b"\x7f", b"\x7f\x7f")


class Frames:
    """Finds frames in what comes in; holds one frame at most."""

    def __init__(self) -> None:
        self._held: bytearray | None = None
        self._start_seen = False

    def feed(self, data: bytes) -> list[Frame]:
        """The good frames that these bytes complete."""
        found = []
        for byte in data:
            frame = self._take(byte)
            if frame is not None:
                found.append(frame)
        return found

    def _take(self, byte: int) -> Frame | None:
        if self._start_seen:
            return self._after_start(byte)
        if byte == START:
            self._start_seen = True
            return None
        return self._append(byte)

    def _after_start(self, byte: int) -> Frame | None:
        inside = bool(self._held)
        if byte == START and not inside:  # an address is never 7F: this one may be the start
            return None
        self._start_seen = False
        if byte != START:
            self._held = bytearray()
        return self._append(byte)

    def _append(self, byte: int) -> Frame | None:
        held = self._held
        if held is None:
            return None
        held.append(byte)
        if held[0] & 0x7F > LARGEST_ADDRESS or (len(held) > 1 and held[1] == 0):
            self._held = None
            return None
        if len(held) < 2 or len(held) < held[1] + 4:
            return None
        self._held = None
        return _checked(bytes(held))


def _checked(held: bytes) -> Frame | None:
    covered, crc = held[:-2], int.from_bytes(held[-2:], "little")
    if crc16(covered) != crc:
        return None
    return Frame(covered[0] & 0x7F, covered[0] >> 7, covered[2:])
