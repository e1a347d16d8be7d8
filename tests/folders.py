"""Folders in which tests keep data."""

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

# In the environment: the folder that all processes of one run of pytest share (tests/conftest.py).
RUN = "TABLEKEEPER_TEST_RUN"
MEMORY, DISK = Path("/dev/shm"), Path("/tmp")  # noqa: S108 - mkdtemp makes folders of our own in them
ROOM_BYTES = 2_000_000_000


def new_folder(prefix: str) -> Path:
    """A folder that PostgreSQL's own user can reach when the tests run as root. It is in memory where there is room:
    what a killed process has written is not lost there either, and a busy disk delays nobody."""
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM_BYTES
    made = Path(tempfile.mkdtemp(prefix=f"tablekeeper-{prefix}-", dir=MEMORY if roomy else DISK))
    made.chmod(0o711)
    return made


@cache
def run_folder() -> Path:
    """What pytest has made for the run; outside of pytest a folder of this process's own."""
    if RUN in os.environ:
        return Path(os.environ[RUN])
    made = new_folder("run")
    atexit.register(shutil.rmtree, made)
    return made


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """What `make` puts at this path of the run's folder; the first process that needs it makes it."""
    place = run_folder() / name
    with (run_folder() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            make(place)
    return place
