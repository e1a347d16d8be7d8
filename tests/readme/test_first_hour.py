"""CONTRIBUTING.md from the clone to the commit: every command of it that does not begin with `make`, as it is written.

They are typed in a clone of this tree as it is now, committed or not, with the packages that are installed here.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.folders import RUN
from tests.readme.commands import CONTRIBUTING, ROOT, Command, Content, steps
from tests.readme.contributor import NAMED, as_contributor
from tests.readme.terminal import Shell

APART = (RUN, "GIT_", "PYTEST", "COV")


def test_a_first_change_is_made_as_the_page_says(tmp_path: Path) -> None:
    shell = Shell(tmp_path, surroundings(tmp_path), tmp_path)
    for step in steps(CONTRIBUTING.read_text("utf-8")):
        if isinstance(step, Content):
            (shell.place / step.name).write_text(step.text, "utf-8")
        elif not step.line.startswith("make "):
            ended = shell.run(step.line, {})
            assert ended.status == 0, f"{step.line}\n{ended.said[-3000:]}"
    clone = tmp_path / "tablekeeper"
    assert shell.place == clone
    assert git(clone, "status", "--porcelain") == "?? full-tray.diff\n"
    assert git(clone, "log", "-1", "--format=%s") == "float: refuse a fill that no tray can hold\n"


def test_the_page_goes_from_the_clone_to_the_commit() -> None:
    typed = [step.line for step in steps(CONTRIBUTING.read_text("utf-8")) if isinstance(step, Command)]
    assert typed[0].startswith("git clone ") and typed[-1].startswith("git commit ")
    assert {"make install", "make quick", "make check"} <= {line.split(" #")[0].strip() for line in typed}


def surroundings(place: Path) -> dict[str, str]:
    """Those of somebody who has installed what is needed, and whose clone comes from a copy of this tree."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(APART)}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    imports = str(place / "tablekeeper")
    return {**kept, **as_contributor(repository(place / "repository")), "PATH": path, "PYTHONPATH": imports}


def repository(folder: Path) -> Path:
    """A repository of one commit: the files of this tree."""
    for name in git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").rstrip("\0").split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--message=everything")
    return folder


def git(folder: Path, *words: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | NAMED
    return subprocess.run(
        ["git", *words], cwd=folder, env=environment, capture_output=True, text=True, check=True
    ).stdout
