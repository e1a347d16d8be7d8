"""One PostgreSQL for all simulations; every test has a table of its own in it."""

import asyncio
import inspect
import os
import shutil
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from app.settings import Settings
from app.store.database import Database
from app.store.upgrading import upgrade
from tests.store.places import is_kept
from tests.store.waiting import until

TEST_S = 120.0
_NUMBERS = count(1)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    wanted = {name: pyfuncitem.funcargs[name] for name in names}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**wanted), TEST_S))
    return True


@pytest.fixture(scope="session")
def settings() -> Iterator[Settings]:
    made = Path(tempfile.mkdtemp(prefix="simulation tests ", dir="/tmp"))
    made.chmod(0o711)
    yield Settings(made / "data", lease_s=60.0)
    until(lambda: not is_kept(made / "data"))
    shutil.rmtree(made)


@pytest.fixture(scope="session")
def database(settings: Settings) -> Iterator[Database]:
    with Database(settings, print) as made:
        asyncio.run(upgrade(made))
        yield made


@pytest.fixture
def number() -> str:
    """The number of a table that nobody else has."""
    return f"{os.getpid()}s{next(_NUMBERS)}"
