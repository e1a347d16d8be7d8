"""Two evenings that differ only in a face-down card, and all that anybody may see of each of them.

What differs by itself is taken out first: times, ids, ports, hashes, commitments, the number of the table. What is left
has to be the same, byte for byte.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

import asyncpg

from app.devices.codecs.table_link.event_messages import Event, split_events
from app.devices.codecs.table_link.framing import Decoder, Frame
from app.devices.device_health import Health
from app.game.views.audiences import dealer_view, floor_view, sign_view, surveillance_view
from app.settings import Settings
from app.store.codec import encode
from app.store.database import Database
from app.table.requests import Published
from tests.simulation.playing import Playing, playing
from tests.simulation.simulator import simulators

Story = Callable[[Playing, str], Awaitable[None]]
VAULT = ("sealed", "sealed_frames", "device_marks")
# Signatures over the hashes of all streams at once: nothing in them is of one table.
# In the log of the house, which others write as well.
OTHERS = ("version", "first_version", "checkpoint")
NOT_OF_A_TABLE = ("head_signatures",)
# How often a device repeats itself, and is asked whether it is there, is a matter of time.
PEEK_RESULT = 0x20
TIMED = ("frames", "copies", "retries", "empty_polls")
SCRUBBED = (
    (r"\b[0-9a-f]{64}\b", "HASH"),
    (r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", "ID"),
    (r"/\w+/devices-\w+", "FOLDER"),
    (r"127\.0\.0\.1:\d+", "ADDRESS"),
    (r"\b\d+\.\d+ s\b", "TIME"),
    (r"boot id \d+ became \d+", "BOOT"),
)


class Evening(NamedTuple):
    """Where and how an evening is played: the book, its story, the devices as the simulators
    are asked for, and the two cards of which one lies face down."""

    book: str
    story: Story
    devices: tuple[str, ...] = ()
    cards: tuple[str, str] = ("5D", "KS")


class Told(NamedTuple):
    """What an evening has told everybody, and what it told the vault alone."""

    views: tuple[str, ...]
    logs: tuple[str, ...]
    health: tuple[Mapping[str, Any], ...]
    rows: Mapping[str, tuple[str, ...]]
    vault: Mapping[str, int]
    sealed: tuple[str, ...]


async def told(database: Database, settings: Settings, number: str, evening: Evening, card: str) -> Told:
    """Play the evening with this card face down, and look at it as everybody may."""
    async with AsyncExitStack() as stack:
        devices = await stack.enter_async_context(simulators(*evening.devices)) if evening.devices else []
        with _captured() as lines:
            async with playing(database, settings, number, evening.book, devices) as here:
                views = _watched(here)
                await evening.story(here, card)
                await here.until(lambda: not any(each.waiting for each in here.health()), "for every report's table")
                health = tuple([_lasting(each) for each in here.health()])
    rows = {name: await _rows(database, name, number) for name in await readable(database, "reader")}
    vault = {name: await _count(database, name, number) for name in VAULT}
    logs = tuple(sorted(_scrubbed(line, number) for line in lines))
    return Told(tuple(_scrubbed(view, number) for view in views), logs, health, rows, vault,
                await _sealed(database, number))  # fmt: skip


# --- what screens, logs and metrics tell


def _watched(here: Playing) -> list[str]:
    """Every view of every audience, after every event."""
    views: list[str] = []

    def look(published: Published) -> None:
        for view in (sign_view, dealer_view, floor_view, surveillance_view):
            views.append(f"{published.version} {view.__name__} {encode(view(published.table, here.actor.rules))}")

    here.actor.listen(look)
    return views


@contextmanager
def _captured() -> Iterator[list[str]]:
    """Everything that any logger says, whatever its level."""
    lines: list[str] = []

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(f"{record.name} {record.levelname} {self.format(record)}")

    root, keeper = logging.getLogger(), Keeper()
    level = root.level
    root.addHandler(keeper)
    root.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        root.removeHandler(keeper)
        root.setLevel(level)


def _lasting(health: Health) -> Mapping[str, Any]:
    """How a device is, without its times and its numbers that grow with time."""
    kept = {name: value for name, value in asdict(health).items() if not name.endswith("_us") and name != "name"}
    kept["counted"] = {name: value for name, value in kept["counted"].items() if name not in TIMED}
    return kept


def _scrubbed(text: str, number: str) -> str:
    for pattern, instead in SCRUBBED:
        text = re.sub(pattern, instead, text)
    return text.replace(number, "NUMBER")


# --- what the database tells


async def readable(database: Database, role: Any) -> list[str]:
    """Every table that this role may read."""
    async with database.connection(role) as connection:
        rows = await connection.fetch(_READABLE)
    return [row["name"] for row in rows if row["name"] not in NOT_OF_A_TABLE]


_READABLE = """
SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
AND relkind IN ('r', 'p', 'v', 'm') AND has_table_privilege(oid, 'SELECT') ORDER BY relname"""


async def _rows(database: Database, name: str, number: str) -> tuple[str, ...]:
    """The rows of this table of the evening, in words."""
    async with database.connection("reader") as connection:
        rows = [dict(row) for row in await connection.fetch(_ALL.format(name))]
        if name == "recent_commands":
            await _check_digests(connection, number)
    mine = [row for row in rows if number in str(row)]
    return tuple(sorted(_scrubbed(str(_plain(name, row)), number) for row in mine if not _timed(name, row)))


def _timed(name: str, row: Mapping[str, Any]) -> bool:
    """Whether it depends on time how often there is such a row; what it shows of cards is nothing."""
    if row.get("stream") == "house":
        said = str(row.get("payload") or row.get("body"))  # a checkpoint beside it holds what was noted of others
        return any([f'"what":"{what}"' in said for what in ("lost", "back")])
    if name != "device_frames" or row["why"] == "event":
        return False
    assert row["frame"] is None or row["sent"] or not row["device"].endswith(("-shoe", "-continuous"))
    return True


def _plain(name: str, row: dict[str, Any]) -> dict[str, Any]:
    row = {column: _without_what_differs(name, value) for column, value in row.items()}
    if name == "device_frames":
        del row["n"], row["size"]  # the length of a frame is what may be known of it
    if row.get("stream") == "house":
        row = {column: value for column, value in row.items() if column not in OTHERS}
    return row


def _without_what_differs(name: str, value: Any) -> Any:
    if isinstance(value, datetime | UUID):
        return type(value).__name__
    if isinstance(value, bytes):
        return _without_time(value) if name == "device_frames" else "BYTES"
    return value


def _without_time(frame: bytes) -> str:
    """A frame, of which the time that a device says is taken out."""
    pieces = Decoder().feed(frame)
    if len(pieces) != 1 or not isinstance(pieces[0], Frame):
        events = split_events(frame)
    else:
        events = split_events(pieces[0].data[1:])
    return str([(each.code, each.counter, _without_token(each)) for each in events]) if events else frame.hex()


def _without_token(event: Event) -> bytes:
    """What an event says; a reader's answer without the number of the question."""
    return event.body[:1] if event.code == PEEK_RESULT else event.body


async def _check_digests(connection: asyncpg.Connection, number: str) -> None:
    """A digest of a command is one of what everybody may read: nobody can guess at it for what he may not."""
    rows = await connection.fetch(_DIGESTS, f"table:{number}")
    assert rows
    for row in rows:
        assert sha256(f"{row['question']}\n{row['body']}".encode()).digest() == row["digest"]


_DIGESTS = """
SELECT body::text, question, digest FROM commands JOIN recent_commands USING (stream, id) WHERE stream = $1"""


async def _count(database: Database, name: str, number: str) -> int:
    async with database.connection("vault") as connection:
        rows = await connection.fetch(_ALL.format(name))
    return sum(number in str(dict(row)) for row in rows)


async def _sealed(database: Database, number: str) -> tuple[str, ...]:
    """The cards that the vault has of this evening, in their order."""
    async with database.connection("vault") as connection:
        rows = await connection.fetch(_SEALED, f"table:{number}")
    return tuple([row["card"] for row in rows])


_ALL = 'SELECT * FROM "{}"'
_SEALED = "SELECT card FROM sealed WHERE stream = $1 ORDER BY version"
