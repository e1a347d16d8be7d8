"""What the log says afterwards, against what the clients were told."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple
from uuid import UUID

import asyncpg

from app.store.chain import GENESIS, Entry, row_hash
from app.store.checkpoints import replayed
from app.store.codec import encode
from app.store.database import Database
from app.store.log_reader import entries
from tests.crash.client import Acknowledged, Player


class Recorded(NamedTuple):
    """A table's stream, its commands and its head."""

    entries: list[Entry]
    commands: list[asyncpg.Record]
    head: asyncpg.Record


async def recorded(database: Database, number: str) -> Recorded:
    """All that is recorded of a table."""
    stream = f"table:{number}"
    async with database.connection("reader") as connection:
        return Recorded(
            await entries(connection, stream),
            await connection.fetch("SELECT * FROM commands WHERE stream = $1 ORDER BY first_version, id", stream),
            await connection.fetchrow("SELECT * FROM stream_heads WHERE stream = $1", stream),
        )


async def assert_kept(database: Database, player: Player) -> None:
    """Everything that this player was told is in the log once, as it was told, and nothing else is."""
    log = await recorded(database, player.number)
    assert_whole(log)
    assert_exactly_once(log, player.acknowledged, unheard=player.unanswered.id if player.unanswered else None)
    if player.before is not None and player.unanswered is None:
        assert encode(replayed(log.entries)) == encode(player.before.after), player.number


def assert_whole(log: Recorded) -> None:
    """Versions without gaps, every hash right, the chain unbroken up to the head."""
    assert [entry.version for entry in log.entries] == list(range(1, len(log.entries) + 1))
    assert all(row_hash(entry) == entry.hash for entry in log.entries)
    assert all(before.hash == after.previous for before, after in pairwise(log.entries))
    last = log.entries[-1] if log.entries else None
    assert (log.head["version"], log.head["hash"]) == ((last.version, last.hash) if last else (0, GENESIS))


def assert_exactly_once(log: Recorded, told: Iterable[Acknowledged], unheard: UUID | None = None) -> None:
    """Acknowledged lost 0, applied twice 0, nothing that nobody asked."""
    rows = {row["id"]: row for row in log.commands}
    twice = len(log.commands) - len(rows)
    answers = {each.id: each for each in told}
    lost = [each.id for each in answers.values() if each.id not in rows]
    unasked = rows.keys() - answers.keys() - {unheard}
    assert (len(lost), twice, len(unasked)) == (0, 0, 0), (lost, twice, unasked)
    caused = Counter(entry.command for entry in log.entries)
    for each in answers.values():
        row = rows[each.id]
        assert (row["answer"], row["first_version"], row["events"]) == (each.refused, each.first_version, each.events)
        assert caused[each.id] == each.events, each
        versions = range(each.first_version, each.first_version + each.events)
        assert all(log.entries[version - 1].command == each.id for version in versions), each
