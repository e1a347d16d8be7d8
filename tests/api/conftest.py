"""The store's database serves these tests as well; the first account is made in one of its own."""

from tests.store.conftest import (
    database,
    fresh,
    honest,
    number,
    own,
    pytest_pyfunc_call,
    reachable,
    settings,
)

__all__ = ["database", "fresh", "honest", "number", "own", "pytest_pyfunc_call", "reachable", "settings"]
