"""The rooms of the core and of the house: which knows which, and in how many files each command and event is named."""

import ast
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from app.game.registry import COMMANDS, EVENTS
from app.house import registry as house
from tests.architecture.names import ROOT, naming, rooms

SUBJECTS = ROOT / "app" / "game" / "subjects"
OF_THE_HOUSE = ROOT / "app" / "house" / "subjects"
# Which other rooms each knows, its kinds apart: a new entry is a decision, and one that is not needed any more goes.
KNOWS = {
    "cards": {"offers", "payments", "shoe", "wagers"},
    "dealer": set[str](),
    "devices": {"cards", "irregularities", "offers", "remedies", "shoe", "wagers"},
    "float": {"wagers"},
    "hands": {"dealer", "offers"},
    "irregularities": {"cards", "devices", "hands", "offers", "remedies", "settlement", "shoe", "wagers"},
    "offers": {"hands", "settlement"},
    "paper": {"wagers"},
    "payments": set[str](),
    "remedies": {
        "cards", "dealer", "devices", "hands", "irregularities", "offers", "payments", "settlement", "shoe", "wagers",
    },
    "settlement": set[str](),
    "shoe": {"wagers"},
    "table": {"wagers"},
    "wagers": {"hands", "remedies"},
}  # fmt: skip
KNOWN_IN_THE_HOUSE = {
    "alarms": set[str](),
    "card_sets": set[str](),
    "devices": {"alarms"},
    "people": {"sessions"},
    "sessions": set[str](),
}
# In so few files each is to be named, outside its own room.
FEW = 4
# Those that are named in more, and in how many: these numbers only go down.
MORE = json.loads((Path(__file__).parent / "names.json").read_text("utf-8"))


def known_by(room: Path) -> Iterator[str]:
    """The rooms that this one imports from; its kinds may name whatever decides or folds them."""
    for path in room.glob("*.py"):
        if path.name != "kinds.py":
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and _is_room(node.module or ""):
                    yield str(node.module).split(".")[3]


def _is_room(module: str) -> bool:
    return module.startswith(("app.game.subjects.", "app.house.subjects."))


@pytest.mark.parametrize(("rooms", "knows"), [(SUBJECTS, KNOWS), (OF_THE_HOUSE, KNOWN_IN_THE_HOUSE)])
def test_the_rooms_know_each_other_as_far_as_is_listed(rooms: Path, knows: dict[str, set[str]]) -> None:
    found = {room.name: set(known_by(room)) - {room.name} for room in rooms.iterdir() if (room / "kinds.py").exists()}
    assert found == knows


def test_only_the_registry_imports_kinds() -> None:
    importing = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "app").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith(("app.game.subjects", "app.house.subjects"))
        and any(name.name == "kinds" for name in node.names)
    ]
    assert set(importing) == {"app/game/registry.py", "app/house/registry.py"}


@pytest.mark.parametrize(
    "kinds",
    [COMMANDS, EVENTS, house.COMMANDS, house.EVENTS],
    ids=["commands", "events", "commands of the house", "events of the house"],
)
def test_a_kind_is_named_in_few_files_outside_its_room(kinds: Mapping[type, object]) -> None:
    places = rooms()
    found = naming(ROOT, {kind.__name__: places[kind.__name__] for kind in kinds})
    many = {name: files for name, files in found.items() if len(files) > MORE.get(name, FEW)}
    assert many == {}, "named in more files than before"
    fewer = {name: len(files) for name, files in found.items() if len(files) < MORE.get(name, 0)}
    assert fewer == {}, "named in fewer files now: write that into names.json"
