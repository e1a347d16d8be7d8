"""Tells all who listen: one who fails keeps nothing from the others, nor whoever tells from going on."""

import logging
from collections.abc import Callable, Iterable
from typing import ParamSpec

log = logging.getLogger("tablekeeper.table")
What = ParamSpec("What")


def tell(listeners: Iterable[Callable[What, None]], of: str, *what: What.args, **named: What.kwargs) -> None:
    """Tell each of them this, which is recorded already."""
    for listener in listeners:
        try:
            listener(*what, **named)
        except Exception:
            log.exception("%s: a listener failed; what it was told is recorded", of)
