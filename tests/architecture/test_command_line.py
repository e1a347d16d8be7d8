"""What the command line imports: a command needs its own module and what that imports, and no other command's."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from app.cli import COMMANDS

ROOT = Path(__file__).parents[2]
# What the core is built on, and what that imports where it is there.
MSGSPEC = ("msgspec", "typing_extensions")
IMPORTED = """
import contextlib, io, json, sys
from app.cli import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main(sys.argv[1:])
print(json.dumps(sorted(sys.modules)))
"""


def imported(*arguments: str) -> set[str]:
    """The modules that are not the standard library's, after this command has run in a process of its own."""
    run = [sys.executable, "-S", "-c", IMPORTED, *arguments]
    installed = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(Path(msgspec.__file__).parents[1])])}
    done = subprocess.run(run, cwd=ROOT, env=installed, capture_output=True, text=True, check=True)
    return {name for name in json.loads(done.stdout) if name.split(".")[0] not in sys.stdlib_module_names} - {
        "__main__"
    }


def test_the_help_imports_no_command() -> None:
    assert imported("--help") == {"app", "app.cli", "app.cli.endings", "app.cli.output", "app.printable"}


@pytest.mark.parametrize("arguments", [("rules",), ("rules", "nz-division-15"), ("play", "-"), ("play", "--help")])
def test_the_core_is_all_that_rules_and_play_import(arguments: tuple[str, ...]) -> None:
    found = imported(*arguments)
    beside = {name for name in found if not name.startswith(("app.game", "app.roundscript", "app.cli", *MSGSPEC))}
    language = {"app.language", "app.language.phrases", "app.language.rejection_in_words", "app.language.rendering"}
    assert beside == {"app", "app.books", "app.books.earlier_editions", "app.books.rulebook", "app.printable"} | (
        {"app.books.rules_text"} if arguments[0] == "rules" else language
    )
    assert {name for name in found if name.startswith("app.cli.")} == {
        "app.cli.endings", "app.cli.output", f"app.cli.{arguments[0]}",
    }  # fmt: skip


def test_every_command_has_a_module_of_its_name() -> None:
    modules = {path.stem.replace("_", "-") for path in (ROOT / "app" / "cli").glob("*.py")}
    assert set(COMMANDS) <= modules
