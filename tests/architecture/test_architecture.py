"""Rules about the code itself."""

import ast
import json
import sys
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game.core.records import Command, Event
from app.game.registry import COMMANDS, EVENTS
from app.game.rules import ruleset
from app.game.subjects.dealer.needs import DRAWS
from app.game.subjects.irregularities.effects import EFFECTS
from app.game.subjects.irregularities.rulings import CONDITIONS, HOUSE, HOUSE_CLAUSE
from app.game.subjects.settlement.dealer_pontoon import PONTOON_TAKES
from app.game.subjects.settlement.superbonus import OTHERS
from app.game.subjects.shoe.cutters import CUT_BY
from app.game.subjects.wagers.limits import UNNOTICED_OVER, UNSEATED_CONTROLLER

ROOT = Path(__file__).parents[2]
CORE = sorted((ROOT / "app" / "game").rglob("*.py"))
CODE = sorted(path for folder in ("app", "device_simulators", "migrations") for path in (ROOT / folder).rglob("*.py"))
OURS = ("app.game",)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Every node of the module in this file."""
    return list(ast.walk(ast.parse(path.read_text("utf-8"))))


def modules_imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def test_there_is_code_to_look_at() -> None:
    assert len(CORE) > 80
    assert len(CODE) > 500


def test_the_core_imports_the_standard_library_and_msgspec_only() -> None:
    outside = {path: {name for name in modules_imported(path) if not name.startswith(OURS)} for path in CORE}
    foreign = {
        path: {name.split(".")[0] for name in names} - sys.stdlib_module_names - {"msgspec"}
        for path, names in outside.items()
    }
    assert {path: names for path, names in foreign.items() if names} == {}


def test_no_float_reaches_money() -> None:
    """No float literal, no true division and no float() anywhere in the core."""
    assert [(path, ast.unparse(node)) for path in CORE for node in nodes(path) if _makes_a_float(node)] == []


def _makes_a_float(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float)
    if isinstance(node, ast.BinOp | ast.AugAssign):
        return isinstance(node.op, ast.Div)
    called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    return called in ("float", "round", "Decimal")


def test_no_code_names_a_ruleset() -> None:
    """Not compared, not even spelled: what differs between books is data."""
    books = set(ruleset_ids())
    texts = [(path, node.value) for path in CODE for node in nodes(path) if isinstance(node, ast.Constant)]
    assert [(path, text) for path, text in texts if isinstance(text, str) and text in books] == []


def test_no_code_compares_a_ruleset_by_id() -> None:
    compared = [(path, ast.unparse(node)) for path in CORE for node in nodes(path) if isinstance(node, ast.Compare)]
    assert compared
    assert [(path, text) for path, text in compared if "rules.id" in text] == []
    # decide alone asserts that a table is decided by the book it was opened under
    assert {path.name for path, text in compared if "rules.hash" in text} == {"decide.py"}


def test_no_code_looks_into_what_fastapi_makes_of_a_route() -> None:
    """It changes with any version; the function and its declarations are ours."""
    attributes = [(path, node.attr) for path in CODE for node in nodes(path) if isinstance(node, ast.Attribute)]
    assert attributes
    assert [path for path, name in attributes if name == "dependant"] == []


def test_every_event_is_applied_and_every_command_decided() -> None:
    assert set(EVENTS) == set(Event.__subclasses__())
    assert set(COMMANDS) == set(Command.__subclasses__())


def test_every_condition_and_choice_of_a_book_has_its_function() -> None:
    signed = {"void_round", "void_earlier", "reconstruct_earlier"}
    by_itself = {"return_wager", "take_back"}
    assert set(CONDITIONS) == set(ruleset.WHEN)
    of_the_house = {row.choice for rows in HOUSE.values() for row in rows} - set(ruleset.CHOICES)
    assert of_the_house == {"enter_card", "same_card", "another_card", "taken_back", "as_told"}
    assert {*EFFECTS, *signed, *by_itself} == {*ruleset.CHOICES, *of_the_house}


def test_what_the_house_decides_by_itself_no_book_decides() -> None:
    """The two lists do not meet, and no choice of the house's own is one that a book could allow."""
    assert not set(HOUSE) & set(ruleset.IRREGULARITIES)
    assert not any(book in HOUSE for name in ruleset_ids() for book in load_ruleset(name).irregularities)
    assert {row.clause for rows in HOUSE.values() for row in rows} == {HOUSE_CLAUSE}


@pytest.mark.parametrize(
    ("section", "option", "policies"),
    [
        (ruleset.WagerRules, "unnoticed_over", UNNOTICED_OVER),
        (ruleset.WagerRules, "unseated_controller", UNSEATED_CONTROLLER),
        (ruleset.DealerRules, "draws", DRAWS),
        (ruleset.DealerRules, "pontoon_takes", PONTOON_TAKES),
        (ruleset.PayRules, "super_bonus_others", OTHERS),
        (ruleset.ShoeRules, "cut_by", CUT_BY),
    ],
)
def test_every_policy_name_has_its_function(section: type, option: str, policies: dict[str, object]) -> None:
    assert set(get_args(get_type_hints(section)[option])) == set(policies)


def test_functions_fit_a_screen() -> None:
    functions = [(path, node) for path in CODE for node in nodes(path) if isinstance(node, FUNCTIONS)]
    lengths = [(path, node.name, (node.end_lineno or 0) - node.lineno + 1) for path, node in functions]
    assert lengths
    assert [where for where in lengths if where[2] > 60] == []


@pytest.mark.parametrize(
    "name", ["requirements.lock", "requirements-bench.lock", "requirements-mutants.lock", "requirements-node.lock"]
)
def test_a_lock_file_names_no_registry(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert "://" not in text
    assert "index-url" not in text


def test_the_lock_of_the_screens_names_no_registry_and_pins_what_it_names() -> None:
    lock = json.loads((ROOT / "app/screens/package-lock.json").read_text("utf-8"))
    packages = {name: each for name, each in lock["packages"].items() if name}
    assert packages
    assert {name for name, each in packages.items() if "resolved" in each or "integrity" not in each} == set()
    wanted = json.loads((ROOT / "app/screens/package.json").read_text("utf-8"))
    for name, version in {**wanted["dependencies"], **wanted["devDependencies"]}.items():
        assert version == packages[f"node_modules/{name}"]["version"], name


def test_no_file_names_a_place_on_some_machine() -> None:
    """No home folder, no checkout path."""
    here = str(ROOT)
    for path in [*CODE, *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").rglob("*.py"), ROOT / "README.md"]:
        assert here not in path.read_text("utf-8"), path
