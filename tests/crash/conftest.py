"""A data folder that PostgreSQL's user can reach, migrated; and nothing left behind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.settings import Settings
from app.store.database import Database
from tests.databases import folder, make_current
from tests.embedded.seen import of_the_folder, until


@pytest.fixture(scope="module")
def data() -> Iterator[Path]:
    """A migrated database that nobody uses yet; afterwards nothing of it may run any more."""
    with folder("crash") as place:
        make_current(place / "data")
        yield place / "data"
        until(lambda: not of_the_folder(place / "data"))


@pytest.fixture(scope="module")
def database(data: Path) -> Iterator[Database]:
    """The same, used by the test as well."""
    with Database(Settings(data), print) as database:
        yield database
