"""Folders that PostgreSQL's user can reach, processes that are ended with the test, and nothing left behind."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.store.embedded import Embedded
from tests.databases import folder
from tests.embedded.seen import User, of_the_folder, until

Start = Callable[[Path], User]


@pytest.fixture(scope="session")
def reachable() -> Iterator[Path]:
    """pytest's own temporary folders are closed to everybody else, and as root PostgreSQL is somebody else."""
    with folder("embedded tests") as made:
        yield made


@pytest.fixture
def place(reachable: Path) -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(dir=reachable))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def data(place: Path) -> Iterator[Path]:
    """A data folder that is not there yet; after the test nothing of it may run any more."""
    yield place / "data"
    until(lambda: not of_the_folder(place / "data"))


@pytest.fixture
def copied(data: Path, pristine: Path) -> Path:
    """A data folder with a cluster that has stopped."""
    subprocess.run(["/bin/cp", "-a", pristine, data], check=True)
    return data


@pytest.fixture(scope="session")
def pristine(reachable: Path) -> Path:
    """A data folder to copy from."""
    data = reachable / "pristine"
    Embedded.start(data, print).close()
    until(lambda: not of_the_folder(data))
    return data


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts processes that use a data folder; after the test they are gone."""
    with ExitStack() as ends:

        def started(data: Path) -> User:
            user = User(data)
            ends.callback(user.end)
            return user

        yield started


@pytest.fixture(scope="session")
def shared(reachable: Path) -> Iterator[Embedded]:
    """One that runs, for tests that only look."""
    data = reachable / "shared"
    embedded = Embedded.start(data, print)
    yield embedded
    embedded.close()
    until(lambda: not of_the_folder(data))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("as_root") and os.geteuid() != 0:
            item.add_marker(pytest.mark.skip(reason="only root can change to other users"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "as_root: needs root, who can change to other users")
