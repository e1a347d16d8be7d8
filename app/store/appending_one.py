"""The append of one stream alone: what a card of a single table is.

It does what the statement over arrays does, with the same fence. Taking arrays apart costs PostgreSQL more than the
rows themselves, if there are only a few, and putting them together costs us as much: so the few rows of a table go in
plain values, and only where there are many they go as arrays. The text depends on how many rows go where.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Table

from app.store import schema
from app.store.projecting import Row
from app.store.sql_types import array_type, is_json

# So many rows of a table go in plain values; more of them go as arrays.
FEW_ROWS = 2
MANY = 0
MOST_TEXTS = 256
Shape = tuple[tuple[str, int], ...]


def statement_of_one(
    head: Row, tables: Iterable[tuple[str, Sequence[Row]]], on_conflict: Mapping[str, str]
) -> tuple[str, list[Any]]:
    """The statement for the rows behind this head, and its values."""
    values: list[Any] = list(head)
    shape = []
    for name, rows in sorted(tables):
        if len(rows) > FEW_ROWS:
            shape.append((name, MANY))
            values += [list(column) for column in zip(*rows, strict=True)]
        elif rows:
            shape.append((name, len(rows)))
            for row in rows:
                values += row
    return _text(tuple(shape), tuple(on_conflict.items())), values


@lru_cache(MOST_TEXTS)
def _text(shape: Shape, on_conflict: tuple[tuple[str, str], ...]) -> str:
    first, parts, otherwise = 8, [_ADVANCE], dict(on_conflict)
    for name, count in shape:
        table = schema.metadata.tables[name]
        parts.append(f"in_{name} AS ({_insert(table, count, first)}{otherwise.get(name, '')})")
        first += (count or 1) * len(table.columns)
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
    into = f"INSERT INTO {table.name} ({names}) SELECT"
    if count == MANY:
        arrays = ", ".join([f"${n}::{array_type(column)}[]" for n, column in enumerate(table.columns, first)])
        columns = ", ".join([f"x.{column.name}" + _as_json(column) for column in table.columns])
        return f"{into} {columns} FROM advanced, unnest({arrays}) AS x({names})"
    if count == 1:
        return f"{into} {_values(table, first)} FROM advanced"
    width = len(table.columns)
    rows = ", ".join([f"({_values(table, first + width * row)})" for row in range(count)])
    return f"{into} x.* FROM advanced, (VALUES {rows}) AS x"


def _values(table: Table, first: int) -> str:
    types = [array_type(column) + _as_json(column) for column in table.columns]
    return ", ".join([f"${number}::{type_}" for number, type_ in enumerate(types, first)])


def _as_json(column: Any) -> str:
    return "::json" if is_json(column) else ""
