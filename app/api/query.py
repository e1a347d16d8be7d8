"""What stands behind the question mark of an address: nothing that the call does not know, and what is wrong is named.

A parameter that is misspelt would else be passed over, and its sender take the answer for what he had asked.
"""

from collections.abc import Iterable

from fastapi import Request

from app.api.faults import MOST_LISTED, place
from app.problems.problem import Problem


def check_query(request: Request) -> None:
    """Refuse parameters that the call does not have."""
    known = [each.alias for each in request.scope["route"].dependant.query_params]
    unknown = [name for name in dict.fromkeys(request.query_params) if name not in known]
    if unknown:
        takes = f"it has {', '.join(known)}" if known else "it has none"
        raise wrong_query(f"The call has no parameter {place(unknown[:1])}: {takes}.", unknown)


def wrong_query(words: str, names: Iterable[str]) -> Problem:
    """What is wrong with the parameters of these names."""
    fields = [{"at": place(("query", name)), "what": words} for name in list(names)[:MOST_LISTED]]
    return Problem("bad_request", words, details={"fields": fields})
