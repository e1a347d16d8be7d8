"""Of which type a column's values travel to PostgreSQL."""

from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import Column

DIALECT: Dialect = postgresql.dialect()  # type: ignore[no-untyped-call]


def is_json(column: Column[Any]) -> bool:
    """Whether it holds JSON."""
    return isinstance(column.type, postgresql.JSON)


def array_type(column: Column[Any]) -> str:
    """The type of one value; JSON travels as the text that was hashed."""
    return "text" if is_json(column) else str(column.type.compile(dialect=DIALECT))
