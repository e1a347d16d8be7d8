"""What can happen to bytes on a line, from a seed."""

from collections.abc import Callable
from random import Random


def flip_one(frame: bytes, random: Random) -> bytes:
    """One bit is wrong."""
    changed = bytearray(frame)
    changed[random.randrange(len(frame))] ^= 1 << random.randrange(8)
    return bytes(changed)


def flip_some(frame: bytes, random: Random) -> bytes:
    """Two to eight bits are wrong."""
    for _ in range(random.randint(2, 8)):
        frame = flip_one(frame, random)
    return frame


def drop(frame: bytes, random: Random) -> bytes:
    """Some bytes are missing."""
    at = random.randrange(len(frame))
    return frame[:at] + frame[at + random.randint(1, 4) :]


def insert(frame: bytes, random: Random) -> bytes:
    """Some bytes stand where none belong."""
    at = random.randint(0, len(frame))
    return frame[:at] + random.randbytes(random.randint(1, 30)) + frame[at:]


def double(frame: bytes, random: Random) -> bytes:
    """A stretch comes twice."""
    start, end = sorted((random.randint(0, len(frame)), random.randint(0, len(frame))))
    return frame[:end] + frame[start:end] + frame[end:]


def babble(frame: bytes, random: Random) -> bytes:
    """Noise instead of the frame, sometimes longer than anything may be held."""
    return random.randbytes(random.choice((1, 10, 100, 600)))


def swap(frame: bytes, random: Random) -> bytes:
    """Two bytes have changed places."""
    changed = bytearray(frame)
    one, other = random.randrange(len(frame)), random.randrange(len(frame))
    changed[one], changed[other] = changed[other], changed[one]
    return bytes(changed)


SEVERAL: tuple[Callable[[bytes, Random], bytes], ...] = (flip_some, drop, insert, double, babble, swap)
