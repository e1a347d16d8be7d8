"""The log of a table: told in words, in the very bytes that were hashed, and folded to the table of any moment."""

from typing import Annotated, Any, NamedTuple

import asyncpg
from fastapi import APIRouter, Path, Query, Response

from app.api.answers import answer
from app.api.documenting import problems
from app.api.fields import MOST_VERSION, Limit, TableNumber
from app.api.guard import Allowed
from app.api.replaying import at_version, head, told
from app.api.telling import EventsTold, events_told
from app.api.viewing import SEEN, seen
from app.realtime.audiences import Audience
from app.shapes import model_of
from app.store import schema
from app.store.chain import Entry
from app.store.reading import entries

router = APIRouter(prefix="/tables/{number}", tags=["history"])
PAGE = 100
After = Annotated[int, Query(ge=0, le=MOST_VERSION, description="Only events behind this version.")]
Version = Annotated[int, Path(ge=1, le=MOST_VERSION, description="The version of an event: the table after it.")]


class Row(NamedTuple):
    """A row of the log, every column as it was hashed; times are microseconds, bytes hexadecimal."""

    stream: str
    version: int
    day: str
    round: str | None
    type: str
    schema_version: int
    payload: str
    checkpoint: str | None
    command: str | None
    command_digest: str | None
    actor: str
    event_us: int
    recorded_us: int
    previous: str
    hash: str


class Rows(NamedTuple):
    """Rows of the log in order."""

    rows: tuple[Row, ...]


@router.get(
    "/events",
    name="tables.events",
    response_model=model_of(EventsTold),
    responses=problems("no_such_table", "record_broken"),
)
async def events(number: TableNumber, asking: Allowed, after: After = 0, limit: Limit = PAGE) -> Response:
    """What happened at the table, a page of it, in words."""
    async with asking.reads.connection() as connection:
        last = min(await head(connection, number), after + limit)
    if last <= after:
        return answer(EventsTold(()))
    return answer(events_told(await told(asking.reads, number, after + 1, last)))


@router.get("/rows", name="tables.rows", response_model=model_of(Rows), responses=problems("no_such_table"))
async def rows(number: TableNumber, asking: Allowed, after: After = 0, limit: Limit = PAGE) -> Response:
    """The rows of the table's log, a page of them, so that the chain can be verified by who asks."""
    async with asking.reads.connection() as connection:
        await head(connection, number)
        return answer(await rows_after(connection, f"table:{number}", after, limit))


async def rows_after(connection: asyncpg.Connection, stream: str, after: int, limit: int) -> Rows:
    """A page of the rows of a log, whichever it is."""
    found = await entries(connection, stream, schema.events.c.version.between(after + 1, after + limit))
    return Rows(tuple(map(_row, found)))


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
