"""A file's name says what is in it, and there is no other file of that name but in its place of parallel packages."""

from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
APART = {"screens", "static"}
# The same part of parallel packages: what each subject has, of a table and of the house; a subject in the API, on the
# command line and in a report; a dialect as bytes and as a conversation.
PARALLEL = (("app/game/", "app/house/"), ("app/api/routes/", "app/cli/", "app/reports/"), ("app/devices/",))
# Of a dispute pack, which is handed on with this program in it, and the command.
TWICE = {"verify.py"}


def test_no_file_name_means_two_things() -> None:
    found = defaultdict[str, list[str]](list)
    for path in sorted((ROOT / "app").rglob("*.py")):
        if not APART & set(path.relative_to(ROOT).parts) and not path.name.startswith("__"):
            found[path.name].append(str(path.relative_to(ROOT)))
    twice = {name: paths for name, paths in found.items() if len(paths) > 1 and not _are_parallel(paths)}
    assert set(twice) == TWICE, "name each for what it holds"


def _are_parallel(paths: list[str]) -> bool:
    return any(all(path.startswith(packages) for path in paths) for packages in PARALLEL)
