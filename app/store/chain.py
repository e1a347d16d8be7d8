"""The hash chain: every event row is hashed over all its columns and the hash of the row before it.

Each column has its length before it, so that no two rows can be written alike; times are whole microseconds; what is
not there has a length that nothing has. A verifier in any language needs SHA-256 and this list, and no canonical JSON.
"""

from collections.abc import Callable
from datetime import date
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

GENESIS = bytes(32)
NOT_THERE = b"\xff\xff\xff\xff"


class Entry(NamedTuple):
    """One row of the log, in the order in which its columns are hashed."""

    stream: str
    version: int
    day: date
    round: str | None
    type: str
    schema: int
    payload: str
    checkpoint: str | None
    command: UUID | None
    command_digest: bytes | None
    actor: str
    event_us: int
    recorded_us: int
    previous: bytes
    hash: bytes = b""


def row_hash(entry: Entry) -> bytes:
    """The hash of this row, from all its columns but the hash itself."""
    return sha256(b"".join([_measured(column) for column in entry[:-1]])).digest()


def sealed(entry: Entry) -> Entry:
    """The row with its hash."""
    return entry._replace(hash=row_hash(entry))


_BYTES: dict[type, Callable[[Any], bytes]] = {
    bytes: bytes,
    str: str.encode,
    int: lambda number: b"%d" % number,
    date: lambda day: day.isoformat().encode(),
    UUID: lambda id_: id_.bytes,
}


def _measured(column: Any) -> bytes:
    if column is None:
        return NOT_THERE
    data = _BYTES[type(column)](column)
    return len(data).to_bytes(4, "big") + data
