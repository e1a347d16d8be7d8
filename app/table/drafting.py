"""From what was decided to what is written: the rows of the log, their hashes, the projections, and the table after."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple

from app.game import events as e
from app.game.core.records import name_of
from app.game.core.state import Table
from app.language.rejection_in_words import RejectedInWords
from app.store.appending import Append, CommandRow
from app.store.chain import Entry, sealed
from app.store.checkpoints import CHECKPOINTS, checkpoint_of
from app.store.codec import encode
from app.store.log_reader import round_name
from app.store.projecting import RoundRow, Where, nothing_projected, project
from app.table.requests import Meant, Request
from app.table_id import TableId

SCHEMA = 1


class Position(NamedTuple):
    """Where a table stands: its state, and the end of its stream. `opened`: the event that opened the last round;
    `recorded_us`: when the last event was recorded, by the clock of whichever server recorded it."""

    stream: str
    table: Table
    version: int
    head: bytes
    day: date
    gaming_day: Callable[[int], date]
    last_us: int = 0
    round: str | None = None
    opened: int = 0
    recorded_us: int = 0


class Decided(NamedTuple):
    """A request and what was decided: its events, with the table after each; `earlier`: the earlier rounds that they
    put right."""

    request: Request
    meant: Meant
    body: str
    digest: bytes
    refused: RejectedInWords | None
    events: tuple[e.Event, ...]
    tables: tuple[Table, ...]
    earlier: Mapping[int, RoundRow] = {}


def drafted(position: Position, decided: Decided, now_us: int) -> tuple[Append, Position]:
    """The append for this answer, and the table's position when it is in. What is recorded later is never dated
    earlier, although another server, or a clock that was set, may say that it is."""
    request, now_us = decided.request, max(position.recorded_us, now_us)
    event_us = max(position.last_us, request.event_us or now_us)
    now = position._replace(last_us=event_us, day=_day(position, now_us), recorded_us=now_us)
    projected, entries = nothing_projected(), []
    for event, table in zip(decided.events, decided.tables, strict=True):
        after = _moved(now, event, table, now_us)
        entry = _entry(now, after, event, decided)
        project(projected, _where(after), now.table, event, after.table, decided.earlier)
        entries.append(entry)
        now = after._replace(head=entry.hash)
    append = Append(
        position.stream, position.version, now.day, now.round, tuple(entries), now.head, projected,
        CommandRow(
            request.id, decided.body, decided.digest, request.question, request.actor, encode(decided.refused), now_us
        ),
        decided.meant.sealed, _checkpoint(entries), decided.meant.frames, decided.meant.marks,
    )  # fmt: skip
    return append, now


def alone(position: Position, meant: Meant, now_us: int) -> Append:
    """The append for what came over a device's line and asks nothing of the table."""
    return Append(
        position.stream, position.version, _day(position, now_us), position.round, (), position.head,
        nothing_projected(), frames=meant.frames, marks=meant.marks,
    )  # fmt: skip


def _day(position: Position, now_us: int) -> date:
    """A round keeps the gaming day on which it was opened; between rounds the day goes on, and never back."""
    return position.day if position.round is not None else max(position.day, position.gaming_day(now_us))


def _moved(now: Position, event: e.Event, table: Table, now_us: int) -> Position:
    """The position with the table after the event, and the round that the event belongs to."""
    version = now.version + 1
    if isinstance(event, e.RoundOpened):
        day = max(now.day, now.gaming_day(now_us))
        name = round_name(TableId.of_stream(now.stream), day, event.number)
        return now._replace(table=table, version=version, day=day, round=name, opened=version)
    if table.round is None:
        return now._replace(table=table, version=version, round=None)
    return now._replace(table=table, version=version)


def _entry(before: Position, after: Position, event: e.Event, decided: Decided) -> Entry:
    checkpoint = checkpoint_of(after.table) if isinstance(event, CHECKPOINTS) else None
    row = Entry(
        after.stream, after.version, after.day, after.round, name_of(type(event)), SCHEMA, encode(event), checkpoint,
        decided.request.id, decided.digest, decided.request.actor, after.last_us, after.recorded_us, before.head,
    )  # fmt: skip
    return sealed(row)


def _where(position: Position) -> Where:
    return Where(position.stream, position.day, position.round, position.version, position.opened)


def _checkpoint(entries: list[Entry]) -> tuple[int, date] | None:
    found = [(entry.version, entry.day) for entry in entries if entry.checkpoint is not None]
    return found[-1] if found else None
