"""The server itself: which version, where, on which day; and the document of all its calls."""

from importlib.metadata import version
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from app.api.documenting import OPEN, problems
from app.api.guard import Allowed, Open
from app.api.responses import JSON, answer
from app.api.routes.rulesets import BookListed
from app.books.rulebook import load_ruleset, ruleset_ids
from app.shapes import model_of

router = APIRouter(tags=["server"])


class About(NamedTuple):
    """What runs here."""

    version: str
    """The version of the program."""
    address: str
    """Where others reach this server."""
    server_us: int
    """What time it is here, in microseconds."""
    gaming_day: str
    """The gaming day that it is now, year-month-day."""
    zone: str
    """The time zone of the house."""
    tables_here: tuple[str, ...]
    """The numbers of the tables that this server keeps."""
    servers: tuple[str, ...]
    """The addresses of the house's other servers, also of one that is away just now."""
    rulesets: tuple[BookListed, ...]
    """The rule books."""


@router.get("/server", name="server.about", response_model=model_of(About), responses=problems())
async def about(asking: Allowed) -> Response:
    """What runs here: the version, the gaming day, the tables, the books with their hashes."""
    server = asking.server
    now_us, settings = server.now_us(), server.settings
    books = [load_ruleset(each) for each in ruleset_ids()]
    return answer(
        About(
            version("tablekeeper"),
            server.address,
            now_us,
            settings.gaming_day(now_us).isoformat(),
            settings.zone.key,
            tuple(sorted(server.tables.live())),
            server.sharing.addresses,
            tuple([BookListed(each.id, each.title, each.edition, each.hash, each.readings) for each in books]),
        )
    )


@router.get(
    "/openapi.json",
    name="server.openapi",
    responses={
        200: {"description": "An OpenAPI document.", "content": {"application/json": {"schema": {"type": "object"}}}},
        **problems(always=OPEN),
    },
)
async def openapi(_asking: Open, request: Request) -> Response:
    """This document."""
    return Response(await request.app.state.document.text(), media_type=JSON)
