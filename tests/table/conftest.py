"""The store's database serves these tests as well."""

from tests.store.conftest import (
    database,
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
    "database", "fresh", "honest", "number", "own", "pytest_pyfunc_call", "reachable", "scratch", "settings", "stream",
]  # fmt: skip
