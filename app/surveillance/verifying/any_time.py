"""Times as a database may have them, also those that Python has none of: infinity, and years beyond 9999. They come as
the last or the first instant that there is, which is not what was hashed, so that they are found and end nothing.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Final

import asyncpg

_SINCE: Final = datetime(2000, 1, 1, tzinfo=UTC)  # PostgreSQL counts from here
_MICROSECOND: Final = timedelta(microseconds=1)
_FIRST: Final = (datetime(1, 1, 2, tzinfo=UTC) - _SINCE) // _MICROSECOND
_LAST: Final = (datetime(9999, 12, 30, tzinfo=UTC) - _SINCE) // _MICROSECOND
_DAY_ZERO: Final = date(2000, 1, 1).toordinal()


@asynccontextmanager
async def any_time(connection: asyncpg.Connection) -> AsyncIterator[None]:
    """Meanwhile this connection brings every time."""
    for name, encoder, decoder in _CODECS:
        await connection.set_type_codec(name, schema="pg_catalog", format="tuple", encoder=encoder, decoder=decoder)
    try:
        yield
    finally:
        for name, _, _ in _CODECS:
            await connection.reset_type_codec(name, schema="pg_catalog")


def _instant(kept: tuple[int]) -> datetime:
    return _SINCE + timedelta(microseconds=min(max(kept[0], _FIRST), _LAST))


def _kept_instant(instant: datetime) -> tuple[int]:
    return ((instant - _SINCE) // _MICROSECOND,)


def _day(kept: tuple[int]) -> date:
    return date.fromordinal(min(max(kept[0] + _DAY_ZERO, date.min.toordinal()), date.max.toordinal()))


def _kept_day(day: date) -> tuple[int]:
    return (day.toordinal() - _DAY_ZERO,)


_CODECS: Final = (("timestamptz", _kept_instant, _instant), ("date", _kept_day, _day))
