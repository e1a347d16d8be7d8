"""What reconstructions have changed of a round, for whoever was not there: the table before the first of them that is
news, and with the last one."""

from collections.abc import Sequence
from typing import NamedTuple

import asyncpg

from app.game.core.apply import apply
from app.game.core.records import name_of
from app.game.core.state import Table
from app.game.events import RoundRewritten
from app.store import schema
from app.store.chain import Entry
from app.store.checkpoints import table_of
from app.store.log_reader import entries, event_of
from app.store.projecting import RoundRow


class Rebuilt(NamedTuple):
    """The table before and after; `version` is that of the last reconstruction."""

    version: int
    was: Table
    becomes: Table


async def rows_if_rebuilt(connection: asyncpg.Connection, row: RoundRow, after: int) -> list[Entry]:
    """The rows of the round, if it was rewritten behind this version; else nothing."""
    columns = schema.events.c
    of_it = columns.day >= row.day, columns.version >= row.opened_version
    news = columns.type == name_of(RoundRewritten), columns.version > after
    if not await entries(connection, row.stream, *of_it, *news):
        return []
    return await entries(connection, row.stream, *of_it)


def rebuilt_in(rows: Sequence[Entry], after: int) -> Rebuilt | None:
    """What the reconstructions behind this version have changed; None if there are none."""
    found: Rebuilt | None = None
    if not rows or rows[0].checkpoint is None:
        return None
    table = table_of(rows[0].checkpoint)
    for entry in rows[1:]:
        event = event_of(entry)
        before, table = table, apply(table, event)
        if isinstance(event, RoundRewritten) and event.cause == "reconstruction" and entry.version > after:
            found = Rebuilt(entry.version, found.was if found is not None else before, table)
    return found
