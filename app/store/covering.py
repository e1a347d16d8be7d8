"""The lines of the signed heads around a stretch of a stream: the last one before it, and the first that covers it.

Lines are found by their time, since a head is signed within a minute of its event: a few are read, and no more.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

import asyncpg

from app.store.appending import EPOCH
from app.store.signed_heads import Line, SignedHead, read_line

# Servers' clocks may differ by so much.
CLOCKS_DIFFER_US = 5_000_000
LINES_LOOKED_AT = 2_000
MOST_STEPS_BACK = 8
# More lines than this between the two are left out but for the last of them.
MOST_LINES = 120


class Covering(NamedTuple):
    """The lines around the stretch: `before` signs the end of the stream before it, `after` one at its end or behind.
    `lines` are the texts of those and of the lines between, in order; None: nothing was signed there."""

    before: Line | None
    after: Line | None
    lines: tuple[str, ...]


async def covering(connection: asyncpg.Connection, stream: str, first: int, last: int) -> Covering:
    """The lines around the events from `first` to `last`."""
    before = await _before(connection, stream, first)
    after = await _line_of(connection, stream, last)
    ends = [line.number for line in (before, after) if line is not None]
    texts = await _texts(connection, min(ends), max(ends)) if ends else ()
    return Covering(before, after, texts)


def head_in(line: Line, stream: str) -> SignedHead | None:
    """The stream's head as the line has it."""
    return next((head for head in line.heads if head.stream == stream), None)


async def _before(connection: asyncpg.Connection, stream: str, first: int) -> Line | None:
    """The last line that signs the stream before this version."""
    version = first - 1
    for _ in range(MOST_STEPS_BACK):
        line = await _line_of(connection, stream, version) if version > 0 else None
        if line is None:
            return None
        head = head_in(line, stream)
        assert head is not None, "it was found by it"
        if head.version < first:
            return line
        version = await _signed_before(connection, stream, version, line.number)
    return None


async def _signed_before(connection: asyncpg.Connection, stream: str, version: int, number: int) -> int:
    """The last version that was there when the line before this one was signed."""
    text = await connection.fetchval(_LINE, number - 1)
    if text is None:
        return 0
    then = EPOCH + timedelta(microseconds=read_line(text).time_us)
    return await connection.fetchval(_LAST_VERSION, stream, version, then) or 0


async def _line_of(connection: asyncpg.Connection, stream: str, version: int) -> Line | None:
    """The first line that signs the stream at this version or behind it."""
    at: datetime | None = await connection.fetchval(_RECORDED, stream, version)
    if at is None:
        return None
    since_us = (at - EPOCH) // timedelta(microseconds=1) - CLOCKS_DIFFER_US
    number = await _first_since(connection, since_us)
    for row in await connection.fetch(_WITH_STREAM, number, LINES_LOOKED_AT, f'["{stream}",'):
        line = read_line(row["line"])
        head = head_in(line, stream)
        if head is not None and head.version >= version:
            return line
    return None


async def _first_since(connection: asyncpg.Connection, since_us: int) -> int:
    """The number of the first line that was signed at this moment or later: times never go back."""
    low, high = 1, (await connection.fetchval(_NEWEST) or 0) + 1
    while low < high:
        middle = (low + high) // 2
        text = await connection.fetchval(_LINE, middle)
        if text is None or read_line(text).time_us < since_us:
            low = middle + 1
        else:
            high = middle
    return low


async def _texts(connection: asyncpg.Connection, first: int, last: int) -> tuple[str, ...]:
    from_number = max(first, last - MOST_LINES + 2)
    rows = await connection.fetch(_LINES, first, from_number, last)
    return tuple([row["line"] for row in rows])


_LINE = "SELECT line FROM head_signatures WHERE number = $1"
_LINES = "SELECT line FROM head_signatures WHERE number = $1 OR number BETWEEN $2 AND $3 ORDER BY number"
_NEWEST = "SELECT max(number) FROM head_signatures"
_RECORDED = "SELECT recorded_at FROM events WHERE stream = $1 AND version = $2"
_LAST_VERSION = """
SELECT version FROM events WHERE stream = $1 AND version < $2 AND recorded_at <= $3 ORDER BY version DESC LIMIT 1"""
_WITH_STREAM = """
SELECT line FROM (SELECT number, line FROM head_signatures WHERE number >= $1 ORDER BY number LIMIT $2) AS lines
 WHERE position($3 IN line) > 0 ORDER BY number LIMIT 5"""
