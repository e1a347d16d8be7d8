"""The store's database serves these tests as well; each house is a database of its own, since the house is one."""

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
