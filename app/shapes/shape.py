"""What all shapes have in common: they take what they say and nothing else."""

from typing import Any

from pydantic import BaseModel, ConfigDict


def _without_titles(schema: dict[str, Any]) -> None:
    schema.pop("title", None)
    for part in schema.get("properties", {}).values():
        part.pop("title", None)


class Shape(BaseModel):
    """Something that goes over the wire."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        json_schema_extra=_without_titles,
        json_schema_serialization_defaults_required=True,
    )
