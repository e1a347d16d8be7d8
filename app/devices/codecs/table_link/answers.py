"""Answers: what a device says to a command, read as the answer to that very command.

An answer that does not have the shape of its command's is none: it stays unread, and the host asks again.
"""

import struct
from enum import IntEnum
from typing import Final, NamedTuple

from app.devices.codecs.table_link.command_messages import Command
from app.devices.codecs.table_link.event_messages import Event, split_events

PROTOCOL: Final = 1
_UNKNOWN_COUNT: Final = 0xFFFF
_LONGEST_TEXT: Final = 32


class Status(IntEnum):
    """The first byte of an answer's data."""

    OK = 0xF0
    UNKNOWN = 0xF2
    WRONG_PARAMETERS = 0xF3
    OUT_OF_RANGE = 0xF4
    NOT_NOW = 0xF5


class NotNow(IntEnum):
    """Why a device cannot do it now."""

    OUT_OF_STEP = 1
    BUSY = 2
    LOCKED = 3
    NO_KEY = 4
    ERROR_STANDS = 5


class Done(NamedTuple):
    """It was done, and there is nothing else to say."""


class Identity(NamedTuple):
    """Who the device is, and which events it keeps: from `oldest` to the one before `next_counter`."""

    family: int
    boot: int
    next_counter: int
    serial: str
    firmware: str
    oldest: int
    token: int


class Events(NamedTuple):
    """The events that are not confirmed yet, as many as went into one answer."""

    events: tuple[Event, ...]


class Counts(NamedTuple):
    """Cards drawn, and left; None: not known."""

    drawn: int
    left: int | None


class Proof(NamedTuple):
    """Sixteen bytes that only the holder of the device's key can make."""

    code: bytes


class Refusal(NamedTuple):
    """It was not done. `reason` goes with NOT_NOW, `oldest` with the RESEND_FROM that asked too much."""

    status: Status
    reason: int = 0
    oldest: int | None = None

    @property
    def out_of_step(self) -> bool:
        """Whether the device waits for a SYNC."""
        return self.status is Status.NOT_NOW and self.reason == NotNow.OUT_OF_STEP


Answer = Done | Identity | Events | Counts | Proof | Refusal


def read_answer(command: int, data: bytes) -> Answer | None:
    """The answer to this command, or None: it cannot be that."""
    if data[0] == Status.OK:
        return _read_ok(command, data[1:])
    return _read_refusal(command, data)


def _read_ok(command: int, body: bytes) -> Answer | None:
    if command == Command.IDENTIFY:
        return read_identity(body)
    if command == Command.POLL:
        events = split_events(body)
        return None if events is None else Events(events)
    if command == Command.GET_COUNT:
        return _read_counts(body)
    if command == Command.ATTEST:
        return Proof(body) if len(body) == 16 else None
    return None if body else Done()


def _read_refusal(command: int, data: bytes) -> Refusal | None:
    status, body = data[0], data[1:]
    if status == Status.NOT_NOW:
        return Refusal(Status.NOT_NOW, reason=body[0]) if len(body) == 1 else None
    if status == Status.OUT_OF_RANGE and command == Command.RESEND_FROM:
        return Refusal(Status.OUT_OF_RANGE, oldest=int.from_bytes(body, "little")) if len(body) == 4 else None
    if body or status not in (Status.UNKNOWN, Status.WRONG_PARAMETERS, Status.OUT_OF_RANGE):
        return None
    return Refusal(Status(status))


def _read_counts(body: bytes) -> Counts | None:
    if len(body) != 4:
        return None
    drawn, left = struct.unpack("<HH", body)
    return Counts(drawn, None if left == _UNKNOWN_COUNT else left)


def read_identity(body: bytes) -> Identity | None:
    """Who this is, or None: not a device of this protocol, or one that contradicts itself."""
    if len(body) < 12 or body[0] != PROTOCOL:
        return None
    family, boot, next_counter = struct.unpack_from("<BII", body, 1)
    serial, rest = _read_text(body[10:])
    firmware, rest = _read_text(rest)
    if not serial or firmware is None or len(rest) != 8:
        return None
    oldest, token = struct.unpack("<II", rest)
    if not 1 <= oldest <= next_counter:
        return None
    return Identity(family, boot, next_counter, serial, firmware, oldest, token)


def _read_text(body: bytes) -> tuple[str | None, bytes]:
    """A text with its length before it, printable or none at all, and what follows."""
    if not body or body[0] > _LONGEST_TEXT or len(body) <= body[0]:
        return None, b""
    text, rest = body[1 : 1 + body[0]], body[1 + body[0] :]
    return (text.decode("ascii") if all(0x20 <= byte < 0x7F for byte in text) else None), rest
