"""How many files name each command and event, of a table and of the house, outside its own room: `python -m
tests.architecture.names`."""

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from types import ModuleType

from app.game import registry
from app.game.core.records import name_of
from app.house import registry as house

ROOT = Path(__file__).parents[2]
# Where kinds stand: those of a table, and those of the house.
CORE = ("app.game", "app.house")
APART = {"screens", "static"}


def rooms() -> dict[str, Path]:
    """The room of each command and event, by the name of its class."""
    found = {}
    for subject in (*registry.SUBJECTS, *house.SUBJECTS):
        assert isinstance(subject, ModuleType)
        for kind in (*subject.COMMANDS, *subject.EVENTS):
            found[kind.type.__name__] = Path(str(subject.__file__)).parent
    return found


def _stored_as() -> dict[str, str]:
    """The names of the classes by the names under which they are stored."""
    of_tables, of_the_house = (*registry.COMMANDS, *registry.EVENTS), (*house.COMMANDS, *house.EVENTS)
    return {name_of(each): each.__name__ for each in (*of_tables, *of_the_house)}


def naming(root: Path, names: Mapping[str, Path]) -> dict[str, list[str]]:
    """The files that name each of them, outside its own room."""
    found: dict[str, list[str]] = {name: [] for name in names}
    stored_as = _stored_as()
    for path in sorted((root / "app").rglob("*.py")):
        if APART & set(path.relative_to(root).parts):
            continue
        for name in sorted({stored_as.get(name, name) for name in _named(path)} & set(names)):
            if not path.is_relative_to(names[name]):
                found[name].append(str(path.relative_to(root)))
    return found


def _named(path: Path) -> Iterator[str]:
    """Whatever of the core this file names: imported, of a module, defined there, or as a text."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(CORE)]
    names = {alias.asname or alias.name: alias.name for node in imports for alias in node.names}
    yield from names.values()
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names:
            yield node.attr
        elif isinstance(node, ast.ClassDef) and {"game", "house"} & set(path.parts):
            yield node.name
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def main(root: Path) -> None:
    """Print the figures for commands and for events, and who is worst."""
    places = rooms()
    commands = {kind.__name__ for kind in (*registry.COMMANDS, *house.COMMANDS)}
    found = naming(root, places)
    for what, wanted in (("commands", commands), ("events", set(places) - commands)):
        counts = sorted([(len(found[name]), name) for name in wanted])
        numbers = [count for count, _ in counts]
        print(f"{what}: median {median(numbers):g}, worst {numbers[-1]}, over 4: {sum(n > 4 for n in numbers)}")
        print("   ", ", ".join([f"{name} {count}" for count, name in reversed(counts[-10:])]))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT)
