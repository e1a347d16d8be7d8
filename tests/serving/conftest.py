"""The simulations' database serves these tests as well."""

from tests.simulation.conftest import database, number, pytest_pyfunc_call, settings

__all__ = ["database", "number", "pytest_pyfunc_call", "settings"]
