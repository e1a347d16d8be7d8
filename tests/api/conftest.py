"""The store's database serves these tests as well; the first account is made in one of its own."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from app.settings import Settings
from app.store.database import Database
from app.store.upgrading import upgrade
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


@pytest.fixture
def made(fresh: Callable[[], Settings]) -> Iterator[tuple[Database, Settings]]:
    """A house in which nobody has an account."""
    own = fresh()
    with Database(own, print) as database:
        asyncio.run(upgrade(database))
        yield database, own
