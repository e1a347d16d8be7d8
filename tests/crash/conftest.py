"""A data folder that PostgreSQL's user can reach, migrated; and nothing left behind."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.settings import Settings
from app.store.database import Database
from app.store.upgrading import upgrade
from tests.embedded.seen import of_the_folder, until


@pytest.fixture(scope="module")
def data() -> Iterator[Path]:
    """A migrated database that nobody uses yet; afterwards nothing of it may run any more."""
    place = Path(tempfile.mkdtemp(prefix="crash", dir="/tmp"))
    place.chmod(0o711)
    data = place / "data"
    with Database(Settings(data), print) as database:
        asyncio.run(upgrade(database))
    yield data
    until(lambda: not of_the_folder(data))
    shutil.rmtree(place)


@pytest.fixture(scope="module")
def database(data: Path) -> Iterator[Database]:
    """The same, used by the test as well."""
    with Database(Settings(data), print) as database:
        yield database
