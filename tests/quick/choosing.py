"""Which test files a change calls for, nearest first, as far as the time goes."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.quick.graph import ROOT, Reached, name_of

# How long each test file takes: `make timings` measures it.
MEASURED = Path(__file__).with_name("seconds.json")
UNKNOWN_S = 5.0


class Chosen(NamedTuple):
    """A test file: how long it takes, and how the change reaches it."""

    file: str
    seconds: float
    reached: Reached

    def __str__(self) -> str:
        return f"{self.seconds:6.1f} s  {self.file:52}  {' <- '.join(self.reached.chain)}"


class Choice(NamedTuple):
    """What is run, and what there is no time for."""

    run: list[Chosen]
    left: list[Chosen]


def choose(found: Mapping[str, Reached], always: Iterable[str], budget_s: float) -> Choice:
    """The test files that the change reaches and that are not run always, within so many seconds of work. The nearest
    come first; of those as near as each other, first those that are named as the changed module is, then the quickest:
    what is about a module is often long, and what only happens to touch it is often quick."""
    measured: dict[str, float] = json.loads(MEASURED.read_text("utf-8"))
    run: list[Chosen] = []
    left: list[Chosen] = []
    for each in sorted(_test_files(found, always, measured), key=_order):
        fits = each.seconds <= budget_s
        budget_s -= each.seconds if fits else 0
        (run if fits else left).append(each)
    return Choice(run, left)


def _order(one: Chosen) -> tuple[int, int, float]:
    return one.reached.distance, -_names_shared(one.reached), one.seconds


def _names_shared(way: Reached) -> int:
    """How many words the names of the changed module and of the test have in common; none if it is the test itself."""
    changed, test = way.chain[0], way.chain[-1]
    return len(_words(changed) & _words(test)) if way.distance else 0


def _words(name: str) -> set[str]:
    return set(re.split(r"[._]", name)) - {"app", "tests", "test"}


def _test_files(found: Mapping[str, Reached], always: Iterable[str], measured: Mapping[str, float]) -> list[Chosen]:
    covered = tuple(always)
    files = {
        str(path.relative_to(ROOT)): name_of(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")
    }
    return [
        Chosen(file, measured.get(file, UNKNOWN_S), found[name])
        for file, name in files.items()
        if name in found and not file.startswith(covered)
    ]
