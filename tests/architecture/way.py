"""The functions in the diagram of docs/architecture.md, in their order, each with its module."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
_STEP = re.compile(r"^ +([A-Za-z_.]+) +(app/\S+\.(?:py|ts))\b *(.*)$", re.MULTILINE)


class Step(NamedTuple):
    """A line of the diagram; `part`: the word in capitals that it stands under."""

    part: str
    function: str
    module: str
    note: str


def steps() -> list[Step]:
    """Every line of the diagram that names a function."""
    diagram = PAGE.read_text("utf-8").split("## The way of a card and of a tap")[1].split("```")[1]
    return [
        Step(part.split(":")[0].split("\n")[0], *found)
        for part in re.split(r"^(?=[A-Z])", diagram, flags=re.MULTILINE)
        for found in _STEP.findall(part)
    ]
