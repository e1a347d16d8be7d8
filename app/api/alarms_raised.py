"""The alarms that were raised in a stretch of gaming days, as the log of the house has them."""

from datetime import date, timedelta
from typing import NamedTuple

import asyncpg

# More than so many on the days that are searched are not counted: the newest are.
MOST = 20_000


class Raised(NamedTuple):
    """An alarm at a table."""

    kind: str
    table: str
    at_us: int


async def alarms_raised(connection: asyncpg.Connection, first: date, last: date) -> list[Raised]:
    """The alarms of these days, and of the day after: a round may go on into it."""
    rows = await connection.fetch(_RAISED, first, last + timedelta(days=1), MOST)
    return [Raised(*row.values()) for row in rows]


def counted(raised: list[Raised], table: str, from_us: int, to_us: int | None) -> int:
    """How many of them were raised at the table in this time; None: it goes on."""
    return sum(
        [each.table == table and from_us <= each.at_us and (to_us is None or each.at_us < to_us) for each in raised]
    )


_RAISED = """
SELECT payload->'alarm'->>'kind', payload->'alarm'->>'table', (payload->'alarm'->>'raised_us')::bigint FROM events
 WHERE stream = 'house' AND type = 'AlarmRaised' AND day BETWEEN $1 AND $2 AND payload->'alarm'->>'table' <> ''
 ORDER BY version DESC LIMIT $3"""
