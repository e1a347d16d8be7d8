"""What has changed since a revision, as modules and tests."""

import ast
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from tests.quick.graph import ROOT, name_of

# The tests of this package name files as examples.
OURS = "tests.quick"


class UnknownRevision(Exception):
    """A revision that git does not know."""


def changed_files(since: str) -> list[PurePosixPath]:
    """The files that differ from that revision, and those that git does not know yet."""
    try:
        differing = _git("diff", "--name-only", since, "--")
    except subprocess.CalledProcessError as error:
        raise UnknownRevision(f"git cannot compare with {since!r}: {error.stderr.strip()}") from error
    return [PurePosixPath(line) for line in (*differing, *_git("ls-files", "--others", "--exclude-standard"))]


def last_change() -> str:
    """What to compare with if no revision is given: the last commit, or if all is committed the one before it."""
    return "HEAD" if _git("status", "--porcelain") else "HEAD~1"


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["/usr/bin/env", "git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def concerned(file: PurePosixPath, known: Mapping[str, Path]) -> set[str]:
    """The modules that a changed file is about: itself, or whichever read it if it is no module."""
    if file.suffix == ".py":
        name = name_of(Path(file))
        return {name} if name in known else set(_beside(file, known))
    return {
        *_naming(file, known),
        *_beside(file, known),
        *_of_the_folder(file, known),
        *_of_the_language(file, known),
    }


def _beside(file: PurePosixPath, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules of the package that the file lies in; none of them reads a page."""
    if file.parent.name and file.suffix != ".md":
        yield from (name for name, path in known.items() if path.parent == ROOT / file.parent)


def _naming(file: PurePosixPath, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules that name the file in a text, or all files of its kind in its top folder, such as *.md in docs."""
    kind = f"*{file.suffix}"
    for name, path in known.items():
        source = path.read_text("utf-8")
        if name.startswith(OURS) or (file.name not in source and kind not in source):
            continue
        texts = set(_texts(source))
        if any(file.name in text for text in texts) or {kind, file.parts[0]} <= texts:
            yield name


def _texts(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _of_the_folder(file: PurePosixPath, known: Mapping[str, Path]) -> Iterator[str]:
    """The tests of the folder's name: those in tests/screens for a file somewhere below app/screens. Nearest are those
    that have one of its folders in their own name, as test_dealer_hands has dealer."""
    parts = set(file.parts[:-1])
    for folder in [f"tests.{part}" for part in parts if f"tests.{part}" in known]:
        yield folder
        yield from (name for name in known if name.startswith(f"{folder}.test_") and parts & set(name.split("_")))


def _of_the_language(file: PurePosixPath, known: Mapping[str, Path]) -> Iterator[str]:
    """TypeScript is tried without a browser as well."""
    if file.suffix in (".ts", ".tsx"):
        yield from (name for name in known if name.startswith("tests.typescript."))
