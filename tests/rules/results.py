"""What every script of a book gives under the book as it is: found once a run."""

import json
from functools import cache, partial
from pathlib import Path
from typing import Any

from app.books.rulebook import load_ruleset
from tests.folders import made_once
from tests.rules.expectations import result_under, script_at, script_files


@cache
def results_of_book(book: str) -> dict[str, dict[str, Any]]:
    """The results by the names of the scripts."""
    found: dict[str, dict[str, Any]] = json.loads(made_once(f"results-{book}", partial(_keep, book)).read_text())
    return found


def _keep(book: str, file: Path) -> None:
    rules = load_ruleset(book)
    file.write_text(json.dumps({path.name: result_under(script_at(path), rules) for path in script_files(book)}))
