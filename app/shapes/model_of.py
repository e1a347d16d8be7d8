"""The model of a record, made from its fields.

As the codec writes them: a record says its type, a part does not; a tuple is an array, bytes are hexadecimal.
A record inside a record becomes a model inside a model; of several records the type says which it is.
"""

from collections.abc import Iterable
from functools import cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from pydantic import Field, create_model

from app.game.commands import Reconstruct
from app.game.core.cards import Card
from app.game.core.records import REQUIRED, fields_of, is_part, is_record, name_of
from app.game.core.state import Table
from app.game.subjects.remedies.reconstruction import FREE, OF_A_CARD
from app.shapes.plain import MOST_ITEMS, CardText, Hex, OnlyIncoming, Text, Whole
from app.shapes.shape import Shape
from app.shapes.value_of import RECORDS

_PLAIN: dict[Any, Any] = {str: Text, int: Whole, bool: bool, NoneType: None, bytes: Hex, Card: CardText}
# Where the core says "anything" it means one of these.
_ANY: dict[tuple[type, str], tuple[type, ...]] = {(Reconstruct, "acts"): (*FREE, *OF_A_CARD)}


@cache
def model_of(record_type: type, *, without: tuple[str, ...] = (), said: str = "") -> Any:
    """The model of this record or part. `without`: fields that are not said over the wire; `said`: what is
    put behind the model's name then."""
    hints = get_type_hints(record_type)
    parts: dict[str, Any] = {}
    if is_record(record_type):
        parts["type"] = (Literal[name_of(record_type)], Field(description="Which kind of record this is."))
    for name, default in _defaults(record_type):
        if name not in without:
            known = _ANY.get((record_type, name))
            shape = _several(tuple, union_of(map(model_of, known))) if known else _shape_of(hints[name])
            parts[name] = (shape, default)
    doc = " ".join((record_type.__doc__ or "").split())
    made = create_model(f"{name_of(record_type)}{said}", __base__=Shape, __doc__=doc, **parts)
    RECORDS[made] = record_type
    return made


def union_of(models: Iterable[Any]) -> Any:
    """One of these models, as its type says."""
    return Annotated[reduce(or_, models), Field(discriminator="type")]


def _defaults(record_type: type) -> list[tuple[str, Any]]:
    """The fields with their defaults; an ellipsis where there is none."""
    assert is_record(record_type) or is_part(record_type), f"{record_type} is no record"
    return [(name, ... if default is REQUIRED else default) for name, default in fields_of(record_type)]


def _shape_of(hint: Any) -> Any:
    """How a value of this type stands in JSON."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if origin is Literal:
        return hint
    if isinstance(hint, NewType):
        return _shape_of(hint.__supertype__)
    if origin in (Union, UnionType):
        return _one_of(parts)
    if origin is tuple and parts[-1] is not Ellipsis:
        together: Any = tuple
        return Annotated[together[tuple(map(_shape_of, parts))], Field(strict=False)]
    if origin in (tuple, frozenset):
        return _several(origin, _shape_of(parts[0]))
    assert hint is not Table, "a whole table has no shape; its views have"
    return model_of(hint)


def _one_of(parts: tuple[Any, ...]) -> Any:
    others = [part for part in parts if part is not NoneType]
    records = len(others) > 1 and all(map(is_record, others))
    shape = union_of(map(model_of, others)) if records else reduce(or_, map(_shape_of, others))
    return shape | None if len(others) < len(parts) else shape


def _several(kind: Any, shape: Any) -> Any:
    """An array. What comes in as a list is kept as a tuple, which is no loss of strictness."""
    many = kind[shape, ...] if kind is tuple else kind[shape]
    return Annotated[many, Field(max_length=MOST_ITEMS, strict=False), OnlyIncoming()]
