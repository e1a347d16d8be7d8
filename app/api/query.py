"""What stands behind the question mark of an address: nothing that the call does not know, and what is wrong is named.

A parameter that is misspelt would else be passed over, and its sender take the answer for what he had asked.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import get_type_hints

from fastapi import Request
from fastapi.params import Query

from app.api.error_responses import MOST_LISTED, place
from app.problems.problem import Problem


def check_query(request: Request) -> None:
    """Refuse parameters that the call does not have."""
    known = parameters_of(request.scope["endpoint"])
    unknown = [name for name in dict.fromkeys(request.query_params) if name not in known]
    if unknown:
        takes = f"it has {', '.join(known)}" if known else "it has none"
        raise wrong_query(f"The call has no parameter {place(unknown[:1])}: {takes}.", unknown)


@cache
def parameters_of(endpoint: Callable[..., object]) -> tuple[str, ...]:
    """The parameters that the function of a route takes from the address: those that it declares with `Query`."""
    hints = get_type_hints(endpoint, include_extras=True)
    declared = {name: _query_in(hint) for name, hint in hints.items()}
    return tuple([query.alias or name for name, query in declared.items() if query is not None])


def _query_in(hint: object) -> Query | None:
    return next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Query)), None)


def wrong_query(words: str, names: Iterable[str]) -> Problem:
    """What is wrong with the parameters of these names."""
    fields = [{"at": place(("query", name)), "what": words} for name in list(names)[:MOST_LISTED]]
    return Problem("bad_request", words, details={"fields": fields})
