"""What rounds of the record came to, a page of them: read by stream and version, whatever else the month has.

Rows of a round lie among its own events, and where a later event put it right, at that event's version.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import asyncpg


class Sums(NamedTuple):
    """What one round came to, as it stands now."""

    ended_us: int | None
    corrected: bool = False
    staked_cents: int = 0
    paid_cents: int = 0
    taken_cents: int = 0
    largest_cents: int = 0


NOTHING = Sums(None)


async def sums_of(connection: asyncpg.Connection, found: Sequence[asyncpg.Record]) -> dict[str, Sums]:
    """The sums of these rows of `rounds`, by the names of the rounds."""
    if not found:
        return {}
    spans = [(row["stream"], row["round"], row["day"], row["opened_version"], row["last_version"]) for row in found]
    columns = [list(each) for each in zip(*spans, strict=True)]
    endings = {row["round"]: row for row in await connection.fetch(_ENDINGS, *columns)}
    amended = await _amended(connection, found)
    later = [row for rows in amended.values() for row in rows]
    lines = await connection.fetch(_LINES, *columns) + await connection.fetch(_LATER, *_places(later))
    by_round = defaultdict(list)
    for line in lines:
        by_round[line["round"]].append(line)
    return {row["round"]: _sums(row, endings[row["round"]], amended, by_round[row["round"]]) for row in found}


async def _amended(
    connection: asyncpg.Connection, found: Sequence[asyncpg.Record]
) -> dict[str, list[tuple[str, str, int]]]:
    """The rounds of these that a later event put right, each with the places of those events."""
    names = {(row["stream"], row["number"]): row["round"] for row in found}
    firsts: dict[str, int] = {}
    for row in found:
        firsts[row["stream"]] = min(firsts.get(row["stream"], row["last_version"]), row["last_version"])
    amended = defaultdict(list)
    for row in await connection.fetch(_AMENDMENTS, list(firsts), list(firsts.values())):
        name = names.get((row["stream"], row["number"]))
        if name is not None:
            amended[name].append((row["stream"], name, row["version"]))
    return dict(amended)


def _places(later: Iterable[tuple[str, str, int]]) -> tuple[list[str], list[str], list[int]]:
    found = list(later)
    return [each[0] for each in found], [each[1] for each in found], [each[2] for each in found]


def _sums(
    row: asyncpg.Record, ending: asyncpg.Record, amended: Mapping[str, object], lines: list[asyncpg.Record]
) -> Sums:
    ended_us = None if row["state"] == "open" else ending["ended_us"]
    corrected = row["round"] in amended or ending["rewritten"]
    staked, paid, taken = 0, Counter[str](), 0
    for line in lines:
        sign = -1 if line["withdrawn"] else 1
        staked += 0 if line["outcome"] == "void" else sign * line["stake_cents"]
        paid[line["player"]] += sign * line["pays_cents"]
        taken += sign * line["takes_cents"]
    return Sums(ended_us, corrected, staked, sum(paid.values()), taken, max([0, *paid.values()]))


_SPANS = "unnest($1::text[], $2::text[], $3::date[], $4::bigint[], $5::bigint[]) AS s(stream, round, day, first, last)"
_ENDED = "min(e.event_at) FILTER (WHERE e.type = 'RoundCompleted' OR e.type = 'RoundVoided')"
_ENDINGS = f"""
SELECT s.round, (extract(epoch FROM coalesce({_ENDED}, max(e.event_at))) * 1000000)::bigint AS ended_us,
       bool_or(e.type = 'RoundRewritten') AS rewritten
  FROM {_SPANS}
  JOIN events e ON e.stream = s.stream AND e.day = s.day AND e.version BETWEEN s.first AND s.last
 GROUP BY s.round"""
_LINE = "l.round, l.player, l.withdrawn, l.outcome, l.stake_cents, l.pays_cents, l.takes_cents"
_LINES = f"""
SELECT {_LINE} FROM {_SPANS}
  JOIN settlements l ON l.stream = s.stream AND l.day = s.day AND l.version BETWEEN s.first AND s.last
 WHERE l.round = s.round AND l.superseded_by IS NULL"""
_LATER = f"""
SELECT {_LINE} FROM unnest($1::text[], $2::text[], $3::bigint[]) AS s(stream, round, version)
  JOIN settlements l ON l.stream = s.stream AND l.version = s.version AND l.round = s.round
 WHERE l.superseded_by IS NULL"""
_AMENDMENTS = """
SELECT e.stream, e.version, (e.payload->>'round')::bigint AS number
  FROM unnest($1::text[], $2::bigint[]) AS s(stream, after)
  JOIN events e ON e.stream = s.stream AND e.version > s.after
 WHERE e.type = 'EarlierRoundAmended'"""
