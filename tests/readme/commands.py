"""The commands that stand on a page, in their order."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
README, CONTRIBUTING = ROOT / "README.md", ROOT / "CONTRIBUTING.md"
_PART = re.compile(r"^(#+ [^\n]*)$|^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"[Ii]n a file `([\w.-]+)`:\s*$")


class Command(NamedTuple):
    """A line of a block, and the heading under which it stands."""

    heading: str
    line: str


class Content(NamedTuple):
    """A file that the page shows, to be made before what comes next."""

    heading: str
    name: str
    text: str


def steps(page: str) -> Iterator[Command | Content]:
    """What somebody does who does everything that the page says."""
    heading = ""
    for part in _PART.finditer(page):
        if part[1]:
            heading = part[1].lstrip("# ")
        elif part[2] == "sh":
            yield from (Command(heading, line) for line in lines(part[3]))
        elif named := _FILE.search(page[: part.start()]):
            yield Content(heading, named[1], part[3])


def lines(block: str) -> list[str]:
    """The commands of a block, without lines that are empty or a comment."""
    joined = re.sub(r"\s*\\\n\s*", " ", block)
    return [line.strip() for line in joined.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def blocks(page: str) -> list[str]:
    """The text of every block on a page, whatever is in it."""
    return [part[3] for part in _PART.finditer(page) if part[3] is not None]
