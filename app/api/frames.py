"""What came over the lines of a table's devices, and went out, in one round."""

from datetime import datetime
from typing import NamedTuple

import asyncpg

from app.store.projecting import RoundRow

MOST_FRAMES = 2_000


class Frame(NamedTuple):
    """What came over a device's line, or went out: of a sealed one only when, and how long it is."""

    device: str
    n: int
    at_us: int
    sent: bool
    size: int
    sealed: bool
    why: str | None
    frame: str | None


async def frames_of(connection: asyncpg.Connection, row: RoundRow) -> list[Frame]:
    """The frames from the opening of the round to its last event, in the order in which they came."""
    bounds = await connection.fetchrow(_BOUNDS, row.stream, row.day, row.opened_version, row.last_version)
    found = await connection.fetch(
        _FRAMES, row.stream, row.day, bounds["first"], bounds["last"], row.round, MOST_FRAMES
    )
    return [_frame(each) for each in found]


def _frame(row: asyncpg.Record) -> Frame:
    sealed = row["frame"] is None
    shown = None if sealed else row["frame"].hex()
    return Frame(
        row["device"], row["n"], _us(row["at"]), row["sent"], row["size"], sealed, None if sealed else row["why"], shown
    )


def _us(at: datetime) -> int:
    return int(at.timestamp()) * 1_000_000 + at.microsecond


_BOUNDS = """
SELECT min(recorded_at) AS first, max(recorded_at) AS last FROM events
 WHERE stream = $1 AND day = $2 AND version BETWEEN $3 AND $4"""
_FRAMES = """
SELECT device, n, at, sent, size, why, frame FROM device_frames
 WHERE stream = $1 AND day = $2
   AND (at BETWEEN $3 AND $4
        OR command IN (SELECT id FROM commands WHERE stream = $1 AND day = $2 AND round = $5 AND events > 0))
 ORDER BY at, device, n LIMIT $6"""
