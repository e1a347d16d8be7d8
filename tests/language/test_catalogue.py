"""The core says keys and parts, and the catalogue has a sentence for each key, and no other."""

import ast
from typing import get_args, get_type_hints

import pytest

from app.game.core.message import Lying, if_any, message
from app.game.core.state import Outcome, Source, WhyDone
from app.game.events import CardKept, RoundRewritten
from app.game.registry import COMMANDS
from app.house.state import SetState
from app.house.subjects.card_sets.decide import STATES
from app.language.rendering import FORMATS, catalogue, say
from tests.architecture.sayings import ROOMS, Call, calls, fields, texts

# Tables of words for codes, which formats name; and what screens call codes (tests/books/test_screen_words.py).
CODES = "words."
SCREENS = "screens."


def formats() -> set[str]:
    return {spec for key in catalogue() for spec in fields(key).values()}


def test_every_key_has_its_sentence_and_every_sentence_is_said() -> None:
    spoken = {key for call in calls() for key in call.keys}
    assert spoken == {key for key in catalogue() if not key.startswith((CODES, SCREENS))}


@pytest.mark.parametrize("call", list(calls()), ids=lambda call: call.where)
def test_every_sentence_has_its_parts_and_no_part_is_for_nothing(call: Call) -> None:
    assert call.keys, "the keys of what is said stand in the same function, or beside it"
    needed = [set(fields(key)) for key in call.keys]
    assert all(each <= call.parts for each in needed)
    assert set.union(*needed) == call.parts


def test_every_format_is_there() -> None:
    tables = {key.rpartition(".")[0] for key in catalogue() if key.startswith(CODES)}
    assert {spec for spec in formats() if spec.startswith(CODES)} == tables
    assert {spec for spec in formats() if not spec.startswith(CODES)} == set(FORMATS)


def codes(table: str) -> set[str]:
    return {key.removeprefix(f"words.{table}.") for key in catalogue() if key.startswith(f"words.{table}.")}


def test_every_code_has_its_words() -> None:
    assert codes("source") == set(get_args(Source))
    assert codes("outcome") == set(get_args(Outcome))
    assert codes("why") == set(get_args(WhyDone))
    assert codes("refusable") == set(get_args(get_type_hints(CardKept)["refusable"]))
    assert codes("cause") == set(get_args(get_type_hints(RoundRewritten)["cause"]))
    assert codes("seat") == {"seated", "behind"}
    assert set(STATES) == set(get_args(SetState))
    assert codes("tap") < {kind.name for kind in COMMANDS.values()}


def test_no_sentence_stands_in_the_core() -> None:
    for path in [path for rooms in ROOMS for path in sorted(rooms.glob("*/words.py"))]:
        module = ast.parse(path.read_text("utf-8"))
        assert [text for text in texts(path) if " " in text] == [], path.name
        assert not any(isinstance(node, ast.JoinedStr) for node in ast.walk(module)), path.name


def test_what_is_empty_is_left_out() -> None:
    assert if_any("shoe.step_by", person="") is None
    assert if_any("void.goes_back", lines=()) is None
    assert if_any("errors.held_at", box=None) is None
    assert if_any("errors.held_at", box=0) == message("errors.held_at", box=0)
    assert say(message("table.nobody_deals", licence=None)) == "nobody deals from here on"


def test_what_a_player_is_called_is_no_format() -> None:
    assert say(message("wagers.withdrawn", player="{box}", box=1)) == "{box} took all wagers off box 1"


def test_a_code_without_words_of_its_own_is_told_as_it_is() -> None:
    parts = {"cause": "undo", "reason": "BeginPaper", "clause": None}
    assert say(message("rewritten.undone", **parts)) == "the dealer took back the last tap: BeginPaper"


def test_cards_that_lie_face_down_are_counted() -> None:
    lies = Lying(cards=(), down=2)
    text = say(message("cards.hole_turned_up", card="4S", lies=lies))
    assert text == "the dealer's face-down card is 4S: ?? ??"
