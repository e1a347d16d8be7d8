"""The core says keys and parts, and the catalogue has a sentence for each key, and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple, TypeGuard, get_args, get_type_hints

import pytest

from app.game.core.said import Lying, if_any, said
from app.game.core.state import Outcome, Source, WhyDone
from app.game.events import CardKept, RoundRewritten
from app.game.registry import COMMANDS
from app.language.saying import FORMATS, catalogue, say

APP = Path(__file__).parents[2] / "app"
ROOMS = (APP / "game" / "subjects", APP / "house" / "subjects")
IN_ROOMS = [path for rooms in ROOMS for path in sorted(rooms.glob("*/words.py"))]
WORDS = [*IN_ROOMS, APP / "game" / "core" / "moment.py"]
SOURCES = [*WORDS, *[path for rooms in ROOMS for path in sorted(rooms.glob("*/kinds.py"))]]
KEY = re.compile(r"[a-z_]+\.[a-z_]+")
SAYS = {"said", "if_any", "always", "by_clause"}
# Tables of words for codes, which formats name; and what screens call codes (tests/unit/test_screen_words.py).
CODES = "words."
SCREENS = "screens."
Scope = ast.Module | ast.FunctionDef


class Call(NamedTuple):
    """A place that says something: which keys it may be, and which parts it gives."""

    where: str
    keys: frozenset[str]
    parts: frozenset[str]


def calls() -> Iterator[Call]:
    for path in SOURCES:
        module = ast.parse(path.read_text("utf-8"))
        functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
        scopes: list[Scope] = [ast.Module([node for node in module.body if node not in functions], []), *functions]
        for scope in scopes:
            for node in ast.walk(scope):
                if _says(node) and not _passes_on(node, scope):
                    yield _call(f"{path.parent.name}/{path.name}:{node.lineno}", node, scope, module)


def _says(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYS


def _passes_on(node: ast.Call, scope: Scope) -> bool:
    """Whether the key is a parameter: it stands where the function is called."""
    parameters = [each.arg for each in scope.args.args] if isinstance(scope, ast.FunctionDef) else []
    return isinstance(node.args[0], ast.Name) and node.args[0].id in parameters


def _call(where: str, node: ast.Call, scope: Scope, module: ast.Module) -> Call:
    parts = {keyword.arg for keyword in node.keywords}
    assert None not in parts, f"{where}: parts are written out"
    named = {"clause"} if ast.unparse(node.func) == "by_clause" else {part for part in parts if part is not None}
    return Call(where, frozenset(_keys(node.args[0], scope, module)), frozenset(named))


def _keys(value: ast.expr, scope: Scope, module: ast.Module) -> Iterator[str]:
    """The keys that stand in the expression, or in what its names were set to."""
    for node in ast.walk(value):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
            yield node.value
        elif isinstance(node, ast.Name):
            for found in (*_set_to(node.id, scope), *_set_to(node.id, ast.Module(module.body, []))):
                yield from _keys(found, scope, module)


def _set_to(name: str, scope: Scope) -> Iterator[ast.expr]:
    for node in scope.body:
        if isinstance(node, ast.Assign):
            (target,) = node.targets
            several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            pairs = zip(target.elts, node.value.elts, strict=True) if several else [(target, node.value)]  # type: ignore[attr-defined]
            yield from [value for to, value in pairs if isinstance(to, ast.Name) and to.id == name]


def fields(key: str) -> dict[str, str]:
    """The parts that a sentence needs, each with its format."""
    return {name: spec or "" for _, name, spec, _ in Formatter().parse(catalogue()[key]) if name is not None}


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
    assert codes("tap") < {kind.name for kind in COMMANDS.values()}


def test_no_sentence_stands_in_the_core() -> None:
    for path in IN_ROOMS:
        module = ast.parse(path.read_text("utf-8"))
        docs = {ast.get_docstring(node, clean=False) for node in ast.walk(module) if isinstance(node, Scope)}
        texts = {node.value for node in ast.walk(module) if isinstance(node, ast.Constant)} - docs
        assert [text for text in texts if isinstance(text, str) and " " in text] == [], path.name
        assert not any(isinstance(node, ast.JoinedStr) for node in ast.walk(module)), path.name


def test_what_is_empty_is_left_out() -> None:
    assert if_any("shoe.step_by", person="") is None
    assert if_any("void.goes_back", lines=()) is None
    assert if_any("errors.held_at", box=None) is None
    assert if_any("errors.held_at", box=0) == said("errors.held_at", box=0)
    assert say(said("table.nobody_deals", licence=None)) == "nobody deals from here on"


def test_what_a_player_is_called_is_no_format() -> None:
    assert say(said("wagers.withdrawn", player="{box}", box=1)) == "{box} took all wagers off box 1"


def test_a_code_without_words_of_its_own_is_told_as_it_is() -> None:
    parts = {"cause": "undo", "reason": "BeginPaper", "clause": None}
    assert say(said("rewritten.undone", **parts)) == "the dealer took back the last tap: BeginPaper"


def test_cards_that_lie_face_down_are_counted() -> None:
    lies = Lying(cards=(), down=2)
    text = say(said("cards.hole_turned_up", card="4S", lies=lies))
    assert text == "the dealer's face-down card is 4S: ?? ??"
