"""Every event of the house is told in words, and nothing in them is made of a token or a PIN."""

import re
from typing import Any, NamedTuple, get_type_hints

import pytest

from app.game.core.records import fields_of
from app.house.registry import EVENTS
from app.house.state import Alarm, CardStock, Device, Display, Person, Session
from app.house.subjects.card_sets.events import SetCountedOut
from app.house.subjects.people.events import PinWasSet, Refusal
from app.surveillance.house_words import words_of_house

TOKEN_HASH, PIN_SEAL = "ab" * 32, "cd" * 32
PARTS: dict[type, NamedTuple] = {
    Device: Device("t7-shoe", "7", "shoe", "angel-eye", "/dev/ttyUSB0"),
    Person: Person("dana", "Dana K.", ("dealer",), "4711", "L-9", "2027-06-30", pin_seal=PIN_SEAL),
    Session: Session("s1", "dana", TOKEN_HASH, "10.0.0.7", 1, 2),
    Display: Display("t7-sign", "7", TOKEN_HASH, "d1"),
    Alarm: Alarm(3, "device_lost", "7", "t7-shoe", "the shoe does not answer", 1),
    CardStock: CardStock("set 12", "S-12", "blue", 8),
}
PLAIN: dict[Any, Any] = {str: "text", int: 4, bool: True, tuple[str, str]: ("ann", "bob"), str | None: "text"}
# How a value looks when it is printed and not told.
REPR = re.compile(r"\w+\(\w+=|\bNone\b|\bTrue\b|\bFalse\b|\('|\{'|<[a-z]|[0-9a-f]{32}")


@pytest.mark.parametrize("type_", EVENTS, ids=lambda type_: type_.__name__)
def test_it_is_told_without_what_is_kept_secret(type_: type) -> None:
    hints = get_type_hints(type_)
    event = type_(**{each.name: (PLAIN | PARTS)[hints[each.name]] for each in fields_of(type_)})
    words = words_of_house(event)
    assert words and not REPR.search(words), words
    assert TOKEN_HASH not in words and PIN_SEAL not in words


def test_some_of_them() -> None:
    told: dict[Any, str] = {
        PinWasSet("dana"): "dana has a new PIN; every session has ended",
        PinWasSet("dana", "", "s1"): "dana has a new PIN; every other session has ended",
        Refusal("nobody", "sign_in", "no such name or badge", "10.0.0.7", 3):
            "nobody at 10.0.0.7 was refused sign_in: no such name or badge, 3 times",
        SetCountedOut("set 12", 383, 1, ("ann", "bob")): "ann and bob counted 383 cards in set set 12: 1 missing",
        SetCountedOut("set 12", 386, -2, ("ann", "bob")): "ann and bob counted 386 cards in set set 12: 2 too many",
    }  # fmt: skip
    assert {event: words_of_house(event) for event in told} == told
