"""Values of the core as JSON and back: events, commands and the state of a table.

Every record says its type, so that a record inside another one can be read without knowing what it is; the parts of a
record are objects with the names of their fields, so that an auditor can read them. Fields
are always written, also where they have their default. Reading builds exactly what was written: a field that is missing
has been added since and has its default; one that nobody knows was written by a newer version, and is refused.
"""

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
import orjson
from msgspec.structs import asdict

from app.game.commands import Reconstruct, Void
from app.game.core.records import REQUIRED, fields_of, is_part, is_record, name_of
from app.game.core.rejections import Accepted
from app.game.registry import COMMANDS, EVENTS
from app.game.views.audiences import DealerView, FloorView, SignView
from app.game.views.by_hash import BY_HASH
from app.house.refusal_in_words import RefusedInWords
from app.house.registry import COMMANDS as HOUSE_COMMANDS
from app.house.registry import EVENTS as HOUSE_EVENTS
from app.language.rejection_in_words import RejectedInWords

Reader = Callable[[Any], Any]

# What is shown again at every card, and is never stored: msgspec writes it at once, to the same bytes. What is stored
# goes by orjson, which refuses a number that it could not read back.
_WHOLE = (SignView, DealerView, FloorView)
SHOWN = (*_WHOLE, *[BY_HASH[each] for each in _WHOLE])
_write_shown = msgspec.json.Encoder().encode


class Unreadable(Exception):
    """What was stored does not fit what this version knows: says the type and the field."""


def encode(value: Any) -> str:
    """The value as JSON text: the very bytes that are hashed."""
    return orjson.dumps(value, default=_parts, option=orjson.OPT_PASSTHROUGH_DATACLASS).decode()


def decode(type_: Any, text: str | bytes) -> Any:
    """The value of this type that the text says."""
    return _reader(type_)(orjson.loads(text))


def decode_record(text: str | bytes) -> Any:
    """The event, command or answer that the text says."""
    return _read_record(orjson.loads(text))


def _parts(value: Any) -> Any:
    return _writer(value.__class__)(value)


@cache
def _writer(type_: Any) -> Callable[[Any], Any]:
    """How a value of this type is taken apart, or written at once."""
    if type_ in SHOWN:
        return lambda value: orjson.Fragment(_write_shown(value))
    if is_record(type_):
        return _record_writer(type_)
    if is_part(type_):
        return _part_writer(type_)
    if issubclass(type_, tuple):
        return list
    if issubclass(type_, bytes):
        return bytes.hex
    if issubclass(type_, frozenset):
        return sorted
    raise TypeError(f"a {name_of(type_)} is not stored")


def _record_writer(type_: Any) -> Callable[[Any], Any]:
    names = [field.name for field in fields_of(type_)]
    said = {"type": name_of(type_)}
    if issubclass(type_, msgspec.Struct):
        return lambda value: {**said, **asdict(value)}
    return lambda value: {**said, **{name: getattr(value, name) for name in names}}


def _part_writer(type_: Any) -> Callable[[Any], Any]:
    if issubclass(type_, msgspec.Struct):
        return asdict
    names = type_._fields
    return lambda value: dict(zip(names, value, strict=True))


@cache
def _record_types() -> dict[str, type]:
    """Every event, command and answer by its name; no name means two of them."""
    found: dict[str, type] = {}
    of_tables = (*COMMANDS, *EVENTS, Void, Reconstruct, Accepted, RejectedInWords)
    for type_ in (*of_tables, *HOUSE_COMMANDS, *HOUSE_EVENTS, RefusedInWords):
        assert name_of(type_) not in found, name_of(type_)
        found[name_of(type_)] = type_
    return found


def _read_record(value: Any) -> Any:
    name = value.get("type") if isinstance(value, dict) else None
    type_ = _record_types().get(name or "")
    if type_ is None:
        raise Unreadable(f"nothing that is stored is called {name!r}")
    return _record_reader(type_)({key: part for key, part in value.items() if key != "type"})


def _same(value: Any) -> Any:
    return value


@cache
def _reader(hint: Any) -> Reader:
    """How a value of this type is read."""
    origin, parts = get_origin(hint), get_args(hint)
    if isinstance(hint, NewType) or origin is Literal or hint in (str, int, bool, NoneType):
        return _same
    if hint is bytes:
        return bytes.fromhex
    if hint is Any or is_record(hint):
        return _read_record
    if origin in (Union, UnionType):
        return _union_reader(parts)
    if origin is tuple:
        return _tuple_reader(parts)
    if origin is frozenset:
        return frozenset
    return _record_reader(hint)


def _union_reader(parts: tuple[Any, ...]) -> Reader:
    """Something or nothing; of several literals any, of several records the one that it says it is."""
    others = [part for part in parts if part is not NoneType]
    readers = {_reader(part) for part in others}
    read = readers.pop() if len(readers) == 1 else _read_record
    return lambda value: None if value is None else read(value)


def _tuple_reader(parts: tuple[Any, ...]) -> Reader:
    if len(parts) == 2 and parts[1] is Ellipsis:
        read = _reader(parts[0])
        return tuple if read is _same else lambda value: tuple([read(each) for each in value])
    readers = [_reader(part) for part in parts]
    return lambda value: tuple([read(each) for read, each in zip(readers, value, strict=True)])


class _Shape(NamedTuple):
    """How the fields of a record are read, and which have to be there."""

    readers: dict[str, Reader]
    required: frozenset[str]


@cache
def _shape(type_: Any) -> _Shape:
    hints = get_type_hints(type_)
    required = {field.name: field.default is REQUIRED for field in fields_of(type_)}
    return _Shape({name: _reader(hints[name]) for name in required}, frozenset({n for n in required if required[n]}))


def _record_reader(type_: type) -> Reader:
    """Reads a record; its shape is looked up late, since a table holds a table."""

    def read(value: dict[str, Any]) -> Any:
        readers, required = _shape(type_)
        if not readers.keys() >= value.keys() or not value.keys() >= required:
            odd = sorted((value.keys() - readers.keys()) | (required - value.keys()))
            raise Unreadable(f"{name_of(type_)} was written by another version: {', '.join(odd)}")
        return type_(**{name: readers[name](part) for name, part in value.items()})

    return read
