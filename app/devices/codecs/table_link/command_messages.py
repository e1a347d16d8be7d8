"""Commands: the data of the frames that the host sends."""

import struct
from enum import IntEnum
from typing import Final

HIGHEST_U32: Final = 0xFFFF_FFFF


class Command(IntEnum):
    """The first byte of a command's data."""

    RESET = 0x01
    IDENTIFY = 0x05
    POLL = 0x07
    DISABLE = 0x09
    ENABLE = 0x0A
    SYNC = 0x11
    CONFIRM = 0x20
    RESEND_FROM = 0x21
    SET_TIME = 0x22
    CLEAR_ERROR = 0x23
    GET_COUNT = 0x24
    START_SHUFFLE = 0x25
    ATTEST = 0x26
    PEEK = 0x27


def sync() -> bytes:
    """Begin anew."""
    return bytes((Command.SYNC,))


def identify(token: int) -> bytes:
    """Say who you are, and this token with it."""
    return struct.pack("<BI", Command.IDENTIFY, token)


def poll() -> bytes:
    """Tell what is not confirmed yet."""
    return bytes((Command.POLL,))


def enable(*, push: bool) -> bytes:
    """Let cards out, and tell events unasked or not."""
    return bytes((Command.ENABLE, push))


def disable(*, lock: bool) -> bytes:
    """Tell nothing unasked any more, and let no card out or let them."""
    return bytes((Command.DISABLE, lock))


def reset() -> bytes:
    """Start again."""
    return bytes((Command.RESET,))


def confirm(counter: int) -> bytes:
    """Every event up to this one is kept here."""
    return struct.pack("<BI", Command.CONFIRM, counter)


def resend_from(counter: int) -> bytes:
    """This event is the first that is not confirmed."""
    return struct.pack("<BI", Command.RESEND_FROM, counter)


def set_time(unix_ms: int) -> bytes:
    """It is now so many milliseconds after the epoch."""
    return struct.pack("<BQ", Command.SET_TIME, unix_ms)


def clear_error(code: int) -> bytes:
    """Take this error as dealt with."""
    return bytes((Command.CLEAR_ERROR, code))


def get_count() -> bytes:
    """Say how many cards were drawn, and how many are left."""
    return bytes((Command.GET_COUNT,))


def start_shuffle(set_id: int) -> bytes:
    """Shuffle this set."""
    return bytes((Command.START_SHUFFLE, set_id))


def attest(nonce: bytes) -> bytes:
    """Prove who you are by these sixteen bytes."""
    return bytes((Command.ATTEST,)) + nonce


def peek(token: int, rank: int) -> bytes:
    """Read the next card that is put in, with this rank face up."""
    return struct.pack("<BIB", Command.PEEK, token, rank)
