"""Ways to cut a stream of bytes."""

from collections.abc import Iterator
from random import Random


def two_way(stream: bytes) -> Iterator[list[bytes]]:
    """Every cut in two."""
    for at in range(len(stream) + 1):
        yield [stream[:at], stream[at:]]


def byte_by_byte(stream: bytes) -> list[bytes]:
    """One at a time."""
    return [stream[at : at + 1] for at in range(len(stream))]


def at_random(stream: bytes, random: Random, most: int = 12) -> list[bytes]:
    """Pieces of any length, none too."""
    pieces, at = [], 0
    while at < len(stream):
        length = random.randint(0, most)
        pieces.append(stream[at : at + length])
        at += length
    return pieces


def flips(frame: bytes) -> Iterator[bytes]:
    """The frame with one bit changed, every bit in turn."""
    for bit in range(8 * len(frame)):
        changed = bytearray(frame)
        changed[bit // 8] ^= 1 << bit % 8
        yield bytes(changed)
