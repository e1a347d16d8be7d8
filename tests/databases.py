"""Databases for tests that are up to date without being migrated each time.

The first test of a run that needs one makes a cluster and migrates it; every other one starts from a copy, which takes
a third of the time. The cluster has a second database, TEMPLATE, which nobody uses, so that others can be made from it.
"""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from app.settings import Settings
from app.store.database import Database
from app.store.upgrading import upgrade
from tests.folders import made_once, new_folder
from tests.store.places import Another, as_admin, is_kept
from tests.store.waiting import until

TEMPLATE = "up_to_date"
_NUMBERS = count(1)


@contextmanager
def folder(prefix: str) -> Iterator[Path]:
    """A new folder, removed afterwards, once the PostgreSQL of its data folder has ended."""
    made = new_folder(prefix)
    try:
        yield made
    finally:
        until(lambda: not is_kept(made / "data"))
        shutil.rmtree(made)


def make_current(data: Path) -> None:
    """Give this data folder, which is not there yet, a database that is up to date. PostgreSQL is not running."""
    subprocess.run(["/bin/cp", "-a", _pristine(), data], check=True)


@contextmanager
def current(settings: Settings) -> Iterator[Database]:
    """The database of these settings, up to date, in a data folder that is not there yet."""
    make_current(settings.data)
    with Database(settings, print) as made:
        yield made


@contextmanager
def another(database: Database, settings: Settings, name: str) -> Iterator[Database]:
    """Another database in the same PostgreSQL, up to date, reached as the embedded one is; it goes with PostgreSQL."""
    with Another(settings, create(database, name)) as made:
        yield made


def create(database: Database, name: str, template: str = TEMPLATE) -> str:
    """Make a database in the same PostgreSQL, and give its name: a new one each time."""
    made = f"{name}_{os.getpid()}_{next(_NUMBERS)}"
    asyncio.run(as_admin(database, f"CREATE DATABASE {made} TEMPLATE {template} OWNER tablekeeper_owner"))
    return made


def drop(database: Database, name: str) -> None:
    """Remove a database, whoever is connected."""
    asyncio.run(as_admin(database, f"DROP DATABASE {name} WITH (FORCE)"))


def _pristine() -> Path:
    """The data folder to copy from, made by whoever needs it first."""

    def make(data: Path) -> None:
        making = data.parent / "making" / "data"
        with ThreadPoolExecutor(1) as apart:  # Playwright keeps a loop running in the thread of its tests
            apart.submit(_make_pristine, making).result()
        making.rename(data)

    return made_once("pristine", make)


def _make_pristine(data: Path) -> None:
    data.parent.mkdir(mode=0o711)
    with Database(Settings(data), print) as database:
        asyncio.run(upgrade(database))
        asyncio.run(as_admin(database, f"CREATE DATABASE {TEMPLATE} TEMPLATE tablekeeper OWNER tablekeeper_owner"))
    until(lambda: not is_kept(data))
