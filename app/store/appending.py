"""Appending in one statement: the fence, the events, the commands they came of, what is sealed, and the projections.

Nothing is ever written between BEGIN and COMMIT: a process that is stopped between two statements keeps its locks, and
with them everybody else. The head of a stream is advanced where it stands at the version and the epoch that the writer
knows; whatever belongs to a stream is inserted only if its head was advanced. So one stream's conflict fails no other.
A head that somebody else holds at the moment is passed over and tried again, so that nobody waits for it but its table.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Table

from app.store import schema
from app.store.appending_one import statement_of_one
from app.store.chain import Entry
from app.store.projecting import KEPT, SUPERSEDED, Projected, Row
from app.store.sql_types import array_type, is_json

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
HEADS = ("integer", "text", "bigint", "bigint", "bigint", "bytea", "bigint", "date")
SUPERSEDING = ("integer", "text", "date", "text", "bigint", "bigint")


class CommandRow(NamedTuple):
    """A command as it was asked, and the answer to it."""

    id: UUID
    body: str
    digest: bytes
    question: str | None
    actor: str
    answer: str
    recorded_us: int


class SealedCard(NamedTuple):
    """A face-down card: what lies in the vault and nowhere else."""

    commitment: str
    card: str
    salt: bytes

    def __repr__(self) -> str:
        return f"SealedCard({self.commitment[:12]})"


class FrameRow(NamedTuple):
    """Bytes of a device's line. `hidden`: they tell a face-down card, or may, and are for the vault alone."""

    device: str
    n: int
    at_us: int
    sent: bool
    why: str
    frame: bytes
    hidden: bool
    device_us: int | None = None
    key: str | None = None
    command: UUID | None = None
    commitment: str | None = None

    def __repr__(self) -> str:
        return f"FrameRow({self.device!r}, {self.n}, {len(self.frame)} bytes)"


class MarkRow(NamedTuple):
    """What a device's session has to know again after this frame."""

    device: str
    n: int
    mark: str

    def __repr__(self) -> str:
        return f"MarkRow({self.device!r}, {self.n})"


class Append(NamedTuple):
    """What is to be added to one stream behind this version, whole or not at all."""

    stream: str
    expected: int
    day: date
    round: str | None
    entries: tuple[Entry, ...]
    head: bytes
    projected: Projected
    command: CommandRow | None = None
    sealed: tuple[SealedCard, ...] = ()
    checkpoint: tuple[int, date] | None = None
    frames: tuple[FrameRow, ...] = ()
    marks: tuple[MarkRow, ...] = ()

    @property
    def version(self) -> int:
        """The version of the stream when this is in."""
        return self.expected + len(self.entries)


def instant(us: int) -> datetime:
    """The instant so many microseconds after the epoch."""
    return EPOCH + timedelta(microseconds=us)


def statement(appends: Sequence[Append], epochs: dict[str, int]) -> tuple[str, list[Any]]:
    """The statement for these appends, one of a stream at most, and its values; it returns the streams it advanced."""
    if len(appends) == 1 and not appends[0].projected.superseding:
        head = _head(0, appends[0], epochs[appends[0].stream])[1:]
        return statement_of_one(head, _rows_of(appends[0]), _ON_CONFLICT)
    return _over_arrays(appends, epochs)


def _over_arrays(appends: Sequence[Append], epochs: dict[str, int]) -> tuple[str, list[Any]]:
    tables: dict[str, list[Row]] = {}
    superseding: list[Row] = []
    for number, append in enumerate(appends):
        for name, rows in _rows_of(append):
            tables.setdefault(name, []).extend([(number, *row) for row in rows])
        superseding += [(number, *each) for each in append.projected.superseding]
    names = tuple(sorted(name for name, rows in tables.items() if rows))
    arrays = _columns([_head(number, append, epochs[append.stream]) for number, append in enumerate(appends)])
    for name in names:
        arrays += _columns(tables[name])
    if superseding:
        arrays += _columns(superseding)
    return _sql(names, bool(superseding)), arrays


