"""The page on errors, docs/errors.md, as the catalogue has it."""

from collections.abc import Iterable

from app.problems.catalogue import CATALOGUE
from app.problems.entry import Entry
from app.problems.refusal_catalogue import REFUSALS

_HEAD = """# Errors

Every error that a caller can meet, over HTTP and sockets alike. This page is made by `python -m app.problems`.

An error is `{"code", "message", "clause", "do", "retry", "details"}`: the code of this list; what happened, in a
sentence about this very case; the clause of the book where one decided; what to do; whether the same request may be
sent again as it is, with the same id; and what there is to say besides, such as the fields that do not fit, or the
address of the server that keeps the table. Over HTTP it comes with the status, on a socket in an `answer` or a
`problem`.
"""

_CORE = """
## Refusals of the game

What the table cannot take, by the rules of the book. The status is 409, and nothing has changed by it. The clause
stands in the error. [refusals.md](refusals.md) has what makes a table hold.
"""


def page() -> str:
    """The whole page."""
    others = [entry for code, entry in CATALOGUE.items() if code not in REFUSALS]
    core = [CATALOGUE[code] for code in REFUSALS]
    return "\n".join([_HEAD, *_with_status(others), _CORE, *_without(core), ""])


def _with_status(entries: Iterable[Entry]) -> list[str]:
    rows = [f"| `{e.code}` | {e.status} | {e.text} | {e.do} | {'yes' if e.retry else ''} |" for e in entries]
    return ["| code | status | what happened | what to do | again as it is |", "|---|---|---|---|---|", *rows]


def _without(entries: Iterable[Entry]) -> list[str]:
    rows = [f"| `{entry.code}` | {entry.text} | {entry.do} |" for entry in entries]
    return ["| code | when | what to do |", "|---|---|---|", *rows]
