"""What came over the lines of a table's devices, and went out: in a round, or in any stretch of time."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

import asyncpg

from app.devices.spoken_dialects import decoded
from app.house.state import Device
from app.store.appending import EPOCH
from app.store.log_reader import MICROSECOND
from app.store.projecting import RoundRow

MOST_FRAMES = 2_000
# A card may lie by for so long before the round that it is dealt in.
LAID_BY = timedelta(days=1)


class Frame(NamedTuple):
    """What came over a device's line, or went out: of a sealed one only when, and how long it is. `device_us` is when
    it happened by the device's own clock; `decoded` is what the bytes say; `command` what the table was asked by it."""

    device: str
    n: int
    """The number of the frame among those of its device."""
    at_us: int
    sent: bool
    """Whether it went out to the device."""
    size: int
    """How many bytes it has."""
    sealed: bool
    """Whether it may tell a card that lay face down: then it is not shown."""
    why: str | None
    """Why it was kept; null where it is sealed."""
    frame: str | None
    """Its bytes in hexadecimal; null where they are sealed."""
    device_us: int | None
    """When it happened by the device's own clock, in microseconds; null where it says none."""
    command: str | None
    """The id of the command to the table that it became; null where it became none."""
    decoded: str | None
    """What the bytes say, by the device's own dialect; null where they are sealed or say nothing."""


class Stretch(NamedTuple):
    """A stretch of time at a table."""

    stream: str
    first: datetime
    last: datetime


class Cursor(NamedTuple):
    """A frame behind which a page begins."""

    at: datetime
    device: str
    n: int


class Clock(NamedTuple):
    """How a device's clock stood to the server's in a stretch of time. An offset is device less server: what came late
    makes it smaller, so that `greatest_us` is nearest to how the clocks stood. Without timed frames the device has no
    clock, and the server's times are all there are."""

    device: str
    dialect: str | None
    """How it speaks; null where the house does not have it any more."""
    role: str | None
    """What it is at the table; null where the house does not have it any more."""
    frames: int
    """How many frames there were."""
    timed: int
    """How many of them carry the time of the device's own clock."""
    least_us: int | None
    """The least that the device's clock was ahead of the server's, in microseconds."""
    median_us: int | None
    """The middle of these figures, in microseconds."""
    greatest_us: int | None
    """The most that it was ahead: the nearest to how the clocks stood, since lines only ever delay."""


async def of_round(connection: asyncpg.Connection, row: RoundRow) -> Stretch:
    """From the opening of the round to its last event."""
    bounds = await connection.fetchrow(_BOUNDS, row.stream, row.day, row.opened_version, row.last_version)
    return Stretch(row.stream, bounds["first"], bounds["last"])


async def frames_in(
    connection: asyncpg.Connection,
    stretch: Stretch,
    devices: Mapping[str, Device],
    round_: RoundRow | None = None,
    behind: Cursor | None = None,
    limit: int = MOST_FRAMES,
) -> list[Frame]:
    """The frames in the order in which they came; of a round also those of its commands that came before it."""
    of = (round_.round, round_.day) if round_ is not None else (None, None)
    begin = behind or Cursor(stretch.first - LAID_BY, "", 0)
    found = await connection.fetch(_FRAMES, *stretch, *of, *begin, limit)
    return [_frame(each, devices.get(each["device"])) for each in found]


async def clocks_in(connection: asyncpg.Connection, stretch: Stretch, devices: Mapping[str, Device]) -> list[Clock]:
    """The clocks of the devices that said anything in this time."""
    found = []
    for name, frames, timed, *offsets in await connection.fetch(_CLOCKS, *stretch):
        device = devices.get(name)
        dialect, role = (device.dialect, device.role) if device is not None else (None, None)
        found.append(Clock(name, dialect, role, frames, timed, *offsets))
    return found


def _frame(row: asyncpg.Record, device: Device | None) -> Frame:
    sealed, sent, command = row["frame"] is None, row["sent"], row["command"]
    words = None if sealed else decoded(device.dialect if device is not None else None, row["frame"], sent=sent)
    return Frame(
        row["device"], row["n"], _us(row["at"]), sent, row["size"], sealed, None if sealed else row["why"],
        None if sealed else row["frame"].hex(), None if row["device_at"] is None else _us(row["device_at"]),
        None if command is None else str(command), words,
    )  # fmt: skip


def _us(at: datetime) -> int:
    since = at - EPOCH
    return (since.days * 86_400 + since.seconds) * MICROSECOND + since.microseconds


def _moment(us: int) -> datetime:
    return EPOCH + timedelta(microseconds=us)


_BOUNDS = """
SELECT min(recorded_at) AS first, max(recorded_at) AS last FROM events
 WHERE stream = $1 AND day = $2 AND version BETWEEN $3 AND $4"""
# The day of a frame is the gaming day of its table, and that is never far from the calendar's.
_FRAMES = """
SELECT device, n, at, device_at, sent, size, why, command, frame FROM device_frames
 WHERE stream = $1 AND at BETWEEN $6 AND $3
   AND day BETWEEN ($2::timestamptz AT TIME ZONE 'UTC')::date - 3 AND ($3::timestamptz AT TIME ZONE 'UTC')::date + 3
   AND (at >= $2 OR command IN (
        SELECT id FROM commands WHERE stream = $1 AND day = $5::date AND round = $4::text AND events > 0))
   AND (at, device, n) > ($6::timestamptz, $7::text, $8::bigint)
 ORDER BY at, device, n LIMIT $9"""
_CLOCKS = """
SELECT device, count(*), count(device_at),
       (extract(epoch FROM min(device_at - at)) * 1000000)::bigint,
       (extract(epoch FROM percentile_disc(0.5) WITHIN GROUP (ORDER BY device_at - at)) * 1000000)::bigint,
       (extract(epoch FROM max(device_at - at)) * 1000000)::bigint
  FROM device_frames
 WHERE stream = $1 AND at BETWEEN $2 AND $3
   AND day BETWEEN ($2::timestamptz AT TIME ZONE 'UTC')::date - 3 AND ($3::timestamptz AT TIME ZONE 'UTC')::date + 3
 GROUP BY device ORDER BY device"""
