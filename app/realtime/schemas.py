"""Writes the JSON Schemas of the feeds: `python -m app.realtime.schemas FOLDER`.

One document for each audience with every message that it is sent, another for `?views=2`, and one with what a client
sends.
"""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from app.realtime.messages import MESSAGES
from app.terminal.order_parsing import Order

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class OrderFrame(Order):
    """What a dealer or the floor asks of the table."""

    type: Annotated[Literal["order"], Field(description="Which kind of frame this is.")]


def documents() -> dict[str, str]:
    """The text of each document, by its file's name."""
    sent = {f"feed-{name}.json": _document(union, "serialization") for name, union in MESSAGES.items()}
    return {**sent, "feed-orders.json": _document(OrderFrame, "validation")}


def _document(union: Any, mode: Literal["serialization", "validation"]) -> str:
    schema = {"$schema": DIALECT, **TypeAdapter(union).json_schema(mode=mode)}
    return json.dumps(_without_titles(schema), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _without_titles(part: Any) -> Any:
    """The generators of types make a name of every title."""
    if isinstance(part, list):
        return [_without_titles(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {key: _without_titles(value) for key, value in part.items() if not _is_title(key, value)}


def _is_title(key: str, value: Any) -> bool:
    return key == "title" and isinstance(value, str)


def main(arguments: list[str]) -> int:
    """Write them into the folder."""
    if len(arguments) != 1:
        sys.stderr.write("say where: python -m app.realtime.schemas docs/schemas\n")
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents().items():
        (folder / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
