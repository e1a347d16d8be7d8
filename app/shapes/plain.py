"""The plain parts of records, each with its bounds. What comes in is bounded; what goes out is as it is, so its schema
names no length that a long evening could exceed."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, BeforeValidator, Field, GetJsonSchemaHandler, PlainSerializer, WithJsonSchema
from pydantic_core import CoreSchema

from app.game.core.cards import RANKS, SUITS, TEN
from app.printable import printable

MOST_CHARACTERS, MOST_ITEMS = 500, 200
# The largest whole number that every reader of JSON keeps exactly.
MOST = 2**53
LENGTHS = ("maxLength", "maxItems")


class OnlyIncoming:
    """Leaves the greatest length out of the schema of what goes out."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = handler(core)
        return schema if handler.mode == "validation" else {k: v for k, v in schema.items() if k not in LENGTHS}


def _bytes_of(value: Any) -> Any:
    return bytes.fromhex(value) if isinstance(value, str) else value


def _by_chance(id_: UUID) -> UUID:
    """What a device tells and what happens by itself comes under an id that is made of its name: whoever could send
    that one first would keep it from being recorded."""
    if id_.version == 5:
        raise ValueError("an id is made by chance (UUID version 4), not of a name (version 5)")
    if id_.int in (0, (1 << 128) - 1):
        raise ValueError("an id is made by chance (UUID version 4): this one is nobody's, and anybody's")
    return id_


ChosenId = Annotated[UUID, Field(strict=False), AfterValidator(_by_chance)]
Text = Annotated[str, Field(max_length=MOST_CHARACTERS), AfterValidator(printable), OnlyIncoming()]
Whole = Annotated[int, Field(ge=-MOST, le=MOST)]
CardText = Annotated[str, Field(pattern=f"^[{RANKS}{TEN}][{SUITS}]$")]
Hex = Annotated[
    bytes,
    Field(max_length=MOST_CHARACTERS),
    BeforeValidator(_bytes_of),
    PlainSerializer(bytes.hex, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "pattern": "^([0-9a-f]{2})*$"}),
]
