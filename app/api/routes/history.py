"""The log of a table: told in words, in the very bytes that were hashed, and folded to the table of any moment."""

from typing import Annotated, Any, NamedTuple

import asyncpg
from fastapi import APIRouter, Path, Query, Response

from app.api.body_fields import MOST_VERSION, After, FramesAfter, Limit, Moment, TableNumber
from app.api.documenting import problems
from app.api.event_responses import EventsTold, events_told
from app.api.finding import known_devices
from app.api.frame_pages import behind, next_of, of_time
from app.api.guard import Allowed
from app.api.replaying import at_version, head, told
from app.api.responses import answer, as_recorded
from app.api.timeline import Timeline, timeline
from app.api.viewing import SEEN, seen
from app.realtime.audience import Audience
from app.shapes import model_of
from app.store import schema
from app.store.chain import Entry
from app.store.covering import covering, head_in
from app.store.log_reader import entries
from app.surveillance.frames import MOST_FRAMES, Clock, Frame, clocks_in, frames_in
from app.table_id import TableId

router = APIRouter(prefix="/tables/{number}", tags=["history"])
PAGE = 100
Newest = Annotated[
    int | None, Query(ge=1, le=200, description="Only so many, the newest; with `after`, of those behind it.")
]
Version = Annotated[int, Path(ge=1, le=MOST_VERSION, description="The version of an event: the table after it.")]


class Row(NamedTuple):
    """A row of the log, every column as it was hashed; times are microseconds, bytes hexadecimal."""

    stream: str
    """Whose log: table:NUMBER, or house."""
    version: int
    """The version of the event: 1, 2, 3 in each stream."""
    day: str
    round: str | None
    """The name of the round; null where it is of none."""
    type: str
    """The kind of the event."""
    schema_version: int
    """The version of the event's form."""
    payload: str
    """The event as it was hashed, in JSON."""
    checkpoint: str | None
    """The whole table as it was hashed beside the event, in JSON; null at most events."""
    command: str | None
    """The id of the command that caused it."""
    command_digest: str | None
    """SHA-256 of that command, in hexadecimal."""
    actor: str
    event_us: int
    """When it happened, in microseconds."""
    recorded_us: int
    previous: str
    """The hash of the row before, in hexadecimal; zeros at the first."""
    hash: str
    """SHA-256 of this row, in hexadecimal."""


class Rows(NamedTuple):
    """Rows of the log in order."""

    rows: tuple[Row, ...]
    """The rows."""


class TableFrames(NamedTuple):
    """Frames of a table, and the clocks of the devices that told them."""

    table: str
    frames: tuple[Frame, ...]
    """The frames."""
    next: str | None
    """The `after` of the page behind this one; null if there is none."""
    clocks: tuple[Clock, ...]
    """How the devices' clocks stood to the server's."""


class HeadsAround(NamedTuple):
    """Lines of the signed heads around a stretch of a log: the numbers of the two that matter, and which version of the
    stream each signs. Null: nothing was signed there (yet)."""

    stream: str
    """Whose log: table:NUMBER, or house."""
    before_line: int | None
    """The number of the last line that signs the log before the stretch; null if there is none."""
    before_version: int | None
    """The version that it signs."""
    after_line: int | None
    """The number of the first line that signs the log at the end of the stretch or behind; null if none."""
    after_version: int | None
    """The version that this one signs."""
    lines: tuple[str, ...]
    """The lines between these two and themselves, in order; of very many only the last."""


@router.get(
    "/events",
    name="tables.events",
    response_model=model_of(EventsTold),
    responses=problems("no_such_table", "record_broken"),
)
async def events(
    number: TableNumber, asking: Allowed, after: After = 0, limit: Limit = PAGE, newest: Newest = None
) -> Response:
    """What happened at the table, a page of it in order, in words: behind a version, or the newest."""
    async with asking.reads.connection() as connection:
        end = await head(connection, number)
    after = after if newest is None else max(after, end - newest)
    last = min(end, after + (newest or limit))
    if last <= after:
        return answer(EventsTold(()))
    return answer(events_told(await told(asking.reads, number, after + 1, last)), lines=True)


@router.get("/rows", name="tables.rows", response_model=model_of(Rows), responses=problems("no_such_table"))
async def rows(number: TableNumber, asking: Allowed, after: After = 0, limit: Limit = PAGE) -> Response:
    """The rows of the table's log, a page of them, so that the chain can be verified by who asks."""
    async with asking.reads.connection() as connection:
        await head(connection, number)
        return as_recorded(await rows_after(connection, TableId(number).stream, after, limit))


