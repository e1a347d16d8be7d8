"""One PostgreSQL for all tests of the store, run as in production. In `honest` are the logs of tables alone; tests
that write what no table would, or harm what is there, do it in `scratch`, or in a `fresh` database of their own.

Tests that are coroutines are run to their end, within a time that none of them needs.
"""

import asyncio
import inspect
import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from app.settings import Settings
from app.store.database import Database
from tests.databases import another, create, current, drop, folder
from tests.lines import SIMULATED
from tests.store.live import all_played, serving
from tests.store.places import url_of
from tests.store.plays import Play, random_plays, scripts

TEST_S = 120.0
SEED, A_BOOK, RANDOM = 4, 36, 60


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
def reachable() -> Iterator[Path]:
    """A folder that PostgreSQL's own user can reach when the tests run as root."""
    with folder("store tests") as made:
        yield made


@pytest.fixture(scope="session")
def settings(reachable: Path) -> Settings:
    return Settings(reachable / "data", lease_s=120.0, device_lines=SIMULATED)


@pytest.fixture(scope="session")
def honest(settings: Settings) -> Iterator[Database]:
    """The database of these settings, up to date; tests take tables of their own in it."""
    with current(settings) as made:
        yield made


@pytest.fixture(scope="session")
def database(honest: Database) -> Database:
    """The database that a module's tests are about, if it does not say otherwise."""
    return honest


@pytest.fixture(scope="session")
def scratch(honest: Database, settings: Settings) -> Iterator[Database]:
    """Another database in the same PostgreSQL, for logs that no table would write."""
    with another(honest, settings, "scratch") as made:
        yield made


@pytest.fixture(scope="session")
def evening(honest: Database, settings: Settings) -> dict[str, Play]:
    """Rounds of all books, played at tables of their own; by their streams."""
    return asyncio.run(_evening(honest, settings))


async def _evening(database: Database, settings: Settings) -> dict[str, Play]:
    plays = [*scripts(SEED, A_BOOK), *random_plays(SEED, RANDOM)]
    async with serving(database, settings) as tables:
        actors = await all_played(tables, plays, "evening")
        for play, actor in zip(plays, actors.values(), strict=True):
            assert actor.table == play.table, play.name
    print(f"{len(plays)} rounds, {sum(len(play.commands) for play in plays)} commands")
    return dict(zip(actors, plays, strict=True))


@pytest.fixture
def number() -> str:
    """The number of a table that nobody else has."""
    return f"{os.getpid()}n{next(_NUMBERS)}t"


@pytest.fixture
def stream(number: str) -> str:
    return f"table:{number}"


@pytest.fixture
def fresh(honest: Database, settings: Settings) -> Iterator[Callable[[], Settings]]:
    """Makes empty databases in the same PostgreSQL, found by URL; they go with the test."""
    made: list[str] = []

    def make() -> Settings:
        made.append(create(honest, "fresh", "template1"))
        return _found_by_url(honest, settings, made[-1])

    yield make
    for name in made:
        drop(honest, name)


@pytest.fixture
def own(honest: Database, settings: Settings) -> Iterator[tuple[Database, Settings]]:
    """A database of the test's own, up to date and found by URL, with its settings: the house is one, and here nobody
    has an account."""
    name = create(honest, "own")
    found = _found_by_url(honest, settings, name)
    with Database(found, print) as made:
        yield made, found
    drop(honest, name)


def _found_by_url(database: Database, settings: Settings, name: str) -> Settings:
    heads = settings.data.parent / f"{name}.jsonl"
    return settings._replace(database_url=url_of(database, name), heads_file=heads)


_NUMBERS = count(1)