def _columns(rows: Sequence[Row]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _head(number: int, append: Append, epoch: int) -> Row:
    checkpoint = append.checkpoint or (None, None)
    return (number, append.stream, epoch, append.expected, append.version, append.head, *checkpoint)


def _rows_of(append: Append) -> Iterable[tuple[str, Sequence[Row]]]:
    yield "events", [_event(entry) for entry in append.entries]
    yield from append.projected.rows.items()
    yield (
        "sealed",
        [(append.stream, each.commitment, append.day, append.version, each.card, each.salt) for each in append.sealed],
    )
    yield "device_frames", [_frame(append, each) for each in append.frames]
    yield "sealed_frames", [(each.device, append.day, each.n, each.frame) for each in append.frames if each.hidden]
    yield "device_marks", [(each.device, append.day, each.n, each.mark) for each in append.marks]
    command = append.command
    if command is not None:
        first, count, at = append.expected + 1, len(append.entries), instant(command.recorded_us)
        yield "commands", [
            (append.stream, command.id, append.day, append.round, command.body, command.question, command.actor,
             command.answer, first, count, at)
        ]  # fmt: skip
        yield "recent_commands", [(append.stream, command.id, command.digest, command.answer, first, count, at)]


def _frame(append: Append, row: FrameRow) -> Row:
    device_at = None if row.device_us is None else instant(row.device_us)
    return (
        row.device, append.day, row.n, instant(row.at_us), device_at, row.sent, row.why, row.key, append.stream,
        row.command, len(row.frame), row.commitment, None if row.hidden else row.frame,
    )  # fmt: skip


def _event(entry: Entry) -> Row:
    return (*entry[:11], instant(entry.event_us), instant(entry.recorded_us), entry.previous, entry.hash)


# --- the text of the statement, one for each set of tables that an append touches
#
# The planner does not know how long the arrays are, and would join them row by row with each other. So nothing is
# joined but the heads, by their key: every row carries which append it is of (nth), and `went` says in one row whether
# all of them went in.


@cache
def _sql(names: tuple[str, ...], superseding: bool) -> str:
    first, parts = len(HEADS) + 1, [_ADVANCE.format(arrays=_arrays(1, HEADS))]
    for name in names:
        table = schema.metadata.tables[name]
        parts.append(f"in_{name} AS ({_insert(table, first)})")
        first += 1 + len(table.columns)
    if superseding:
        arrays = _arrays(first, SUPERSEDING)
        parts += [f"old_{name} AS ({_supersede(name, arrays)})" for name in SUPERSEDED]
    return f"WITH {', '.join(parts)} SELECT stream FROM advanced"


_ADVANCE = """
asked AS MATERIALIZED (
    SELECT * FROM unnest({arrays})
        AS a(nth, stream, epoch, expected, version, hash, checkpoint_version, checkpoint_day)),
locked AS MATERIALIZED (
    SELECT a.* FROM asked a JOIN stream_heads h ON h.stream = a.stream
     WHERE h.version = a.expected AND h.epoch = a.epoch ORDER BY h.stream FOR UPDATE OF h SKIP LOCKED),
advanced AS (
    UPDATE stream_heads h SET version = l.version, hash = l.hash,
           checkpoint_version = coalesce(l.checkpoint_version, h.checkpoint_version),
           checkpoint_day = coalesce(l.checkpoint_day, h.checkpoint_day)
      FROM locked l WHERE h.stream = l.stream RETURNING l.nth, h.stream),
went AS MATERIALIZED (
    SELECT count(*) = (SELECT count(*) FROM asked) AS whole, array_agg(nth) AS nths FROM advanced)"""

_WENT_IN = "JOIN went ON went.whole OR x.nth = ANY (went.nths)"

_SUPERSEDE = """
UPDATE {table} t SET superseded_by = x.version
  FROM unnest({arrays}) AS x(nth, stream, day, round, opened, version)
  {went}
 WHERE t.stream = x.stream AND t.day = x.day AND t.round = x.round AND t.version >= x.opened AND t.version < x.version
   AND t.superseded_by IS NULL {but}"""


def _supersede(table: str, arrays: str) -> str:
    return _SUPERSEDE.format(table=table, arrays=arrays, went=_WENT_IN, but=but_kept(table))


def but_kept(table: str) -> str:
    """The condition that leaves alone what no rewriting supersedes."""
    names = ", ".join(f"'{name}'" for name in KEPT)
    return f"AND t.event NOT IN ({names})" if "event" in schema.metadata.tables[table].columns else ""


def _insert(table: Table, first: int) -> str:
    names = [column.name for column in table.columns]
    types = ["integer", *[array_type(column) for column in table.columns]]
    values = ["x." + column.name + ("::json" if is_json(column) else "") for column in table.columns]
    sql = (
        f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {', '.join(values)}"
        f" FROM unnest({_arrays(first, types)}) AS x(nth, {', '.join(names)}) {_WENT_IN}"
    )
    return sql + _ON_CONFLICT.get(table.name, "")


# A round moves on; frames come again when an append was in doubt that had nothing else to tell.
_ON_CONFLICT = {
    "rounds": " ON CONFLICT (stream, round, day) DO UPDATE SET last_version = excluded.last_version,"
    " state = excluded.state",
    "device_marks": " ON CONFLICT DO NOTHING",
    "device_frames": " ON CONFLICT DO NOTHING",
    "sealed_frames": " ON CONFLICT DO NOTHING",
}


def _arrays(first: int, types: Sequence[str]) -> str:
    return ", ".join(f"${number}::{type_}[]" for number, type_ in enumerate(types, first))
