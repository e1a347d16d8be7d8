"""The store's database serves these tests as well; each house is a database of its own, since the house is one."""

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
    scratch,
    settings,
    stream,
)

__all__ = [
    "database", "fresh", "honest", "number", "pytest_pyfunc_call", "reachable", "scratch", "settings", "stream",
]  # fmt: skip


@pytest.fixture
def own(fresh: Callable[[], Settings]) -> Iterator[tuple[Database, Settings]]:
    """A house of one's own, in which nobody has an account."""
    made = fresh()
    with Database(made, print) as database:
        asyncio.run(upgrade(database))
        yield database, made
