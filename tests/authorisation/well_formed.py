"""The smallest value that a schema allows: it gets past every reader, and means nothing to the table or the house."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

Schema = Mapping[str, Any]
TEXTS = ("nothing", "8S", "7-20261118-1")
DAY = "2026-11-18"


def smallest(schema: Schema, named: Mapping[str, Schema]) -> Any:
    """The smallest value of this schema; `named` are those that it refers to."""
    if "$ref" in schema:
        return smallest(named[schema["$ref"].rpartition("/")[2]], named)
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return smallest(schema[choice][0], named)
    if "const" in schema or "enum" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    return _plain(schema, named)


def _plain(schema: Schema, named: Mapping[str, Schema]) -> Any:
    match schema["type"]:
        case "object":
            return {name: smallest(schema["properties"][name], named) for name in schema.get("required", ())}
        case "array":
            each = schema.get("prefixItems") or [schema["items"]] * schema.get("minItems", 0)
            return [smallest(item, named) for item in each]
        case "string":
            return _text(schema)
        case "integer":
            return max(1, int(schema.get("minimum", 1)))
        case "boolean":
            return False
        case _:
            assert schema["type"] == "null", schema
            return None


def _text(schema: Schema) -> str:
    if "format" in schema:
        return {"uuid": str(uuid4()), "date": DAY}[schema["format"]]
    return next(text for text in TEXTS if re.search(schema.get("pattern", ""), text))
