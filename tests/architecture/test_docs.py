"""Documents that can be held to the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.game.commands import Reconstruct, Void
from app.game.registry import COMMANDS
from app.game.rules.ruleset import IRREGULARITIES
from app.game.subjects.irregularities.rulings import HOUSE
from app.store.schema import PROJECTIONS, metadata
from tests.architecture.sayings import OF_A_TABLE, codes
from tests.architecture.way import Step, steps

ROOT = Path(__file__).parents[2]
SOURCES = [path for room in ("game", "roundscript", "table") for path in (ROOT / "app" / room).rglob("*.py")]


def calls(name: str) -> Iterator[ast.Call]:
    """Every call of a function or method of this name in the core."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name:
                yield node


def first_texts(name: str, position: int) -> set[str]:
    """The literal texts at one position of all those calls."""
    arguments = [call.args[position] for call in calls(name) if len(call.args) > position]
    return {each.value for each in arguments if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def documented(page: str, heading: str | None = None) -> set[str]:
    text = (ROOT / "docs" / page).read_text("utf-8")
    head, _, tail = text.partition("## Why a table holds")
    part = tail if heading else head
    return set(re.findall(r"^\| `(\w+)`", part, re.MULTILINE))


def test_every_refusal_is_documented_and_no_other() -> None:
    other_words = first_texts("RejectedInWords", 0) | first_texts("_awaits_card", 2)
    conditional = {"bad_decks"}
    assert codes(OF_A_TABLE) | other_words | conditional == documented("refusals.md")


def test_every_irregularity_is_documented() -> None:
    assert documented("refusals.md", "Why a table holds") == {*IRREGULARITIES, *HOUSE} - {"asked_players"}


def test_the_page_on_commands_names_commands() -> None:
    names = {command.__name__ for command in (*COMMANDS, Void, Reconstruct)}
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    named = set(re.findall(r"`([A-Z]\w+)`", page))
    assert named <= names


def test_every_setting_is_documented_and_no_other() -> None:
    code = (ROOT / "app" / "settings.py").read_text("utf-8")
    page = (ROOT / "docs" / "settings.md").read_text("utf-8")
    assert set(re.findall(r"\"(TABLEKEEPER_\w+)\"", code)) == set(re.findall(r"^\| `(\w+)`", page, re.MULTILINE))


def test_every_room_and_every_module_of_core_and_store_is_in_the_page_on_architecture() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = {path.parent.name for path in (ROOT / "app").glob("*/__init__.py")} - {"screens", "static"}
    subjects = {path.parent.name for path in (ROOT / "app" / "game" / "subjects").glob("*/__init__.py")}
    folders = (".", "game", "game/core", "store")
    modules = {path.name for room in folders for path in (ROOT / "app" / room).glob("[a-z]*.py")}
    assert {room for room in rooms if f"app/{room}" not in page} == set()
    assert {name for name in modules if name not in page} == set()
    assert {name for name in subjects if f"`{name}`" not in page} == set()


@pytest.mark.parametrize("step", steps(), ids=lambda step: f"{step.part}: {step.function}")
def test_each_function_on_the_way_of_a_card_and_of_a_tap_is_where_the_page_says(step: Step) -> None:
    assert step.function in functions(ROOT / step.module)


def test_the_way_goes_from_the_line_to_the_screen() -> None:
    assert {step.part for step in steps()} == {"A CARD", "A TAP", "BOTH", "AFTERWARDS"}
    assert len(steps()) > 40


def functions(path: Path) -> set[str]:
    """The functions of a module, those of a class behind its name."""
    text = path.read_text("utf-8")
    if path.suffix == ".ts":
        (name,) = re.findall(r"^export class (\w+)", text, re.MULTILINE)
        return {f"{name}.{method}" for method in re.findall(r"^  (?:private )?(\w+)\(", text, re.MULTILINE)}
    found = set()
    for node in ast.parse(text).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        before = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        found |= {before + each.name for each in inside if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    return found


def test_every_reason_that_a_book_may_give_a_clause_for_is_used() -> None:
    from app.game.rules.ruleset import OUTCOMES, QUESTIONS, REFUSALS

    used = {
        node.value
        for path in SOURCES
        if path.name != "ruleset.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    used |= codes(OF_A_TABLE)
    assert {*OUTCOMES, *QUESTIONS, *REFUSALS} - used == set()


# What `verify` looks at row by row, in tests/tampering.
VERIFIED = {"events", "stream_heads", "sealed", "rulesets", "head_signatures", *[each.name for each in PROJECTIONS]}


def test_each_table_is_verified_or_named_as_what_is_under_no_hash() -> None:
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    section = page.split("### What is under no hash")[1].split("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", section))
    assert set(metadata.tables) - VERIFIED - named == set(), "say in docs/security.md what it means"
    assert not named & VERIFIED - {"events"}
