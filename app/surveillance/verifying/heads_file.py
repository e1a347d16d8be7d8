"""The exported file of signed heads, read beside the database while a server may be adding to it."""

import asyncio
import os
import time
from pathlib import Path
from typing import BinaryIO, Self

AGAIN_AFTER_S = 0.05


class HeadsFile:
    """The file, read line by line; `size` is taken when it is opened, before anything is read from the database."""

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO | None = path.open("rb") if path.exists() else None
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
            await asyncio.sleep(AGAIN_AFTER_S)
        return line

    def next_old_line(self) -> str | None:
        """The next whole line of those that were there when the file was opened."""
        return self._whole() if self._at < self._size else None

    def piece(self) -> bytes:
        """What was there behind the last whole line when the file was opened."""
        if self._file is None or self._at >= self._size:
            return b""
        self._file.seek(self._at)
        return self._file.read(self._size - self._at)

    def _whole(self) -> str | None:
        if self._file is None:
            return None
        self._file.seek(self._at)
        line = self._file.readline()
        if not line.endswith(b"\n"):
            return None
        self._at += len(line)
        return line[:-1].decode(errors="replace")
