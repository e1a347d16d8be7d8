"""The store's database serves these tests as well, with its evening of rounds of all books."""

from tests.store.conftest import (
    database,
    evening,
    fresh,
    honest,
    number,
    own,
    pytest_pyfunc_call,
    reachable,
    scratch,
    settings,
    stream,
)

__all__ = [
    "database", "evening", "fresh", "honest", "number", "own", "pytest_pyfunc_call", "reachable", "scratch", "settings",
    "stream",
]  # fmt: skip
