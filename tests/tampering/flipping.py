"""Every byte of every column of a row of the log, changed by one bit."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple
from uuid import UUID

from app.store.chain import Entry

INTEGER_BYTES = {"version": 8, "schema": 2, "event_us": 8, "recorded_us": 8}
DAY_BYTES = 4
OTHER = {"round": "7-20261118-1", "checkpoint": "{}", "command": UUID(int=5), "command_digest": bytes(32)}
# The lowest bit: text stays text, and every number stays one that its column can hold, but for the highest byte.
BIT = 1


class Flip(NamedTuple):
    """A row with one byte changed, or with something where nothing was, or the other way round."""

    column: str
    entry: Entry


def flips(entry: Entry) -> Iterator[Flip]:
    """All of them."""
    for column in Entry._fields:
        for value in _changed(column, getattr(entry, column)):
            yield Flip(column, Entry(**{**entry._asdict(), column: value}))


def _changed(column: str, value: object) -> Iterator[object]:
    if column in OTHER:
        yield None if value is not None else OTHER[column]
    if isinstance(value, str):
        yield from [each.decode("latin-1") for each in _flipped(value.encode())]
    elif isinstance(value, bytes):
        yield from _flipped(value)
    elif isinstance(value, UUID):
        yield from [UUID(bytes=each) for each in _flipped(value.bytes)]
    elif isinstance(value, date):
        yield from _days(value)
    elif isinstance(value, int):
        size = INTEGER_BYTES[column]
        yield from [int.from_bytes(each, "big") for each in _flipped(value.to_bytes(size, "big"))]


def _flipped(data: bytes) -> Iterator[bytes]:
    for at, byte in enumerate(data):
        yield data[:at] + bytes([byte ^ BIT]) + data[at + 1 :]


def _days(value: date) -> Iterator[date]:
    """The bytes of its number; a number that is no date cannot be in the column."""
    for each in _flipped(value.toordinal().to_bytes(DAY_BYTES, "big")):
        number = int.from_bytes(each, "big")
        if 0 < number <= date.max.toordinal():
            yield date.fromordinal(number)
