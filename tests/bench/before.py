"""The project as it was at an earlier commit, beside the project as it is: two trees that can be run in turn.

The earlier tree lies in a temporary folder. It gets the programs of `tests/bench/sides`, which are the same in both
trees and use each tree's own code, and the screens that are built here, of which no page is compared.

It runs with this Python if the packages that it asks for are installed in just these versions. If not, it gets an
environment of its own from its own `requirements.lock`.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
# What the benchmarks compare with, unless told otherwise.
BEFORE = "520466c"
NONE = "none"
# In the environment: a tree that a whole run has made for all of its programs.
MADE = "TABLEKEEPER_BENCH_BEFORE"
SIDES = Path("tests/bench/sides")
SCREENS = Path("app/static")
ONLY_FOR_BENCHMARKS = ("pokerkit", "uvloop")
LOCKS = ("requirements.lock", "requirements-bench.lock")


class NoEarlierTreeError(Exception):
    """The tree of this commit cannot be had, or nothing can be run on it; says why and what to do."""


class Tree(NamedTuple):
    """A tree of the project, by the name that its figures have, and the Python that runs it."""

    name: str
    folder: Path
    python: str


HERE = Tree("now", ROOT, sys.executable)


@contextmanager
def trees(commit: str) -> Iterator[list[Tree]]:
    """The tree as it is, and the one before, unless `none` is compared with."""
    if missing := [name for name in ONLY_FOR_BENCHMARKS if find_spec(name) is None]:
        sys.exit(f"{', '.join(missing)} is not installed: `make bench` installs what is in {LOCKS[1]}.")
    if commit == NONE:
        yield [HERE]
        return
    with ExitStack() as open_:
        try:
            before = open_.enter_context(earlier(commit))
        except NoEarlierTreeError as error:
            sys.exit(str(error))
        yield [HERE, before]


@contextmanager
def earlier(commit: str) -> Iterator[Tree]:
    """The tree of this commit: the one that the whole run has made, or a new one, which is removed again.

    Raises NoEarlierTreeError."""
    if made := os.environ.get(MADE):
        name, folder, python = json.loads(made)
        yield Tree(name, Path(folder), python)
        return
    with tempfile.TemporaryDirectory(prefix="tablekeeper-before-") as folder:
        Path(folder).chmod(0o755)
        tree = Path(folder) / "tree"
        unpack(commit, tree)
        complete(tree)
        yield Tree(f"before ({commit})", tree, _python_for(tree, Path(folder) / "venv"))


@contextmanager
def shared(commit: str) -> Iterator[None]:
    """Make the tree once for all programs that are started meanwhile."""
    if commit == NONE:
        yield
        return
    with earlier(commit) as tree:
        os.environ[MADE] = json.dumps([tree.name, str(tree.folder), tree.python])
        try:
            yield
        finally:
            del os.environ[MADE]


def unpack(commit: str, tree: Path) -> None:
    """The files of the commit, in a new folder."""
    command = ["git", "-C", str(ROOT), "archive", "--format=tar", "--end-of-options", commit]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip()
        raise NoEarlierTreeError(f"{commit} cannot be taken out of this repository: {said}")
    with tarfile.open(fileobj=BytesIO(done.stdout)) as archive:
        archive.extractall(tree, filter="data")


def complete(tree: Path) -> None:
    """Give the tree what its commit does not have: the programs of its side, and the screens."""
    if not (tree / "tests" / "bench").is_dir():
        raise NoEarlierTreeError("This commit has no benchmarks (tests/bench): name a later one.")
    shutil.copytree(ROOT / SIDES, tree / SIDES, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    if (ROOT / SCREENS).is_dir():
        shutil.copytree(ROOT / SCREENS, tree / SCREENS, dirs_exist_ok=True)


def differing(tree: Path) -> list[str]:
    """The packages that the tree asks for and that are not installed here in that version."""
    asked = tomllib.loads((tree / "pyproject.toml").read_text())["project"]["dependencies"]
    return [each for each in asked if not _is_installed(Requirement(each))]


def _is_installed(requirement: Requirement) -> bool:
    try:
        return requirement.specifier.contains(version(requirement.name))
    except PackageNotFoundError:
        return False


def _python_for(tree: Path, environment: Path) -> str:
    """The Python that has what the tree asks for."""
    missing = differing(tree)
    if not missing:
        return sys.executable
    print(f"The tree before asks for {', '.join(missing)}: it gets an environment of its own.", flush=True)
    python = str(environment / "bin" / "python")
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r"]
    try:
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        for lock in (tree / LOCKS[0], ROOT / LOCKS[1]):
            subprocess.run([*install, str(lock)], check=True)
    except subprocess.CalledProcessError as error:
        raise NoEarlierTreeError(f"It could not be installed ({error}). To measure without it: {NONE}.") from None
    return python
