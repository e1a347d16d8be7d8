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
    """In the end the log of all tables that were played there proves itself."""
    with current(settings) as made:
        yield made
        assert asyncio.run(verify(made, settings)).found == ()


@pytest.fixture
def number() -> str:
    """The number of a table that nobody else has."""
    return f"{os.getpid()}s{next(_NUMBERS)}"
