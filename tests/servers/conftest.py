"""The tests here are run as those of the store are."""

from tests.store.conftest import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
