"""The rounds that were played, each with its dealer and shoe, how long it took, what was decided, staked and won.

The event that opens a round has the table beside it: which shoe, and who deals. The dealer of a round is who had the
table when it ended. Amounts are those of the record as it now is: what was put right counts as it was put right.
"""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, NamedTuple

import asyncpg
import orjson

from app.reports.filters import Filters
from app.reports.round_queries import (
    DEALT,
    Span,
    amendments_query,
    decided_query,
    endings_query,
    implied_hits_query,
    last_rewritten_query,
    openings_query,
    relieved_query,
    rounds_query,
    settled_query,
    spans_of,
)  # fmt: skip
from app.store.log_reader import rows_of
from app.table_id import TableId

Key = tuple[str, str]


class Played(NamedTuple):
    """A round. `shoe` is its number at the table and the set in it; `ended` None: it goes on, or nobody knows when."""

    stream: str
    day: date
    round: str
    number: int
    state: str
    paper: bool
    dealer: str
    shoe: str
    opened: datetime
    ended: datetime | None
    decisions: int
    staked_cents: int
    won_cents: int

    @property
    def table(self) -> str:
        """The number of the table."""
        return TableId.of_stream(self.stream).number


class Settlements(NamedTuple):
    """What the lines of a round come to, and the event that the last of them come from."""

    staked_cents: int = 0
    won_cents: int = 0
    version: int = 0


async def played_rounds(connection: asyncpg.Connection, filters: Filters) -> list[Played]:
    """The rounds of these days and tables, in the order of each table."""
    found = await rows_of(connection, rounds_query(filters))
    spans = spans_of(found)
    if not spans:
        return []
    openings = _by_round(await rows_of(connection, openings_query(filters, spans)))
    endings = _by_round(await rows_of(connection, endings_query(filters, spans)))
    relieved = await rows_of(connection, relieved_query(filters, spans))
    settled = {
        key: Settlements(*row) for key, row in _by_round(await rows_of(connection, settled_query(filters))).items()
    }
    decided = _counts(await rows_of(connection, decided_query(filters)))
    implied = await _implied(connection, filters, spans, found, settled)
    dealers = _dealers(openings, endings, relieved)
    return [_played(row, openings, endings, settled, decided, implied, dealers) for row in found]


def _played(
    row: asyncpg.Record,
    openings: dict[Key, Any],
    endings: dict[Key, Any],
    settled: dict[Key, Settlements],
    decided: dict[Key, int],
    implied: dict[Key, int],
    dealers: dict[Key, str],
) -> Played:
    key = row["stream"], row["round"]
    opened, number, set_id = openings[key][:3]
    lines, decisions = settled.get(key, Settlements()), decided.get(key, 0) + implied.get(key, 0)
    ended = endings[key][0] if key in endings and row["state"] != "open" else None
    shoe = f"{TableId.of_stream(row['stream']).number} no. {number}, {set_id or 'no set'}"
    return Played(
        row["stream"], row["day"], row["round"], row["number"], row["state"], row["paper"], dealers[key], shoe, opened,
        ended, decisions, lines.staked_cents, lines.won_cents,
    )  # fmt: skip


# --- hits that a card said


async def _implied(
    connection: asyncpg.Connection,
    filters: Filters,
    spans: list[Span],
    found: Iterable[asyncpg.Record],
    settled: dict[Key, Settlements],
) -> dict[Key, int]:
    """How many hits nobody tapped; of rounds that were put right, those that the record has now."""
    rewritten = _by_round(await rows_of(connection, last_rewritten_query(filters, spans)))
    counts = _counts(await rows_of(connection, implied_hits_query(filters, spans)))
    for key, (_version, payload) in rewritten.items():
        counts[key] = counts.get(key, 0) + _hits(payload)
    later = {(row["stream"], settled[key].version): key for row in found if _is_amended(row, settled, key := _key(row))}
    for row in await rows_of(connection, amendments_query(filters, later)) if later else []:
        counts[later[row["stream"], row["version"]]] = _hits(row["payload"])
    return counts


def _key(row: asyncpg.Record) -> Key:
    return row["stream"], row["round"]


def _is_amended(row: asyncpg.Record, settled: dict[Key, Settlements], key: Key) -> bool:
    """Whether the round's lines come from an event behind its end: it was reconstructed later."""
    return key in settled and settled[key].version > row["last_version"]


def _hits(payload: str) -> int:
    """How many implied hits stand in what the round's events became."""
    return sum([each["type"] in DEALT and each["implied_hit"] for each in orjson.loads(payload)["events"]])


# --- what was found, by round


def _by_round(found: Iterable[asyncpg.Record]) -> dict[Key, tuple[Any, ...]]:
    return {(stream, round_): tuple(rest) for stream, round_, *rest in found}


def _counts(found: Iterable[asyncpg.Record]) -> dict[Key, int]:
    return {(stream, round_): count for stream, round_, count in found}


def _dealers(openings: dict[Key, Any], endings: dict[Key, Any], relieved: Iterable[asyncpg.Record]) -> dict[Key, str]:
    """Who had the table when the round ended."""
    dealers = {key: opening[3] for key, opening in openings.items()}
    for stream, round_, version, dealer in relieved:
        key = stream, round_
        if key not in endings or version < endings[key][1]:
            dealers[key] = dealer
    return dealers
