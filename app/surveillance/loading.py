"""A round out of the store, as it was recorded."""

from functools import reduce

from app.books.rulebook import read_ruleset
from app.game.commands import Command
from app.game.core.apply import apply
from app.game.core.records import name_of, replace
from app.game.core.seals import Opened
from app.game.core.state import RoundRecord, Table
from app.game.events import EarlierRoundAmended, Event
from app.game.rules.ruleset import Ruleset
from app.printable_records import shown_in
from app.store import schema
from app.store.chain import Entry, row_hash
from app.store.checkpoints import table_of
from app.store.database import Database
from app.store.log_reader import (
    Asked,
    commands_between,
    entries,
    event_of,
    last_rounds,
    round_entries,
    round_key,
    round_row,
    sealed_of,
)
from app.store.projecting import RoundRow
from app.surveillance.recorded import Recorded, last_table
from app.table_id import TableId


class NoSuchRound(Exception):
    """There is no round of this name."""


class RoundBroken(Exception):
    """The rows of a round are not as they were written."""


async def load_round(database: Database, name: str) -> tuple[Recorded, Ruleset, list[Entry]]:
    """The round of this name as it is shown, the book that it was played under, and its rows in the log as they are."""
    recorded, rules, rows = await _load_named(database, name)
    return shown_in(recorded), rules, rows


async def _load_named(database: Database, name: str) -> tuple[Recorded, Ruleset, list[Entry]]:
    async with database.connection("reader") as connection:
        row = await round_row(connection, round_key(name))
    if row is None:
        raise NoSuchRound(f"there is no round {name}; `tablekeeper recall TABLE` names the last ones")
    return await _load(database, row)


async def load_record(database: Database, name: str) -> RoundRecord:
    """All that is recorded of an earlier round, as it now is: what a void or reconstruction of it rests on."""
    recorded, _rules, _rows = await _load_named(database, name)
    events = last_table(recorded).record
    for amendment in recorded.amended:
        events = amendment.events or events
    return RoundRecord(recorded.number, replace(recorded.begun, opening=None), events)


async def load_last(database: Database, table: str, count: int) -> list[tuple[RoundRow, Recorded, Ruleset]]:
    """The last rounds of the table as they are shown, the newest first."""
    async with database.connection("reader") as connection:
        rows = await last_rounds(connection, TableId(table), count)
    return [(row, *shown_in((await _load(database, row))[:2])) for row in rows]


async def _load(database: Database, row: RoundRow) -> tuple[Recorded, Ruleset, list[Entry]]:
    async with database.connection("reader") as connection:
        found = await round_entries(connection, row)
        asked = await commands_between(connection, row)
        text = await connection.fetchval("SELECT text FROM rulesets WHERE hash = $1", row.ruleset_hash)
        amendments = await entries(
            connection,
            row.stream,
            schema.events.c.day >= row.day,
            schema.events.c.version > row.last_version,
            schema.events.c.type == name_of(EarlierRoundAmended),
        )
    opening, *later = found
    if opening.checkpoint is None or any([row_hash(entry) != entry.hash for entry in found]):
        raise RoundBroken(f"the rows of {row.round} are not as they were written: run `tablekeeper verify`")
    events = tuple([event_of(entry) for entry in later])
    amended = _amended(row, [event_of(entry) for entry in amendments])
    recorded = Recorded(table_of(opening.checkpoint), events, _commands(row, asked), amended=amended)
    return recorded._replace(opened=await _opened(database, row, recorded)), read_ruleset(text), found


def _commands(row: RoundRow, asked: list[Asked]) -> tuple[tuple[Command, int], ...]:
    """The accepted commands, each with how many of the events after the opening it caused."""
    found = []
    for each in asked:
        end = each.first_version + each.events - 1
        if each.refused is None and end >= row.opened_version:
            found.append((each.command, end - max(each.first_version - 1, row.opened_version)))
    return tuple(found)


async def _opened(database: Database, row: RoundRow, recorded: Recorded) -> dict[str, Opened]:
    """What lay face down; while the round is open, nothing, and after it nothing that may be dealt in the next."""
    if row.state == "open":
        return {}
    to_come = _to_come(reduce(apply, recorded.events, recorded.begun))
    commitments = [getattr(event, "commitment", None) for event in recorded.events]
    down = [commitment for commitment in commitments if commitment and commitment not in to_come]
    async with database.connection("vault") as vault:
        return await sealed_of(vault, row.stream, down)


def _to_come(table: Table) -> set[str | None]:
    """What has left the shoe, and nobody has said yet where it goes."""
    held = table.held.commitment if table.held is not None else None
    return {held, *[each.commitment for each in table.kept], *[each.commitment for each in table.laid_by]}


def _amended(row: RoundRow, events: list[Event]) -> tuple[EarlierRoundAmended, ...]:
    return tuple([each for each in events if isinstance(each, EarlierRoundAmended) and each.round == row.number])
