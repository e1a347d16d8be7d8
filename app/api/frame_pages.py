"""Frames as they are asked for: of which time, and page by page."""

from datetime import datetime, timedelta

from app.api.query import wrong_query
from app.problems.problem import Problem
from app.store.appending import EPOCH
from app.surveillance.frames import Cursor, Frame, Stretch
from app.table_id import TableId

MOST_TIME = timedelta(days=1)


def of_time(number: str, from_us: int, to_us: int) -> Stretch:
    """From one moment to another, at most a day."""
    if not 0 <= to_us - from_us <= MOST_TIME // timedelta(microseconds=1):
        raise wrong_query("Frames are asked for of at most a day, the first moment first.", ("from_us", "to_us"))
    return Stretch(TableId(number).stream, _moment(from_us), _moment(to_us))


def behind(after: str | None) -> Cursor | None:
    """Behind which frame the page begins, as `next` has named it."""
    if after is None:
        return None
    at_us, _, rest = after.partition(".")
    device, _, n = rest.rpartition(".")
    try:
        return Cursor(_moment(int(at_us)), device, int(n))
    except (ValueError, OverflowError) as error:
        raise Problem("bad_request", "`after` is the `next` of the page before.") from error


def next_of(frames: list[Frame], limit: int) -> str | None:
    """Where the next page begins, if there may be one."""
    last = frames[-1] if len(frames) == limit else None
    return None if last is None else f"{last.at_us}.{last.device}.{last.n}"


def _moment(us: int) -> datetime:
    return EPOCH + timedelta(microseconds=us)
