"""What all shapes have in common: they take what they say and nothing else."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from app.shapes.field_words import words_of
from app.shapes.value_of import RECORDS


def _documented(schema: dict[str, Any], model: type[BaseModel]) -> None:
    """Without titles, which say the names again, and with the words of the fields of the record that it is of."""
    schema.pop("title", None)
    record_type = RECORDS.get(model)
    for name, part in schema.get("properties", {}).items():
        part.pop("title", None)
        words = None if record_type is None else words_of(record_type, name)
        if words is not None:
            part["description"] = words


class Shape(BaseModel):
    """Something that goes over the wire."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        json_schema_extra=_documented,
        json_schema_serialization_defaults_required=True,
    )
