"""What a host may ask over Table Link, and how long each command is."""

from enum import IntEnum


class Code(IntEnum):
    """The first byte of a command."""

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


SIZE = {
    Code.RESET: 0,
    Code.IDENTIFY: 4,
    Code.POLL: 0,
    Code.DISABLE: 1,
    Code.ENABLE: 1,
    Code.SYNC: 0,
    Code.CONFIRM: 4,
    Code.RESEND_FROM: 4,
    Code.SET_TIME: 8,
    Code.CLEAR_ERROR: 1,
    Code.GET_COUNT: 0,
    Code.START_SHUFFLE: 1,
    Code.ATTEST: 16,
    Code.PEEK: 5,
}


def is_command(data: bytes) -> bool:
    """Whether this came from a host, and is not an answer, an event or an echo."""
    return data[0] < 0x80
