"""One PostgreSQL for all tests here, and folders that its user can reach."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.settings import Settings
from tests.databases import current, folder
from tests.embedded.seen import of_the_folder, until
from tests.tampering.copies import House, built


@pytest.fixture(scope="session")
def place() -> Iterator[Path]:
    """As root PostgreSQL is another user, to whom pytest's own folders are closed."""
    with folder("tampering tests") as made:
        yield made


@pytest.fixture(scope="session")
def house(place: Path) -> Iterator[House]:
    """A house with a log that was played, signed and exported, and yesterday's backup of it."""
    settings = Settings(place / "data")
    with current(settings) as database:
        yield built(database, settings)
    until(lambda: not of_the_folder(settings.data))
