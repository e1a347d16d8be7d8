"""The asking end of a comparison: processes on two trees, each asked in its turn."""

import argparse
import json
import os
import subprocess
from collections.abc import Sequence
from typing import Any, Self, TypeVar

from tests.bench.before import BEFORE, NONE, Tree
from tests.bench.quiet import mark

T = TypeVar("T")
END_S = 180.0


class SideEndedError(Exception):
    """The process of a side ended before it answered; it has printed why."""


class Side:
    """A process that runs `tests.bench.sides.MODULE` of a tree, and answers one request after the other."""

    def __init__(self, tree: Tree, module: str, *arguments: str) -> None:
        self.name = tree.name
        mark()
        path = os.pathsep.join([str(tree.folder), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self._process = subprocess.Popen(
            [tree.python, "-m", f"tests.bench.sides.{module}", *arguments],
            cwd=tree.folder,
            env=environment | {"PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        try:
            self._hear()
        except SideEndedError:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def ask(self, do: str, **what: Any) -> Any:
        """The result of this request. Raises SideEndedError."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"do": do} | what) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise SideEndedError(f"{self.name} has ended") from None
        return self._hear()

    def _hear(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SideEndedError(f"{self.name} ended with {self._process.wait(END_S)} and gave no answer: see above.")
        return json.loads(line)["is"]

    def _end(self) -> None:
        """Close its line, on which it closes all that it has opened."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(END_S)
        finally:
            self._process.kill()
            self._process.stdout.close()


def in_turn(sides: Sequence[T], repeat: int) -> tuple[T, ...]:
    """Each side once, beginning with another one in every repeat, so that none is always the first."""
    first = repeat % len(sides)
    return (*sides[first:], *sides[:first])


def add_options(parser: argparse.ArgumentParser, repeats: int = 5) -> None:
    """What all comparisons with an earlier commit can be told."""
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT", help=f"%(default)s if not given; or {NONE}")
    parser.add_argument("--repeats", type=int, default=repeats, help="in turn; without: %(default)s")
