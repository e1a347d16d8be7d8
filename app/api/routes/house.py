"""The log of the house: who signed in, what was refused, what was changed about people, devices, alarms and cards; in
words, and in the very bytes that were hashed."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from app.api.body_fields import MOST_VERSION, After, Limit
from app.api.documenting import problems
from app.api.event_responses import EventsTold, events_told
from app.api.guard import Allowed
from app.api.replaying import last_version, told_of_the_house
from app.api.responses import answer, as_recorded
from app.api.routes.history import PAGE, Rows, rows_after
from app.shapes import model_of
from app.store.house_log import STREAM

router = APIRouter(prefix="/house", tags=["history"])
Behind = Annotated[
    int | None, Query(ge=0, le=MOST_VERSION, description="Only events behind this version; without, the newest.")
]


@router.get(
    "/events", name="house.events", response_model=model_of(EventsTold), responses=problems("record_broken")
)  # fmt: skip
async def events(asking: Allowed, after: Behind = None, limit: Limit = PAGE) -> Response:
    """What happened in the house, a page of it in order, in words: who signed in, was refused, changed what."""
    if after is None:
        async with asking.reads.connection() as connection:
            after = max(0, await last_version(connection, STREAM) - limit)
    return answer(events_told(await told_of_the_house(asking.reads, after + 1, after + limit)), lines=True)


@router.get("/rows", name="house.rows", response_model=model_of(Rows), responses=problems())
async def rows(asking: Allowed, after: After = 0, limit: Limit = PAGE) -> Response:
    """The rows of the house's log, a page of them, so that the chain can be verified by who asks."""
    async with asking.reads.connection() as connection:
        return as_recorded(await rows_after(connection, STREAM, after, limit))
