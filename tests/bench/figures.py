"""What the benchmarks have found, as rows of one table.

A benchmark tells each of its ratios here; it is printed, and where a whole run collects them (`COLLECT` names its file)
it is kept as a line of JSON. `python -m tests.bench` makes the table of them.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple

COLLECT = "TABLEKEEPER_FIGURES"
Kind = Literal["ratio", "growth"]


class Figure(NamedTuple):
    """One row: what was measured, beside what, how it came out in each repeat, and in plain units."""

    kind: Kind
    what: str
    beside: str
    values: list[float]
    plain: str

    @property
    def spread(self) -> str:
        """Median, least and most; of one repeat just that."""
        middle = f"{median(self.values):.2f}"
        return middle if len(self.values) == 1 else f"{middle} ({min(self.values):.2f} to {max(self.values):.2f})"


def ratio(what: str, beside: str, values: Sequence[float], plain: str = "") -> None:
    """How many times the floor it took, once for each repeat."""
    _tell(Figure("ratio", what, beside, list(values), plain))


def growth(what: str, beside: str, value: float, plain: str) -> None:
    """What it came to at this size, to what it came to at the smallest."""
    _tell(Figure("growth", what, beside, [value], plain))


def _tell(figure: Figure) -> None:
    print(f"{figure.what}, to {figure.beside}: {figure.spread}; {figure.plain}".removesuffix("; "), flush=True)
    if collected := os.environ.get(COLLECT):
        with Path(collected).open("a") as file:
            file.write(json.dumps(figure._asdict()) + "\n")


def read(collected: Path) -> list[Figure]:
    """All that were told in a whole run."""
    return [Figure(**json.loads(line)) for line in collected.read_text().splitlines()]
