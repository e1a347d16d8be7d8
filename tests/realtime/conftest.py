"""The store's database serves these tests as well."""

from tests.store.conftest import (
    database,
    honest,
    number,
    pytest_pyfunc_call,
    reachable,
    scratch,
    settings,
    stream,
)

__all__ = ["database", "honest", "number", "pytest_pyfunc_call", "reachable", "scratch", "settings", "stream"]
