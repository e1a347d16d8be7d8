"""Reading the log: a stream from its nearest checkpoint, one round, a table's day, and the commands of late.

Every query names the days that it is about, so that it touches their partitions and no others.
"""

import re
from collections.abc import AsyncIterator, Iterable
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import asyncpg
from sqlalchemy import ARRAY, ColumnElement, Select, Text, any_, literal, select
from sqlalchemy.dialects import postgresql

from app.game import commands as c
from app.game.core.seals import Opened
from app.game.events import Event
from app.language.rejection_in_words import RejectedInWords
from app.store import schema
from app.store.appending import EPOCH
from app.store.chain import Entry
from app.store.codec import decode_record
from app.store.projecting import RoundRow
from app.table_id import TableId

MICROSECOND = 1_000_000
# For so long a command that comes again under the same id is known.
REMEMBERED = timedelta(days=7)
events = schema.events
# It keeps what it has found out of each type of column: a new one each time finds it out anew.
_DIALECT = postgresql.asyncpg.dialect()  # type: ignore[no-untyped-call]


class RoundKey(NamedTuple):
    """The name of a round, such as 7-20261118-1234: the table, the gaming day, the number of the round."""

    stream: str
    day: date
    round: str

    @property
    def number(self) -> int:
        """The number of the round at its table."""
        return int(self.round.rpartition("-")[2])


class BadRoundName(Exception):
    """This is no round's name: says what one looks like."""


def round_name(table: TableId, day: date, number: int) -> str:
    """The name of this round."""
    return f"{table.number}-{day:%Y%m%d}-{number}"


def round_key(name: str) -> RoundKey:
    """The round of this name."""
    parts = re.fullmatch(r"(.+)-([0-9]{4})([0-9]{2})([0-9]{2})-([0-9]{1,15})", name)
    try:
        table, year, month, day, _ = parts.groups() if parts else ("", "0", "0", "0", "")
        return RoundKey(TableId(table).stream, date(int(year), int(month), int(day)), name)
    except ValueError as error:
        raise BadRoundName(f"{name!r} is no round; they look like 7-20261118-1234: table, day, number") from error


class Answered(NamedTuple):
    """A command of late, the digest of what was asked, and the answer: refused, or accepted with these events."""

    digest: bytes
    refused: RejectedInWords | None
    first_version: int
    events: int


class Asked(NamedTuple):
    """A command as it was asked, by whom, and what came of it when."""

    id: UUID
    command: c.Command
    actor: str
    refused: RejectedInWords | None
    first_version: int
    events: int
    question: str | None = None
    recorded_us: int = 0


class Kept(NamedTuple):
    """What is kept of a command: what it was, which question it answered, and who asked."""

    command: c.Command
    question: str | None
    actor: str


async def rows_of(connection: asyncpg.Connection, query: Select[Any]) -> list[asyncpg.Record]:
    """What the query finds."""
    compiled = query.compile(dialect=_DIALECT)
    names = compiled.positiontup or []
    found: list[asyncpg.Record] = await connection.fetch(str(compiled), *[compiled.params[name] for name in names])
    return found


def entry_of(row: asyncpg.Record) -> Entry:
    """The row of the log as it was hashed."""
    command = row["command"]
    return Entry(
        row["stream"], row["version"], row["day"], row["round"], row["type"], row["schema"], row["payload"],
        row["checkpoint"], command and UUID(bytes=command.bytes), row["command_digest"], row["actor"],
        _us(row["event_at"]), _us(row["recorded_at"]), row["previous"], row["hash"],
    )  # fmt: skip


def _us(at: datetime) -> int:
    since = at - EPOCH
    return (since.days * 86_400 + since.seconds) * MICROSECOND + since.microseconds


def event_of(entry: Entry) -> Event:
    """The event that the row holds."""
    event: Event = decode_record(entry.payload)
    return event


async def entries(connection: asyncpg.Connection, stream: str, *where: ColumnElement[bool]) -> list[Entry]:
    """The rows of the stream of which all this is true, in order."""
    query = select(events).where(events.c.stream == stream, *where).order_by(events.c.version)
    return [entry_of(row) for row in await rows_of(connection, query)]


async def since(connection: asyncpg.Connection, stream: str, version: int, day: date) -> list[Entry]:
    """The rows of the stream from this version on, which is of this day."""
    return await entries(connection, stream, events.c.day >= day, events.c.version >= version)


