"""One server for the whole matrix, on a database of its own: its clock is put forward by days."""

import asyncio
from collections.abc import Iterator

import pytest

from app.people import authentication
from app.settings import Settings
from app.store.database import Database
from tests.authorisation.house import House, serving
from tests.databases import another
from tests.store.conftest import honest, reachable, settings
from tests.store.live import with_its_own_heads

__all__ = ["honest", "reachable", "settings"]


@pytest.fixture(scope="package")
def house(honest: Database, settings: Settings) -> Iterator[House]:
    """The house with its server, whose loop runs whenever a test does."""
    with (
        another(honest, settings, "authorisation") as database,
        asyncio.Runner() as runner,
        pytest.MonkeyPatch.context() as patch,
    ):
        # Refusals that came again are waited for after each cell's turn: they are passed on sooner.
        patch.setattr(authentication, "LOOKS_EVERY_S", 0.05)
        opening = serving(database, with_its_own_heads(database, settings), runner)
        made = runner.run(opening.__aenter__())
        yield made
        runner.run(opening.__aexit__(None, None, None))
        print(f"{made.cells} cells of the matrix")
