"""File locks between processes. The kernel lets go of one when the last descriptor of its holder closes."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.store.embedded.waiting import Waiting

HELD_BY_ANOTHER = 75  # exit status of a program that finds its lock taken

_FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC


def opened(path: Path) -> int:
    """The lock file's descriptor, which no child process inherits."""
    return os.open(path, _FLAGS, 0o600)


def try_lock(descriptor: int, how: int) -> bool:
    """Take the lock (LOCK_SH or LOCK_EX) if it is free."""
    try:
        fcntl.flock(descriptor, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def hold_shared(path: Path, waiting: Waiting, waits_for: str) -> int:
    """The descriptor that holds the lock with others, until it is closed."""
    return _hold(path, fcntl.LOCK_SH, waiting, waits_for)


@contextmanager
def held_alone(path: Path, waiting: Waiting, waits_for: str) -> Iterator[None]:
    """Hold the lock alone for a while."""
    descriptor = _hold(path, fcntl.LOCK_EX, waiting, waits_for)
    try:
        yield
    finally:
        os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether somebody holds the lock alone."""
    descriptor = opened(path)
    try:
        return not try_lock(descriptor, fcntl.LOCK_SH)
    finally:
        os.close(descriptor)


def _hold(path: Path, how: int, waiting: Waiting, waits_for: str) -> int:
    descriptor = opened(path)
    try:
        while not try_lock(descriptor, how):
            waiting.tell(waits_for)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor
