"""The store's PostgreSQL serves these tests as well, with a database of its own: the house is one, and has people."""

import asyncio
from collections.abc import Iterator

import pytest

from app.settings import Settings
from app.store.database import Database
from tests.databases import another
from tests.store.conftest import database, honest, number, pytest_pyfunc_call, reachable, settings, stream
from tests.terminal.pit import hire

__all__ = ["database", "honest", "number", "pytest_pyfunc_call", "reachable", "settings", "stream"]


@pytest.fixture(scope="session")
def staffed(honest: Database, settings: Settings) -> Iterator[Database]:
    """A house in which everybody of `pit.STAFF` has an account."""
    with another(honest, settings, "terminal") as made:
        asyncio.run(hire(made, settings))
        yield made
