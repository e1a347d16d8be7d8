"""What each clause of a book says, in our own words: as the pages in docs/rules have it.

The pages are the source. `python -m app.books.clauses docs/rules` makes of them the files that the package brings with
it; a test fails when these are stale.
"""

import json
import re
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, NamedTuple, cast, get_args

from app.books.rulebook import ruleset_ids

Status = Literal["enforced", "prompted", "recorded", "physical", "later"]
FOLDER = "app.books.clause_texts"
COLUMNS = 6


class Clause(NamedTuple):
    """A clause in our words; what the software does with it; and how we read what the text leaves open."""

    clause: str
    words: str
    """What the clause says, in our own words."""
    status: Status
    """What the software does with it: enforces it, asks for it, records it, or nothing."""
    reading: str
    """How we read what the text leaves open; empty where nothing is open."""


@cache
def clauses_of(ruleset_id: str) -> tuple[Clause, ...]:
    """Every clause of the book, in its order."""
    rows = json.loads(files(FOLDER).joinpath(f"{ruleset_id}.json").read_text("utf-8"))
    return tuple([Clause(*row) for row in rows])


def read_page(text: str) -> tuple[Clause, ...]:
    """The clauses of a page: the rows of its table."""
    lines = [line.strip().strip("|") for line in text.split("\n") if line.startswith("|")]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    return tuple([_clause(row) for row in rows if len(row) == COLUMNS and row[2] in get_args(Status)])


def _clause(row: list[str]) -> Clause:
    return Clause(row[0], _plain(row[1]), cast(Status, row[2]), _plain(row[5]))


def _plain(text: str) -> str:
    """Without the marks of the page."""
    return re.sub(r"[`*]", "", text)


def text_of(clauses: tuple[Clause, ...]) -> str:
    """The file of these clauses: a line for each."""
    lines = [json.dumps(list(each), ensure_ascii=False) for each in clauses]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def main(arguments: list[str]) -> int:
    """Write the files of the package from the pages in the folder."""
    if len(arguments) != 1:
        sys.stderr.write("say where the pages are: python -m app.books.clauses docs/rules\n")
        return 2
    for ruleset_id in ruleset_ids():
        page = Path(arguments[0], f"{ruleset_id}.md").read_text("utf-8")
        Path(str(files(FOLDER).joinpath(f"{ruleset_id}.json"))).write_text(text_of(read_page(page)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