async def rows_after(connection: asyncpg.Connection, stream: str, after: int, limit: int) -> Rows:
    """A page of the rows of a log, whichever it is."""
    found = await entries(connection, stream, schema.events.c.version.between(after + 1, after + limit))
    return Rows(tuple(map(_row, found)))


@router.get(
    "/timeline",
    name="tables.timeline",
    response_model=model_of(Timeline),
    responses=problems("no_such_table", "record_broken"),
)
async def table_timeline(number: TableNumber, asking: Allowed, after: After = 0, limit: Limit = PAGE) -> Response:
    """What happened at the table, in rounds and between them: the events in their lanes, a page of them."""
    async with asking.reads.connection() as connection:
        end = await head(connection, number)
    return answer(await timeline(asking.reads, number, after + 1, min(end, after + limit), end), lines=True)


@router.get("/frames", name="tables.frames", response_model=model_of(TableFrames), responses=problems("no_such_table"))
async def frames(
    number: TableNumber,
    asking: Allowed,
    from_us: Annotated[Moment, Query(description="From this moment on.")],
    to_us: Annotated[Moment, Query(description="Up to this moment; at most a day later.")],
    after: FramesAfter = None,
    limit: Annotated[int, Query(ge=1, le=MOST_FRAMES, description="At most so many.")] = MOST_FRAMES,
) -> Response:
    """What came over the lines of the table's devices in a stretch of time, in a round or not, and what that says; and
    how the clocks of those devices stood to the server's."""
    stretch, devices = of_time(number, from_us, to_us), known_devices(asking)
    async with asking.reads.connection() as connection:
        await head(connection, number)
        found = await frames_in(connection, stretch, devices, behind=behind(after), limit=limit)
        clocks = await clocks_in(connection, stretch, devices)
    return answer(TableFrames(number, tuple(found), next_of(found, limit), tuple(clocks)))


@router.get(
    "/signed-heads",
    name="tables.signed_heads",
    response_model=model_of(HeadsAround),
    responses=problems("no_such_table"),
)
async def heads_around(
    number: TableNumber,
    asking: Allowed,
    first: Annotated[int, Query(ge=1, le=MOST_VERSION, description="The first version of the stretch.")],
    last: Annotated[int, Query(ge=1, le=MOST_VERSION, description="The last one.")],
) -> Response:
    """The lines of the signed heads around these versions: the last that signs the log before them, and the first that
    signs it at their end or behind, with those between. The rows from the one head to the other prove the stretch."""
    async with asking.reads.connection() as connection:
        end = await head(connection, number)
        found = await covering(connection, TableId(number).stream, min(first, end), min(max(first, last), end))
    ends = [None if line is None else line.number for line in (found.before, found.after)]
    stream = TableId(number).stream
    heads = [None if line is None else head_in(line, stream) for line in (found.before, found.after)]
    versions = [None if each is None else each.version for each in heads]
    return as_recorded(HeadsAround(stream, ends[0], versions[0], ends[1], versions[1], found.lines))


def _row(entry: Entry) -> Row:
    command, digest = entry.command, entry.command_digest
    return Row(
        entry.stream, entry.version, entry.day.isoformat(), entry.round, entry.type, entry.schema, entry.payload,
        entry.checkpoint, None if command is None else str(command), None if digest is None else digest.hex(),
        entry.actor, entry.event_us, entry.recorded_us, entry.previous.hex(), entry.hash.hex(),
    )  # fmt: skip


def _add_replay(audience: Audience) -> None:
    """A route of its own for each audience: each has its own row of the policy, and its own type of answer."""

    async def replay(number: TableNumber, version: Version, asking: Allowed) -> Response:
        past = await at_version(asking.reads, number, version)
        return answer(seen(audience, number, version, past.table, past.rules))

    replay.__doc__ = f"The table after the event of this version, as this audience saw it: {audience}."
    shape: Any = SEEN[audience]
    router.add_api_route(
        f"/replay/{{version}}/{audience}",
        replay,
        methods=["GET"],
        name=f"replay.{audience}",
        response_model=model_of(shape),
        responses=problems("no_such_table", "no_such_version", "record_broken"),
    )


for each in SEEN:
    _add_replay(each)
