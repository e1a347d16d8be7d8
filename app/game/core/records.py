"""Records: what is stored and sent under its name, such as a command or an event; and parts, which have no name there.

A record is a frozen `msgspec.Struct`; a part is one as well, or still a named tuple. Whoever looks at the fields of
records and parts asks here, and need not know which of these it has before it.
"""

from dataclasses import replace as replace
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple, TypeGuard, dataclass_transform

import msgspec

# A struct with these fields instead. mypy takes it for the function of dataclasses, and so knows the fields.
replace = msgspec.structs.replace  # type: ignore[assignment]  # noqa: F811
# What the default of a field is that has none.
REQUIRED: Final = msgspec.NODEFAULT


@dataclass_transform(frozen_default=True)
class Record(msgspec.Struct, frozen=True):
    """Something that is stored under its name; never changed, and equal to another of its type with equal fields.
    `stored_as`: the name, where it was given before the class had the one that it has now. `sealed_if_said`: fields
    that were added later; left empty they change no seal."""

    stored_as: ClassVar[str] = ""
    sealed_if_said: ClassVar[frozenset[str]] = frozenset()


@dataclass_transform(frozen_default=True)
class Part(msgspec.Struct, frozen=True):
    """A part of a record, or of the state: stored as an object of its fields, without its name."""


class Command(Record):
    """What may be asked of a table."""


class Event(Record):
    """What has happened at a table."""

    @property
    def name(self) -> str:
        """The name under which it is stored."""
        return name_of(type(self))


class FieldOf(NamedTuple):
    """A field of a record; `REQUIRED` if it has no default."""

    name: str
    default: Any


def name_of(kind: type) -> str:
    """The name under which a record of this type is stored and sent; of another type its own."""
    return getattr(kind, "stored_as", "") or kind.__name__


def is_record(kind: Any) -> TypeGuard[type]:
    """Whether values of this type are records."""
    return isinstance(kind, type) and issubclass(kind, Record)


def is_part(kind: Any) -> TypeGuard[type]:
    """Whether values of this type are parts."""
    return isinstance(kind, type) and (issubclass(kind, Part) or hasattr(kind, "_fields"))


def fields_of(kind: type) -> tuple[FieldOf, ...]:
    """The fields of a record or part, in their order."""
    return _fields_of(kind)


@cache
def _fields_of(kind: Any) -> tuple[FieldOf, ...]:
    if issubclass(kind, msgspec.Struct):
        names, defaults = kind.__struct_fields__, kind.__struct_defaults__
        needed = (REQUIRED,) * (len(names) - len(defaults))
        return tuple(map(FieldOf, names, (*needed, *defaults)))
    return tuple([FieldOf(name, kind._field_defaults.get(name, REQUIRED)) for name in kind._fields])


def with_fields(value: Any, fields: dict[str, Any]) -> Any:
    """The record or part with these fields instead, whichever of all kinds it is."""
    if isinstance(value, msgspec.Struct):
        return replace(value, **fields)  # type: ignore[type-var]
    return value._replace(**fields)


def without(name: str, record: Record) -> str:
    """The record as it is printed, but for a field that is not to be seen in logs."""
    shown = [f"{field.name}={getattr(record, field.name)!r}" for field in fields_of(type(record)) if field.name != name]
    return f"{name_of(type(record))}({', '.join(shown)})"
