"""What a tamperer does to the clean log."""

from collections.abc import Callable
from typing import Any

import asyncpg

from app.store.chain import Entry, sealed
from app.store.log_reader import all_entries
from tests.tampering.copies import Act
from tests.tampering.rows import COLUMNS, put

AWAY = 1_000_000
MOVE = "UPDATE events SET version = $3 WHERE stream = $1 AND version = $2"


def run(sql: str, *arguments: Any) -> Act:
    """A statement that changes something."""

    async def act(connection: asyncpg.Connection) -> None:
        status = await connection.execute(sql, *arguments)
        assert not status.endswith(" 0"), f"{status}: {sql}"

    return act


def delete(stream: str, version: int) -> Act:
    return run("DELETE FROM events WHERE stream = $1 AND version = $2", stream, version)


def swap(stream: str, version: int) -> Act:
    """With the next one: each takes the other's version."""

    async def act(connection: asyncpg.Connection) -> None:
        for old, new in ((version, AWAY), (version + 1, version), (AWAY, version + 1)):
            await run(MOVE, stream, old, new)(connection)

    return act


def duplicate(stream: str, version: int) -> Act:
    """The same row once more, on the next day."""
    names = ", ".join(["day + 1" if name == "day" else name for name in COLUMNS])
    return run(f"INSERT INTO events SELECT {names} FROM events WHERE stream = $1 AND version = $2", stream, version)  # noqa: S608


def insert(stream: str, version: int) -> Act:
    """A forged event behind this one, with hashes as they should be; what follows moves up by one."""

    async def act(connection: asyncpg.Connection) -> None:
        entry = await entry_at(connection, stream, version)
        forged = sealed(entry._replace(version=version + 1, previous=entry.hash, actor="forger"))
        for step, above in ((AWAY + 1, version), (-AWAY, AWAY)):
            sql = "UPDATE events SET version = version + $2 WHERE stream = $1 AND version > $3"
            await connection.execute(sql, stream, step, above)
        await put(connection, [forged])

    return act


async def entry_at(connection: asyncpg.Connection, stream: str, version: int) -> Entry:
    return (await entries_of(connection, stream))[version - 1]


async def entries_of(connection: asyncpg.Connection, stream: str) -> list[Entry]:
    return [entry async for entry in all_entries(connection, stream)]


async def head_set(connection: asyncpg.Connection, entry: Entry) -> None:
    """The fence says that the stream ends here."""
    checkpoints = [each for each in await entries_of(connection, entry.stream) if each.checkpoint is not None]
    last = checkpoints[-1]
    await connection.execute(
        "UPDATE stream_heads SET version = $2, hash = $3, checkpoint_version = $4, checkpoint_day = $5"
        " WHERE stream = $1", entry.stream, entry.version, entry.hash, last.version, last.day
    )  # fmt: skip


def cut_behind(stream: str, version: int) -> Act:
    """Everything behind this version is gone, and nothing else points to it."""

    async def act(connection: asyncpg.Connection) -> None:
        for table, column in (("events", "version"), ("commands", "first_version"), ("sealed", "version")):
            await connection.execute(f"DELETE FROM {table} WHERE stream = $1 AND {column} > $2", stream, version)  # noqa: S608
        await head_set(connection, await entry_at(connection, stream, version))

    return act


def rehashed(stream: str, version: int, change: Callable[[Entry], Entry]) -> Act:
    """One event is changed, and it and all that follow get right hashes, and the fence too; but nobody has the key."""

    async def act(connection: asyncpg.Connection) -> None:
        entries = await entries_of(connection, stream)
        previous = entries[version - 1].previous
        for at in range(version - 1, len(entries)):
            entry = change(entries[at]) if at == version - 1 else entries[at]
            entries[at] = sealed(entry._replace(previous=previous))
            previous = entries[at].hash
        await connection.execute("DELETE FROM events WHERE stream = $1 AND version >= $2", stream, version)
        await put(connection, entries[version - 1 :])
        await head_set(connection, entries[-1])

    return act
