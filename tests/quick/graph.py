"""Which of our modules needs which: by imports, programs that it starts, and fixtures that pytest finds by folder."""

import ast
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGES = ("app", "device_simulators", "migrations", "tests")
# What starts the command line as the program that pip installs: Path(sys.executable).with_name("tablekeeper").
PROGRAMS = {"tablekeeper": "app"}
STARTS = re.compile(r'"-m"|with_name\(')


class Reached(NamedTuple):
    """A module that a change can reach: over which modules, from the changed one to this."""

    chain: tuple[str, ...]

    @property
    def distance(self) -> int:
        """How many steps away it is."""
        return len(self.chain) - 1


def modules() -> dict[str, Path]:
    """Every module by its name."""
    found = [
        path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "node_modules" not in path.parts
    ]
    return {name_of(path.relative_to(ROOT)): path for path in found}


def name_of(path: Path) -> str:
    """The name of the module in this file, relative to the root."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def needs(known: Mapping[str, Path]) -> dict[str, set[str]]:
    """What each module needs."""
    return {name: _needs_of(name, path, known) - {name} for name, path in known.items()}


def reached(changed: Iterable[str], needed: Mapping[str, set[str]]) -> dict[str, Reached]:
    """Everything that needs a changed module, directly or not, by the shortest way."""
    needed_by: dict[str, set[str]] = {}
    for name, others in needed.items():
        for other in others:
            needed_by.setdefault(other, set()).add(name)
    found = {name: Reached((name,)) for name in changed}
    queue = deque(found)
    while queue:
        name = queue.popleft()
        for other in sorted(needed_by.get(name, set()) - found.keys()):
            found[other] = Reached((*found[name].chain, other))
            queue.append(other)
    return found


def _needs_of(name: str, path: Path, known: Mapping[str, Path]) -> set[str]:
    source = path.read_text("utf-8")
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    tree = ast.parse(source)
    found = {module for statement in _statements(tree) for module in _imported(statement)}
    if STARTS.search(source):
        found |= {module for node in ast.walk(tree) for module in _started(node)}
    if "import_module(" in source:
        found |= {other for other in known if other.startswith(f"{package}.")}
    if name.startswith("tests."):
        found |= {f"{each}.conftest" for each in _with_parents(package)}
    return {each for module in found for each in _with_parents(module) if each in known}


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """The statements below this one, and not the expressions in them, which are most of a tree."""
    for field in ("body", "orelse", "handlers", "finalbody", "cases"):
        for each in getattr(node, field, ()):
            yield each
            yield from _statements(each)


def _imported(node: ast.AST) -> Iterator[str]:
    """What an import statement names; `from a import b` may name the module a.b."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module is not None:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _started(node: ast.AST) -> Iterator[str]:
    """What is started as a process: `python -m module`, or one of our programs."""
    if isinstance(node, ast.List | ast.Tuple):
        for option, module in pairwise(map(_text, node.elts)):
            if option == "-m":
                yield from (module, f"{module}.__main__")
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "with_name":
        yield from (f"{PROGRAMS[word]}.__main__" for word in map(_text, node.args) if word in PROGRAMS)


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _with_parents(module: str) -> Iterator[str]:
    """The module and the packages that it is in: importing it runs them."""
    while module:
        yield module
        module = module.rpartition(".")[0]
