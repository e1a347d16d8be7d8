"""For all tests."""

import gc
import os
import shutil
import signal
from collections.abc import Iterator

import pytest

from tests.cheap_pins import CHEAP
from tests.folders import RUN, new_folder

# Nothing of what is imported and collected is garbage: looking for it takes a third of the time of both.
gc.disable()
# Where branches are counted (`make test`), they are in the workers, and not in every program that a test starts.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
# Who starts the tests in the background of a script has them, and all that they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """One folder for all processes of this run, which goes with it (tests/folders.py)."""
    if RUN not in os.environ:
        os.environ[RUN] = str(new_folder("run"))
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(RUN)))


def pytest_collection_finish() -> None:
    """Ten thousand tests are in memory from now on: the garbage collector need never look at them."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _usual_garbage_collection() -> Iterator[None]:
    """A server sets the garbage collector of its process, and searches all memory when it starts. Those that run in
    this process leave it alone: the search would take half a second each time (tests/table/test_garbage.py shows it
    in a process of its own)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.table.open_tables.search_in_pieces", lambda: None)
        patch.setattr("app.table.open_tables.search_everything", lambda: 0)
        yield


@pytest.fixture(scope="session", autouse=True)
def _cheap_pins() -> Iterator[None]:
    """Those of servers that are forked are as cheap (tests/forked_from.py). tests/people/test_secrets.py holds on to
    how slowly a PIN is hashed, and servers that tests start as a person does hash it so."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.people.pins.HASHER", CHEAP)
        yield
