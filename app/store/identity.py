"""Who this server is in the leases: an id that is kept in the data folder and held by a lock.

The kernel lets go of the lock however the process ends, so that a server that was killed is itself again at once, and
does not wait for its own leases to run out. Several servers on one folder take one id each.
"""

import fcntl
import os
from collections.abc import Iterator
from errno import EMFILE
from pathlib import Path
from uuid import UUID, uuid4

MOST_SERVERS, ID_BYTES = 64, 16


def ids_in(data: Path) -> Iterator[UUID]:
    """Those of the servers that have ever used this data folder."""
    for file in sorted(data.glob("server-*.id")):
        kept = file.read_bytes()
        if len(kept) == ID_BYTES:
            yield UUID(bytes=kept)


class Identity:
    """An id of this data folder that no other process has."""

    def __init__(self, data: Path) -> None:
        data.mkdir(parents=True, exist_ok=True)
        for number in range(MOST_SERVERS):
            self._file = os.open(data / f"server-{number}.id", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(self._file)
                continue
            self.id = self._read_or_made()
            return
        raise OSError(EMFILE, f"{MOST_SERVERS} servers use the data folder already", str(data))

    def close(self) -> None:
        """Let another process have it."""
        os.close(self._file)

    def _read_or_made(self) -> UUID:
        text = os.read(self._file, ID_BYTES)
        if len(text) == ID_BYTES:
            return UUID(bytes=text)
        made = uuid4()
        os.pwrite(self._file, made.bytes, 0)
        os.fsync(self._file)
        return made
