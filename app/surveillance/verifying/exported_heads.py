"""The exported file of signed heads, read beside the database while a server may be adding to it."""

import asyncio
import os
import stat
import time
from pathlib import Path
from typing import BinaryIO, Final, Self

LOOKS_EVERY_S = 0.05
# A line of all tables of a house has less than half a megabyte. What is longer is none, and is not read.
LONGEST_LINE: Final = 16_000_000


class HeadsRefused(Exception):
    """What was given for the signed heads can be no such file: says why."""


class HeadsFile:
    """The file, read line by line; `size` is taken when it is opened, before anything is read from the database."""

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO | None = _opened(path) if path.exists() else None
        self._size = self._file.seek(0, os.SEEK_END) if self._file is not None else 0
        self._at = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    async def next_line(self, patience_s: float) -> str | None:
        """The next whole line; a server that has just signed gets a moment to write it."""
        until = time.monotonic() + patience_s
        while (line := self._whole()) is None and self._file is not None and time.monotonic() < until:
            await asyncio.sleep(LOOKS_EVERY_S)
        return line

    def next_old_line(self) -> str | None:
        """The next whole line of those that were there when the file was opened."""
        return self._whole() if self._at < self._size else None

    def piece(self) -> int:
        """How many bytes were there behind the last whole line when the file was opened."""
        return max(0, self._size - self._at)

    def _whole(self) -> str | None:
        if self._file is None:
            return None
        self._file.seek(self._at)
        line = self._file.readline(LONGEST_LINE)
        if not line.endswith(b"\n"):
            return None
        self._at += len(line)
        return line[:-1].decode(errors="replace")


def _opened(path: Path) -> BinaryIO:
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # opening anything else may wait, or never end
            raise HeadsRefused(f"{path} is no file: give the file of the signed heads.")
        return path.open("rb")
    except OSError as error:
        raise HeadsRefused(f"The signed heads {path} cannot be read: {error.strerror}.") from error
