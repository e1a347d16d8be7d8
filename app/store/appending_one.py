"""The append of one stream alone, in plain values: what a single card of a single table is.

It does what the statement over arrays does, with the same fence; but taking arrays apart costs PostgreSQL more than the
rows themselves, if there are only a few. Its text depends on how many rows go where, of which there are many ways: so
only short appends are written like this, and the longer and the joint ones by arrays.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Table

from app.store import schema
from app.store.projecting import Row
from app.store.sql_types import array_type, is_json

MOST_ROWS = 16
MOST_TEXTS = 256
Shape = tuple[tuple[str, int], ...]


def is_short(tables: Mapping[str, Sequence[Row]]) -> bool:
    """Whether so few rows are to be written."""
    return sum([len(rows) for rows in tables.values()]) <= MOST_ROWS


def statement_of_one(
    head: Row, tables: Mapping[str, Sequence[Row]], on_conflict: Mapping[str, str]
) -> tuple[str, list[Any]]:
    """The statement for the rows behind this head, and its values."""
    names = sorted([name for name, rows in tables.items() if rows])
    values: list[Any] = list(head)
    for name in names:
        for row in tables[name]:
            values += row
    return _text(tuple([(name, len(tables[name])) for name in names]), tuple(sorted(on_conflict.items()))), values


@lru_cache(MOST_TEXTS)
def _text(shape: Shape, on_conflict: tuple[tuple[str, str], ...]) -> str:
    first, parts, otherwise = 8, [_ADVANCE], dict(on_conflict)
    for name, count in shape:
        table = schema.metadata.tables[name]
        parts.append(f"in_{name} AS ({_insert(table, count, first)}{otherwise.get(name, '')})")
        first += count * len(table.columns)
    return f"WITH {', '.join(parts)} SELECT stream FROM advanced"


_ADVANCE = """
locked AS MATERIALIZED (
    SELECT stream FROM stream_heads WHERE stream = $1::text AND epoch = $2::bigint AND version = $3::bigint
       FOR UPDATE SKIP LOCKED),
advanced AS (
    UPDATE stream_heads h SET version = $4::bigint, hash = $5::bytea,
           checkpoint_version = coalesce($6::bigint, h.checkpoint_version),
           checkpoint_day = coalesce($7::date, h.checkpoint_day)
      FROM locked l WHERE h.stream = l.stream RETURNING h.stream)"""


def _insert(table: Table, count: int, first: int) -> str:
    names = ", ".join([column.name for column in table.columns])
    if count == 1:
        return f"INSERT INTO {table.name} ({names}) SELECT {_values(table, first)} FROM advanced"
    width = len(table.columns)
    rows = ", ".join([f"({_values(table, first + width * row)})" for row in range(count)])
    return f"INSERT INTO {table.name} ({names}) SELECT x.* FROM advanced, (VALUES {rows}) AS x"


def _values(table: Table, first: int) -> str:
    types = [array_type(column) + ("::json" if is_json(column) else "") for column in table.columns]
    return ", ".join([f"${number}::{type_}" for number, type_ in enumerate(types, first)])
