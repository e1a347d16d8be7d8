"""JSON in which no character hides: what was stored before texts were looked at goes out as it is shown everywhere."""

from typing import Any

import orjson

from app.printable import may_hide, shown


def shown_json(text: str, *, lines: bool = False) -> str:
    """The JSON with every text in it as it is shown; with `lines` the ends of lines in a text stay. Most of it is
    plain, and is passed on after one look."""
    if "\\" not in text and "\x7f" not in text and (text.isascii() or not may_hide(text)):
        return text
    return orjson.dumps(_shown(orjson.loads(text), lines=lines)).decode()


def _shown(value: Any, *, lines: bool) -> Any:
    if isinstance(value, str):
        return "\n".join(map(shown, value.split("\n"))) if lines else shown(value)
    if isinstance(value, list):
        return [_shown(each, lines=lines) for each in value]
    if isinstance(value, dict):
        return {shown(name): _shown(each, lines=lines) for name, each in value.items()}
    return value
