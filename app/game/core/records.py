"""Records: what is stored and sent under its name, such as a command or an event.

A record is a frozen `msgspec.Struct`, or still a frozen dataclass; parts of it are named tuples, which do not say what
they are. Whoever looks at the fields of records asks here, and need not know which of the two it has before it.
"""

from dataclasses import MISSING, is_dataclass
from dataclasses import fields as dataclass_fields
from dataclasses import replace as dataclass_replace
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple, TypeGuard, TypeVar, dataclass_transform

import msgspec

AnyRecord = TypeVar("AnyRecord")
# What the default of a field is that has none.
REQUIRED: Final = MISSING


@dataclass_transform(frozen_default=True)
class Record(msgspec.Struct, frozen=True):
    """Something that is stored under its name; never changed, and equal to another of its type with equal fields.
    `sealed_if_said`: fields that were added later; left empty they change no seal."""

    sealed_if_said: ClassVar[frozenset[str]] = frozenset()

    @property
    def name(self) -> str:
        """The name under which it is stored."""
        return type(self).__name__


class Command(Record):
    """What may be asked of a table."""


class Event(Record):
    """What has happened at a table."""


class FieldOf(NamedTuple):
    """A field of a record; `REQUIRED` if it has no default."""

    name: str
    default: Any


def is_record(kind: Any) -> TypeGuard[type]:
    """Whether values of this type are records."""
    return isinstance(kind, type) and (issubclass(kind, Record) or is_dataclass(kind))


def fields_of(kind: type) -> tuple[FieldOf, ...]:
    """The fields of a record, in their order."""
    return _fields_of(kind)


@cache
def _fields_of(kind: Any) -> tuple[FieldOf, ...]:
    if not issubclass(kind, Record):
        return tuple([FieldOf(field.name, field.default) for field in dataclass_fields(kind)])
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    needed = (REQUIRED,) * (len(names) - len(defaults))
    return tuple(map(FieldOf, names, (*needed, *defaults)))


def replace(record: AnyRecord, /, **fields: Any) -> AnyRecord:
    """The record with these fields instead."""
    if isinstance(record, Record):
        return msgspec.structs.replace(record, **fields)
    made: AnyRecord = dataclass_replace(record, **fields)  # type: ignore[type-var]
    return made


def without(name: str, record: Record) -> str:
    """The record as it is printed, but for a field that is not to be seen in logs."""
    shown = [f"{field.name}={getattr(record, field.name)!r}" for field in fields_of(type(record)) if field.name != name]
    return f"{type(record).__name__}({', '.join(shown)})"
