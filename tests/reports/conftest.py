"""The store's database serves these tests as well, with its evening of rounds of all books."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from app.settings import Settings
from app.store.database import Database
from app.store.upgrading import upgrade
from tests.store.conftest import (
    database,
    evening,
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
    "database", "evening", "fresh", "honest", "number", "pytest_pyfunc_call", "reachable", "scratch", "settings",
    "stream",
]  # fmt: skip


@pytest.fixture
def own(fresh: Callable[[], Settings]) -> Iterator[Database]:
    """An empty database, whose house is this test's alone."""
    with Database(fresh(), print) as made:
        asyncio.run(upgrade(made))
        yield made
