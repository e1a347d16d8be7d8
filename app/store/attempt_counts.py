"""How often PINs are tried, counted by all servers together, beside the record.

A try takes its place here before the PIN is looked at, in one statement: so tries at several servers at the same time
are no more tries than at one. A place that was taken counts as a wrong PIN until the PIN was right. The table is
unlogged: what lasts of wrong PINs is in the log of the house.
"""

from collections.abc import Sequence
from typing import NamedTuple

import asyncpg

# So far the clocks of two servers may be apart; what was tried further ahead was before a clock was put back.
AHEAD_US = 60_000_000
# The name under which tries at unknown names, and at PINs that are not looked at, are counted.
NOBODY = "?"


class Within(NamedTuple):
    """So many tries in vain within this time; `elsewhere`: so many of all strangers together, if this is one."""

    place: str
    most: int
    elsewhere: int | None
    within_us: int


class InARow(NamedTuple):
    """Whose PIN is tried, in which lane: `free` wrong ones cost nothing, and after each further one the next try has to
    wait, so long. What is older than `forgotten_us` does not count."""

    who: str
    lane: str
    free: int
    waits_us: Sequence[int]
    forgotten_us: int


class Taken(NamedTuple):
    """What there was room for: a try from this place, one more from outside, and one at this person's PIN."""

    place: bool
    elsewhere: bool
    person: bool


async def take(connection: asyncpg.Connection, within: Within, row: InARow, now_us: int) -> Taken:
    """Take a place for one try, as far as there is room."""
    stranger, most_elsewhere = within.elsewhere is not None, within.elsewhere or 0
    found = await connection.fetchrow(
        _TAKE, now_us, within.within_us, AHEAD_US, _of_place(within.place), within.most, stranger, most_elsewhere,
        row.who, row.lane, row.free, list(row.waits_us), row.forgotten_us,
    )  # fmt: skip
    return Taken(found["place"], found["elsewhere"] or not stranger, found["person"])


async def right(connection: asyncpg.Connection, within: Within, who: str, lane: str, at_us: int) -> None:
    """The PIN of the try that was begun at this time was right: it does not count, and the person begins anew."""
    for place in (_of_place(within.place), *([_ELSEWHERE] if within.elsewhere is not None else [])):
        await connection.execute(_GIVE_BACK, place, at_us)  # one row at a time: whoever takes them never waits for both
    await connection.execute(_FORGET_LANE, who, lane)


async def forget(connection: asyncpg.Connection, who: str) -> None:
    """Nothing is held against this person any more."""
    await connection.execute(_FORGET, who)


async def forget_old(connection: asyncpg.Connection, now_us: int, within_us: int, forgotten_us: int) -> None:
    """What was tried of a place, or of a person, so long ago counts no more, nor does what is so far ahead that a clock
    was put back since."""
    await connection.execute(_FORGET_OLD, now_us, within_us + AHEAD_US, forgotten_us)


def _of_place(place: str) -> str:
    return f"from {place}"


_ELSEWHERE = "elsewhere"
_LATE = "ARRAY(SELECT late FROM unnest(t.at_us) late WHERE late > $1 - $2 AND late <= $1 + $3)"
_COUNTED = "CASE WHEN t.last_us + $12 <= $1 AND t.until_us <= $1 THEN 1 ELSE t.failures + 1 END"
_TAKE = f"""
WITH place AS (
    INSERT INTO tries AS t VALUES ('', $4::text, 0, $1::bigint, 0, ARRAY[$1::bigint])
    ON CONFLICT (who, lane) DO UPDATE SET last_us = $1, at_us = {_LATE} || $1::bigint WHERE cardinality({_LATE}) < $5
    RETURNING 1
), elsewhere AS (
    INSERT INTO tries AS t SELECT '', '{_ELSEWHERE}', 0, $1, 0, ARRAY[$1::bigint]
     WHERE $6 AND EXISTS (SELECT FROM place)
    ON CONFLICT (who, lane) DO UPDATE SET last_us = $1, at_us = {_LATE} || $1::bigint WHERE cardinality({_LATE}) < $7
    RETURNING 1
), person AS (
    INSERT INTO tries AS t SELECT $8, $9, 1, $1, CASE WHEN $10 > 1 THEN 0 ELSE $1 + ($11::bigint[])[1] END, '{{}}'
     WHERE EXISTS (SELECT FROM place) AND (NOT $6 OR EXISTS (SELECT FROM elsewhere))
    ON CONFLICT (who, lane) DO UPDATE SET last_us = $1, failures = {_COUNTED}, until_us =
       CASE WHEN {_COUNTED} < $10 THEN 0
            ELSE $1 + ($11::bigint[])[least({_COUNTED} - $10 + 1, cardinality($11::bigint[]))] END
     WHERE NOT t.until_us - $1 BETWEEN 1 AND ($11::bigint[])[cardinality($11::bigint[])] + $3
    RETURNING 1
)
SELECT EXISTS (SELECT FROM place) AS place, EXISTS (SELECT FROM elsewhere) AS elsewhere,
       EXISTS (SELECT FROM person) AS person"""
_GIVE_BACK = """
UPDATE tries SET at_us = at_us[:array_position(at_us, $2::bigint) - 1] || at_us[array_position(at_us, $2::bigint) + 1:]
 WHERE who = '' AND lane = $1 AND array_position(at_us, $2::bigint) IS NOT NULL"""
_FORGET_LANE = "DELETE FROM tries WHERE who = $1 AND lane = $2"
_FORGET = "DELETE FROM tries WHERE who = $1"
_FORGET_OLD = """
DELETE FROM tries
 WHERE last_us NOT BETWEEN $1::bigint - CASE WHEN who = '' THEN $2::bigint ELSE $3::bigint END AND $1 + $3"""
