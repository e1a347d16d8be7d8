"""The file of the signed heads: lines are added at its end and nothing in it is ever changed.

It can lie on another host's mount, and several servers may write it: whoever adds holds a lock. A line that a crash
cut off is completed, not removed.
"""

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from app.store.signed_heads import FIRST_PREVIOUS, NoLine, read_line, text_hash
from app.store.signing_keys import sync_folder

BLOCK_BYTES = 65_536


class HeadsDisagree(Exception):
    """The file and the database hold different signed heads: one of them was changed."""


class End(NamedTuple):
    """The last whole line of the file (empty: there is none), its number, and what of another was begun."""

    number: int
    text: str
    begun: bytes

    @property
    def hash(self) -> bytes:
        """What the next line has as `previous`."""
        return text_hash(self.text) if self.number else FIRST_PREVIOUS


def end_of(path: Path) -> End:
    """The end of the file; one that is not there is empty."""
    try:
        with path.open("rb") as file:
            return _end(file, path)
    except FileNotFoundError:
        return End(0, "", b"")


def add_lines(path: Path, lines: Sequence[tuple[int, str]]) -> None:
    """Put these numbered lines at the end, but for those that are there already; returns when they are on the disk."""
    with _locked(path) as file:
        end = _end(file, path)
        missing = [(number, text) for number, text in lines if number > end.number]
        if not missing:
            return
        _check_follows(path, end, missing)
        whole = "".join([f"{text}\n" for _, text in missing]).encode()
        file.seek(0, os.SEEK_END)
        file.write(whole[len(end.begun) :])
        file.flush()
        os.fsync(file.fileno())


def lines_after(path: Path, number: int) -> Iterator[tuple[int, str]]:
    """The whole lines of the file behind the one of this number."""
    with path.open("rb") as file:
        for at, line in enumerate(file, 1):
            if at > number and line.endswith(b"\n"):
                yield at, line[:-1].decode()


def _check_follows(path: Path, end: End, missing: Sequence[tuple[int, str]]) -> None:
    number, text = missing[0]
    if number != end.number + 1 or read_line(text).previous != end.hash:
        raise HeadsDisagree(f"line {number} of the database does not follow line {end.number} of {path}")
    if not f"{text}\n".encode().startswith(end.begun):
        raise HeadsDisagree(f"{path} ends with a piece that is not the beginning of line {number} of the database")


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """The file, made if it is missing, while nobody else adds to it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    is_new = not path.exists()
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "r+b") as file:
        if is_new:
            sync_folder(path.parent)
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def _end(file: BinaryIO, path: Path) -> End:
    """Read from the end backwards until a whole line is in."""
    at, data = file.seek(0, os.SEEK_END), b""
    while at > 0 and data.count(b"\n") < 2:
        step = min(BLOCK_BYTES, at)
        at -= step
        file.seek(at)
        data = file.read(step) + data
    whole, line_end, begun = data.rpartition(b"\n")
    if not line_end:
        return End(0, "", begun)
    text = whole.rpartition(b"\n")[2].decode(errors="replace")
    try:
        return End(read_line(text).number, text, begun)
    except NoLine as error:
        raise HeadsDisagree(f"the last line of {path} cannot be read: {error}") from error
