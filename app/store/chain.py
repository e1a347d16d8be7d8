"""The hash chain: every event row is hashed over all its columns and the hash of the row before it.

Each column has its length before it, so that no two rows can be written alike; times are whole microseconds; what is
not there has a length that nothing has. A verifier in any language needs SHA-256 and this list, and no canonical JSON.
"""

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
    measured: list[bytes] = []
    for column in entry[:-1]:
        if column is None:
            measured.append(NOT_THERE)
        else:
            data = _bytes(column)
            measured += (len(data).to_bytes(4, "big"), data)
    return sha256(b"".join(measured)).digest()


def sealed(entry: Entry) -> Entry:
    """The row with its hash."""
    return Entry(*entry[:-1], row_hash(entry))


def _bytes(column: Any) -> bytes:
    kind = type(column)
    if kind is str:
        return column.encode()  # type: ignore[no-any-return]
    if kind is int:
        return b"%d" % column
    if kind is bytes:
        return column  # type: ignore[no-any-return]
    if kind is UUID:
        return column.bytes  # type: ignore[no-any-return]
    assert kind is date, kind
    return column.isoformat().encode()  # type: ignore[no-any-return]