async def round_row(connection: asyncpg.Connection, key: RoundKey) -> RoundRow | None:
    """The round of this name, if there is one."""
    table = schema.rounds
    query = select(table).where(table.c.stream == key.stream, table.c.day == key.day, table.c.round == key.round)
    rows = await rows_of(connection, query)
    return RoundRow(*rows[0].values()) if rows else None


async def round_of_number(connection: asyncpg.Connection, table: TableId, number: int) -> RoundRow | None:
    """The round of this number at the table, whenever that was."""
    rounds = schema.rounds
    query = select(rounds).where(rounds.c.stream == table.stream, rounds.c.number == number)
    rows = await rows_of(connection, query)
    return RoundRow(*rows[0].values()) if rows else None


async def last_rounds(connection: asyncpg.Connection, table: TableId, count: int) -> list[RoundRow]:
    """The last rounds of the table, the newest first."""
    rounds = schema.rounds
    query = select(rounds).where(rounds.c.stream == table.stream).order_by(rounds.c.day.desc(), rounds.c.number.desc())
    return [RoundRow(*row.values()) for row in await rows_of(connection, query.limit(count))]


async def round_entries(connection: asyncpg.Connection, row: RoundRow) -> list[Entry]:
    """The rows of the log that are of this round, its opening first."""
    bounds = events.c.version.between(row.opened_version, row.last_version)
    return await entries(connection, row.stream, events.c.day == row.day, bounds)


async def day_entries(connection: asyncpg.Connection, stream: str, day: date) -> list[Entry]:
    """The rows of the log of one gaming day of a table."""
    return await entries(connection, stream, events.c.day == day)


async def commands_between(connection: asyncpg.Connection, row: RoundRow) -> list[Asked]:
    """What was asked in this round, in the order in which it was answered."""
    table = schema.commands
    query = (
        select(table)
        .where(table.c.stream == row.stream, table.c.day == row.day)
        .where(table.c.round == row.round)
        .order_by(table.c.first_version, table.c.events > 0, table.c.recorded_at)
    )
    return [_asked(found) for found in await rows_of(connection, query)]


def _asked(row: asyncpg.Record) -> Asked:
    refused = _refusal(row["answer"])
    return Asked(
        row["id"], decode_record(row["body"]), row["actor"], refused, row["first_version"], row["events"],
        row["question"], _us(row["recorded_at"]),
    )  # fmt: skip


def _refusal(answer: str) -> RejectedInWords | None:
    """The refusal that was answered; an accepted command has null."""
    refused: RejectedInWords | None = None if answer == "null" else decode_record(answer)
    return refused


async def kept_command(connection: asyncpg.Connection, table: TableId, id_: UUID, since_day: date) -> Kept | None:
    """The command that the table was given under this id, on this day or later."""
    asked = schema.commands
    query = select(asked.c.body, asked.c.question, asked.c.actor).where(asked.c.stream == table.stream)
    rows = await rows_of(connection, query.where(asked.c.id == id_, asked.c.day >= since_day))
    return Kept(decode_record(rows[0]["body"]), rows[0]["question"], rows[0]["actor"]) if rows else None


async def recent(connection: asyncpg.Connection, stream: str) -> dict[UUID, Answered]:
    """The commands of late, by their ids."""
    table = schema.recent_commands
    query = select(table).where(table.c.stream == stream)
    return {
        row["id"]: Answered(row["digest"], _refusal(row["answer"]), row["first_version"], row["events"])
        for row in await rows_of(connection, query)
    }


async def forget(connection: asyncpg.Connection) -> None:
    """Forget the ids of commands that nobody will send again."""
    await connection.execute("DELETE FROM recent_commands WHERE recorded_at < now() - $1::interval", REMEMBERED)


async def sealed_of(vault: asyncpg.Connection, stream: str, commitments: Iterable[str]) -> dict[str, Opened]:
    """The cards and salts of these commitments: read in the vault's role alone."""
    table = schema.sealed
    query = select(table.c.commitment, table.c.card, table.c.salt)
    wanted = any_(literal(list(commitments), ARRAY(Text)))
    query = query.where(table.c.stream == stream, table.c.commitment == wanted)
    rows = await rows_of(vault, query)
    return {row["commitment"]: Opened(row["card"], row["salt"]) for row in rows}


async def all_entries(connection: asyncpg.Connection, stream: str) -> AsyncIterator[Entry]:
    """Every row of the stream in order, without holding them all."""
    async with connection.transaction(readonly=True):
        async for row in connection.cursor(
            "SELECT * FROM events WHERE stream = $1 ORDER BY version", stream, prefetch=2_000
        ):
            yield entry_of(row)
