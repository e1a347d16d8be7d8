"""The words of a line: numbers, cards, names; what makes no sense is a BadScript."""

import re
from typing import NoReturn

from app.game.core.cards import Card, parse_card
from app.roundscript.read import BadScript

LONGEST_NUMBER = 15


def bad(message: str) -> NoReturn:
    """The line makes no sense."""
    raise BadScript(message)


def number_of(word: str) -> int:
    """A whole number; underscores may stand between its digits."""
    if not re.fullmatch(r"[0-9]+(_[0-9]+)*", word) or len(word) > LONGEST_NUMBER:
        bad(f"{word[:LONGEST_NUMBER]!r} is not a whole number; amounts are whole cents, such as 10_00")
    return int(word)


def card_of(word: str) -> Card:
    """One card."""
    return parse_card(word) or bad(f"{word!r} is not a card; write rank then suit in capitals, such as 9S or KH")


def cards_of(words: list[str]) -> list[Card]:
    """One card or more."""
    return [card_of(word) for word in words] or bad("at least one card is needed")


def exactly(words: list[str], names: str) -> list[str]:
    """As many words as there are names."""
    if len(words) != len(names.split()):
        bad(f"after the action write {names}, not {' '.join(words) or 'nothing'}")
    return words


def pair_of(word: str) -> tuple[str, str]:
    """NAME=VALUE."""
    name, equals, value = word.partition("=")
    return (name, value) if name and equals and value else bad(f"{word!r} is not NAME=VALUE, such as ann=10_00")


def pairs_of(words: list[str]) -> list[tuple[str, str]]:
    """NAME=VALUE, each name once."""
    pairs = [pair_of(word) for word in words]
    if len({name for name, _ in pairs}) != len(pairs):
        bad("a player is named once")
    return pairs


def nothing_more(words: list[str]) -> None:
    """No words are left."""
    if words:
        bad(f"nothing follows here, not {' '.join(words)!r}")
