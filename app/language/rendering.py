"""Says in English what the core has as a key and its parts: the sentences stand in english.toml, read once.

How a part is written stands in the sentence, as a named format; without one a part is written as it is, several of them
one after the other, and None not at all.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

from app.game.core.message import Lying, Message, MessagePart
from app.game.core.moment import Moment
from app.game.events import Event
from app.game.registry import EVENTS
from app.language.phrases import cards_in_words, clause_in, gain, hand_at, listed, money, spaced


def say(said: Message) -> str:
    """The sentence."""
    return _ENGLISH.vformat(catalogue()[said.key], (), said.parts)


def words_of(event: Event, moment: Moment) -> str:
    """What happened, each wager on a line of its own."""
    return say(EVENTS[type(event)].words(event, moment))


@cache
def catalogue() -> dict[str, str]:
    """Every sentence by its key: the names of its tables and its own, with dots between."""
    return dict(_flat(tomllib.loads((files("app.language") / "english.toml").read_text("utf-8")), ""))


def _flat(table: Mapping[str, Any], above: str) -> Iterator[tuple[str, str]]:
    for name, below in table.items():
        if isinstance(below, str):
            yield above + name, below
        else:
            yield from _flat(below, f"{above}{name}.")


def _text(part: MessagePart) -> str:
    if isinstance(part, Message):
        return say(part)
    return "".join(_texts(part)) if isinstance(part, tuple) else "" if part is None else str(part)


def _lying(cards: Lying | None) -> str:
    return cards_in_words(cards.cards, cards.down, hard_aces=cards.hard_aces) if cards is not None else ""


def _texts(parts: tuple[MessagePart, ...]) -> list[str]:
    return [_text(each) for each in parts]


FORMATS: dict[str, Callable[[Any], str]] = {
    "": _text,
    "money": money,
    "gain": gain,
    "odds": str,
    "spaced": spaced,
    "clause": clause_in,
    "hand_at": lambda place: hand_at(*place),
    "hands": lambda places: listed([hand_at(*place) for place in places]),
    "cards": _lying,
    "listed": lambda parts: listed(_texts(parts)),
    "joined": lambda parts: ", ".join(_texts(parts)),
    "or_none": lambda parts: ", ".join(_texts(parts)) or "none",
    "or": lambda parts: " or ".join(_texts(parts)),
    "by_the": lambda parts: " by the ".join(_texts(parts)),
    "quoted": repr,
    "titled": lambda code: spaced(code).title(),
    "lines": lambda parts: "\n".join(_texts(parts)),
}


class _English(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in FORMATS:
            return FORMATS[format_spec](value)
        return catalogue().get(f"{format_spec}.{value}", spaced(value))


_ENGLISH = _English()
