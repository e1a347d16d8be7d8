"""What goes into a pack, read from the record: the round, the log around it, frames, commands, signed heads."""

from typing import NamedTuple

import asyncpg

from app.game.core.records import name_of
from app.game.events import EarlierRoundAmended
from app.game.rules.ruleset import Ruleset
from app.house.state import Device
from app.store import schema
from app.store.chain import Entry
from app.store.covering import Covering, covering, head_in
from app.store.database import Database
from app.store.log_reader import Asked, commands_between, entries, round_key, round_row
from app.store.projecting import RoundRow
from app.surveillance.frames import Clock, Frame, clocks_in, frames_in, of_round
from app.surveillance.loading import NoSuchRound, load_round
from app.surveillance.recorded import Recorded

# So many rows of the log at most on either side of what the pack is about, to the next signed head.
MOST_BESIDE = 5_000
MOST_ROWS = 20_000
MOST_FRAMES = 20_000


class PackTooLarge(Exception):
    """The record of the round is larger than a pack may be."""


class Stretch(NamedTuple):
    """Rows of the log that follow each other; `before` and `after` are the versions of the signed heads at its ends."""

    first: int
    last: int
    before: int | None
    after: int | None


class Gathered(NamedTuple):
    """All that the record has of a round."""

    row: RoundRow
    recorded: Recorded
    rules: Ruleset
    book: str
    stretches: tuple[Stretch, ...]
    rows: tuple[Entry, ...]
    lines: tuple[str, ...]
    commands: tuple[Asked, ...]
    bodies: dict[str, str]
    frames: tuple[Frame, ...]
    clocks: tuple[Clock, ...]


async def gathered(database: Database, name: str, devices: dict[str, Device]) -> Gathered:
    """The round of this name, and what is around it. What nobody turned up stays face down."""
    recorded, rules, own = await load_round(database, name)
    async with database.connection("reader") as connection:
        row = await round_row(connection, round_key(name))
        if row is None:
            raise NoSuchRound(f"there is no round {name}")
        row = row._replace(last_version=own[-1].version)
        stretches, lines = await _stretches(connection, row)
        rows = [each for stretch in stretches for each in await _rows(connection, row, stretch)]
        book = await connection.fetchval("SELECT text FROM rulesets WHERE hash = $1", row.ruleset_hash)
        asked = await commands_between(connection, row)
        bodies = {str(each["id"]): each["body"] for each in await connection.fetch(_BODIES, row.stream, row.day, name)}
        time = await of_round(connection, row)
        frames = await frames_in(connection, time, devices, row, limit=MOST_FRAMES)
        clocks = await clocks_in(connection, time, devices)
    if len(rows) > MOST_ROWS:
        raise PackTooLarge(f"round {name} has {len(rows)} rows of the log around it; a pack has at most {MOST_ROWS}")
    return Gathered(
        row, recorded._replace(opened={}), rules, book, stretches, tuple(rows), lines, tuple(asked), bodies,
        tuple(frames), tuple(clocks),
    )  # fmt: skip


async def _stretches(connection: asyncpg.Connection, row: RoundRow) -> tuple[tuple[Stretch, ...], tuple[str, ...]]:
    """The round with what is around it up to signed heads, and the same of each event that put it right later."""
    found: list[Stretch] = []
    texts: dict[str, None] = {}
    for first, last in [(row.opened_version, row.last_version), *await _amendments(connection, row)]:
        if found and last <= found[-1].last:
            continue
        around = await covering(connection, row.stream, first, last)
        stretch = _stretch(around, row.stream, first, last)
        if found and stretch.first <= found[-1].last + 1:
            found[-1] = found[-1]._replace(last=stretch.last, after=stretch.after)
        else:
            found.append(stretch)
        texts.update(dict.fromkeys(around.lines))
    return tuple(found), tuple(texts)


def _stretch(around: Covering, stream: str, first: int, last: int) -> Stretch:
    """From signed head to signed head, unless one is too far away."""
    heads = [None if line is None else head_in(line, stream) for line in (around.before, around.after)]
    before, after = [None if head is None else head.version for head in heads]
    before = before if before is not None and first - before <= MOST_BESIDE else None
    after = after if after is not None and after - last <= MOST_BESIDE else None
    return Stretch(first if before is None else before + 1, last if after is None else after, before, after)


async def _amendments(connection: asyncpg.Connection, row: RoundRow) -> list[tuple[int, int]]:
    """The versions of the events that put the round right when it was over."""
    rows = await connection.fetch(_AMENDMENTS, row.stream, row.last_version, row.number)
    return [(each["version"], each["version"]) for each in rows]


async def _rows(connection: asyncpg.Connection, row: RoundRow, stretch: Stretch) -> list[Entry]:
    between = schema.events.c.version.between(stretch.first, min(stretch.last, stretch.first + MOST_ROWS))
    return await entries(connection, row.stream, between)


_AMENDMENTS = f"""
SELECT version FROM events
 WHERE stream = $1 AND version > $2 AND type = '{name_of(EarlierRoundAmended)}' AND (payload->>'round')::bigint = $3
 ORDER BY version"""  # noqa: S608
_BODIES = "SELECT id, body FROM commands WHERE stream = $1 AND day = $2 AND round = $3"
