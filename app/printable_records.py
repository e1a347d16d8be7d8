"""Records with every text in them printable, or as it is shown (`app.printable` says what that is)."""

from collections.abc import Callable
from typing import Any, TypeVar

from app.game.core.records import fields_of, is_part, is_record, with_fields
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
    if is_record(type(value)) or is_part(type(value)):
        return _each_field(value, change)
    return _each_item(value, change) if isinstance(value, tuple | frozenset) else value


def _each_item(value: Any, change: Callable[[str], str]) -> Any:
    items = [each_text(item, change) for item in value]
    if all([new is old for new, old in zip(items, value, strict=True)]):
        return value
    return type(value)(items)


def _each_field(value: Any, change: Callable[[str], str]) -> Any:
    was = {field.name: getattr(value, field.name) for field in fields_of(type(value))}
    now = {name: each_text(each, change) for name, each in was.items()}
    changes = {name: each for name, each in now.items() if each is not was[name]}
    return with_fields(value, changes) if changes else value
