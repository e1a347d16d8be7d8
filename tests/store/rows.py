"""Appends as a table makes them, but of rows that a test chooses."""

# ruff: noqa: S608 - the names of tables and columns in the statements come from these tests

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from hashlib import sha256
from uuid import UUID, uuid4

import asyncpg

from app.store.appending import Append, CommandRow, SealedCard, statement
from app.store.chain import GENESIS, Entry, sealed
from app.store.database import Database
from app.store.leases import Head, Leases
from app.store.projecting import Projected, Row
from app.store.writer import Writer
from tests.store.live import NOON_US

DAY = date(2026, 11, 18)
PARTS = ("events", "commands", "recent_commands", "sealed", "rounds", "cards", "decisions", "wagers", "settlements",
         "postings")  # fmt: skip


def posting(stream: str, version: int, n: int, cents: int, day: date = DAY) -> Row:
    """Money that comes into the float, or leaves it."""
    return (stream, day, f"{stream}-1", version, n, "float", 0, "", cents)


def projections(stream: str, version: int, day: date = DAY) -> dict[str, list[Row]]:
    """One row in every projection, two in the postings, summing to zero."""
    of_event = (stream, day, f"{stream}-1", version, 0)
    return {
        "rounds": [(*of_event[:3], 1, "book", version, version, "open", False)],
        "cards": [(*of_event, "CardDealt", "8S", None, 1, 1, "", None)],
        "decisions": [(*of_event, "HandCompleted", "stand", 1, 1, None, None, None, None)],
        "wagers": [(*of_event, "WagerPlaced", 1, "ann", "main", 1000, None)],
        "settlements": [(*of_event, False, 1, 1, "ann", "main", 1000, "win", "1:1", 1000, 0, "9", None)],
        "postings": [posting(stream, version, 0, 500, day), posting(stream, version, 1, -500, day)],
    }


def append(
    stream: str,
    head: Head,
    count: int = 1,
    *,
    day: date = DAY,
    command: UUID | None = None,
    salt: bytes = bytes(16),
    rows: dict[str, list[Row]] | None = None,
) -> Append:
    """So many events behind the head, of one command, with rows in every other table."""
    id_, previous, entries = command or uuid4(), head.hash, []
    for version in range(head.version + 1, head.version + 1 + count):
        row = Entry(stream, version, day, f"{stream}-1", "StepDone", 1, '{"type":"StepDone","step":"wash"}', None, id_,
                    bytes(32), "dealer", NOON_US, NOON_US, previous)  # fmt: skip
        entries.append(sealed(row))
        previous = entries[-1].hash
    projected = Projected(projections(stream, head.version + count, day) if rows is None else rows, [])
    said = CommandRow(id_, '{"type":"FinishShuffle"}', bytes(32), None, "dealer", "null", NOON_US)
    hidden = (SealedCard(sha256(salt + b"8S").hexdigest(), "8S", salt),)
    return Append(stream, head.version, day, f"{stream}-1", tuple(entries), previous, projected, said, hidden)


def after(head: Head, done: Append) -> Head:
    """The head when the append is in."""
    return head._replace(version=done.version, hash=done.head)


async def executed(connection: asyncpg.Connection, appends: list[Append], epochs: dict[str, int]) -> set[str]:
    """The streams that one statement advanced."""
    sql, arrays = statement(appends, epochs)
    return {row["stream"] for row in await connection.fetch(sql, *arrays)}


async def new_heads(connection: asyncpg.Connection, *streams: str) -> dict[str, Head]:
    """Streams that are there, in their first epoch, and nothing in them."""
    await connection.executemany(
        "INSERT INTO stream_heads VALUES ($1, 1, 0, $2, 0, $3)", [(stream, GENESIS, DAY) for stream in streams]
    )
    return {stream: Head(1, 0, GENESIS, 0, DAY) for stream in streams}


async def head_of(connection: asyncpg.Connection, stream: str) -> Head:
    """Where the stream stands."""
    columns = "epoch, version, hash, checkpoint_version, checkpoint_day"
    return Head(*await connection.fetchrow(f"SELECT {columns} FROM stream_heads WHERE stream = $1", stream))


async def counted(database: Database, stream: str) -> dict[str, int]:
    """How many rows each table has of the stream; what is sealed is counted by who may see it."""
    found: dict[str, int] = {}
    for name in PARTS:
        async with database.connection("vault" if name == "sealed" else "app") as connection:
            found[name] = await connection.fetchval(f"SELECT count(*) FROM {name} WHERE stream = $1", stream)
    return found


async def versions(connection: asyncpg.Connection, stream: str) -> list[int]:
    """The versions that the log has of the stream."""
    rows = await connection.fetch("SELECT version FROM events WHERE stream = $1 ORDER BY version", stream)
    return [row["version"] for row in rows]


@asynccontextmanager
async def writing(database: Database, *streams: str) -> AsyncIterator[tuple[Writer, dict[str, Head]]]:
    """A writer that holds these streams."""
    owner = uuid4()
    leases = Leases(database, owner, "here", 600.0, _not_lost)
    writer = Writer(database, owner, leases.holds)
    heads = {}
    await writer.start()
    try:
        for stream in streams:
            heads[stream] = await leases.acquire(stream, DAY)
            writer.hold(stream, heads[stream].epoch)
        yield writer, heads
    finally:
        await writer.close()
        await leases.close()


def _not_lost(stream: str) -> None:
    raise AssertionError(f"{stream} was lost")
