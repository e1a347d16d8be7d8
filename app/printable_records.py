"""Records with every text in them printable, or as it is shown (`app.printable` says what that is)."""

from collections.abc import Callable
from typing import Any, TypeVar

from app.game.core.records import fields_of, is_record, replace
from app.printable import printable, shown

Value = TypeVar("Value")


def shown_in(value: Value) -> Value:
    """The record with every text in it as it is shown."""
    made: Value = each_text(value, shown)
    return made


def printable_in(value: Value) -> Value:
    """The record with every text in its normal form; raises Unprintable."""
    made: Value = each_text(value, printable)
    return made


def each_text(value: Any, change: Callable[[str], str]) -> Any:
    """The record with every text changed; the same record if none was."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple | frozenset):
        return _each_part(value, change)
    return _each_field(value, change) if is_record(type(value)) else value


def _each_part(value: Any, change: Callable[[str], str]) -> Any:
    parts = [each_text(part, change) for part in value]
    if all([new is old for new, old in zip(parts, value, strict=True)]):
        return value
    return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)


def _each_field(value: Any, change: Callable[[str], str]) -> Any:
    was = {field.name: getattr(value, field.name) for field in fields_of(type(value))}
    now = {name: each_text(each, change) for name, each in was.items()}
    changes = {name: each for name, each in now.items() if each is not was[name]}
    return replace(value, **changes) if changes else value
