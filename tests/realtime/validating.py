"""Every message is held against the schema in the documents, by somebody else's reader of schemas."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


@cache
def _validator(audience: str) -> Any:
    schema = json.loads((SCHEMAS / f"feed-{audience}.json").read_text("utf-8"))
    return jsonschema_rs.validator_for(schema)


def validated(audience: str, message: dict[str, Any]) -> dict[str, Any]:
    """The message, if it is one that this audience may be sent."""
    _validator(audience).validate(message)
    return message
