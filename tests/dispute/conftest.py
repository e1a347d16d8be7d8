"""The store's database serves these tests as well."""

from tests.store.conftest import (
    database,
    fresh,
    honest,
    number,
    pytest_pyfunc_call,
    reachable,
    settings,
)

__all__ = ["database", "fresh", "honest", "number", "pytest_pyfunc_call", "reachable", "settings"]
