"""One PostgreSQL for all simulations; every test has a table of its own in it."""

import asyncio
import os
from collections.abc import Iterator
from itertools import count

import pytest

from app.settings import Settings
from app.store.database import Database
from app.surveillance.verifying import verify
from tests.databases import current, folder
from tests.lines import SIMULATED
from tests.store.conftest import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def settings() -> Iterator[Settings]:
    with folder("simulation tests") as made:
        yield Settings(made / "data", lease_s=60.0, device_lines=SIMULATED)


@pytest.fixture(scope="session")
def database(settings: Settings) -> Iterator[Database]:
    with current(settings) as made:
        yield made


@pytest.fixture(scope="module")
def proves_itself(database: Database, settings: Settings) -> Iterator[None]:
    """After the tests of a module that have run here, the log of all their tables is as it was written."""
    yield
    assert asyncio.run(verify(database, settings)).found == ()


@pytest.fixture
def number() -> str:
    """The number of a table that nobody else has."""
    return f"{os.getpid()}s{next(_NUMBERS)}"
