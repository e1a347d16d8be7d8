"""The record that a model holds."""

from typing import Any

from pydantic import BaseModel

# Which record each model is of.
RECORDS: dict[type[BaseModel], type] = {}


def record_of(shape: BaseModel) -> type:
    """The type of the record."""
    return RECORDS[type(shape)]


def value_of(shape: BaseModel, **also: Any) -> Any:
    """The record; `also` are fields that the model does not have."""
    said = {name: _value(getattr(shape, name)) for name in type(shape).model_fields if name != "type"}
    return RECORDS[type(shape)](**said, **also)


def _value(value: Any) -> Any:
    if type(value) in RECORDS:
        return value_of(value)
    return tuple([_value(each) for each in value]) if isinstance(value, tuple) else value
