"""What the benchmarks have found, as rows of one table, and what may be claimed of it.

A benchmark tells each of its ratios here; it is printed, and where a whole run collects them (`COLLECT` names its file)
it is kept as a line of JSON. `python -m tests.bench` makes the table of them.

A claim needs at least five repeats in turn with what they are compared with, on a machine that was quiet in each of
them. A p99 needs samples besides: of few it is printed, and nothing is claimed. A threshold is met only if every repeat
meets it.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple

from tests.bench import quiet

COLLECT = "TABLEKEEPER_FIGURES"
Kind = Literal["ratio", "growth"]
REPEATS, TAIL_SAMPLES = 5, 5_000


class Figure(NamedTuple):
    """One row: what was measured, beside what, how it came out in each repeat, and in plain units.

    `others`: what other processes used in each repeat. `tail_samples`: of a p99, from how many samples in each repeat.
    `at_most`, `at_least`: the threshold that every value has to meet, if there is one."""

    kind: Kind
    what: str
    beside: str
    values: list[float]
    plain: str
    others: Sequence[float] = ()
    tail_samples: int | None = None
    at_most: float | None = None
    at_least: float | None = None

    @property
    def spread(self) -> str:
        """Median, least and most; of one repeat just that."""
        middle = f"{median(self.values):,.2f}"
        return middle if len(self.values) == 1 else f"{middle} ({min(self.values):,.2f} to {max(self.values):,.2f})"

    @property
    def quiet(self) -> str:
        """What other processes used."""
        return quiet.words(self.others)

    @property
    def claim(self) -> str:
        """What may be claimed: nothing and why, the figure with its spread, or whether it meets its threshold."""
        if objections := self._objections():
            return f"nothing: {', '.join(objections)}"
        if self.at_most is None and self.at_least is None:
            return "the spread"
        return f"{'met' if self._meets() == len(self.values) else 'NOT MET'}: {self._threshold()}"

    def _objections(self) -> list[str]:
        found = []
        if len(self.values) < REPEATS:
            found.append(f"{len(self.values)} of {REPEATS} repeats")
        if self.tail_samples is not None and self.tail_samples < TAIL_SAMPLES:
            found.append(f"p99 of {self.tail_samples:,} samples")
        if len(self.others) < len(self.values):
            found.append("quiet not checked")
        elif max(self.others) >= quiet.QUIET:
            found.append("not quiet")
        return found

    def _meets(self) -> int:
        most, least = self.at_most, self.at_least
        return sum([(most is None or each <= most) and (least is None or each >= least) for each in self.values])

    def _threshold(self) -> str:
        bounds = [("at most", self.at_most), ("at least", self.at_least)]
        named = " and ".join([f"{name} {bound:,g}" for name, bound in bounds if bound is not None])
        return f"{named} in {self._meets()} of {len(self.values)} repeats"


def ratio(
    what: str,
    beside: str,
    values: Sequence[float],
    plain: str = "",
    *,
    others: Sequence[float] = (),
    tail_samples: int | None = None,
    at_most: float | None = None,
    at_least: float | None = None,
) -> None:
    """How many times the floor it took, once for each repeat."""
    _tell(Figure("ratio", what, beside, list(values), plain, list(others), tail_samples, at_most, at_least))


def growth(
    what: str,
    beside: str,
    values: float | Sequence[float],
    plain: str,
    *,
    others: Sequence[float] = (),
    at_most: float | None = None,
) -> None:
    """What it came to at this size, to what it came to at the smallest, once for each repeat."""
    each = [values] if isinstance(values, float | int) else list(values)
    _tell(Figure("growth", what, beside, each, plain, list(others), at_most=at_most))


def _tell(figure: Figure) -> None:
    print(f"{figure.what}, to {figure.beside}: {figure.spread}; {figure.plain}".removesuffix("; "), flush=True)
    print(f"    {figure.quiet}; may be claimed: {figure.claim}", flush=True)
    if collected := os.environ.get(COLLECT):
        with Path(collected).open("a") as file:
            file.write(json.dumps(figure._asdict()) + "\n")


def read(collected: Path) -> list[Figure]:
    """All that were told in a whole run."""
    return [Figure(**json.loads(line)) for line in collected.read_text().splitlines()]


def in_plain(values: Sequence[float], unit: str, digits: int = 0) -> str:
    """The median of some values with their unit, and the spread."""
    middle = f"{median(values):,.{digits}f} {unit}"
    return middle if len(values) == 1 else f"{middle} ({min(values):,.{digits}f} to {max(values):,.{digits}f})"
