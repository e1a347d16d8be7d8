"""The application: every route behind one guard, one bound, one way in which things go wrong."""

from functools import partial

from fastapi import FastAPI, WebSocket
from fastapi.routing import APIRoute
from starlette.middleware import Middleware

from app.api.bounds import Bounds
from app.api.document import Document
from app.api.documenting import document
from app.api.error_responses import Faults, add_faults
from app.api.headers import Headers
from app.api.reads import Reads
from app.api.routes import (
    about,
    alarms,
    card_sets,
    devices,
    history,
    house,
    orders,
    people,
    proofs,
    remedies,
    reports,
    rounds,
    rulesets,
    sessions,
    tables,
)
from app.api.verification import Verifying
from app.realtime.sockets import floor_socket, table_socket
from app.server import Server

PREFIX = "/api/v1"
SUBJECTS = (
    about, sessions, tables, remedies, orders, history, rounds, rulesets, devices, alarms, card_sets, people, house,
    reports, proofs,
)  # fmt: skip
DESCRIPTION = """The authoritative record of a live card table. Cards come from devices, decisions from terminals,
corrections from supervisors; what it says happened is what is paid. Times are microseconds since 1970 (UTC), money is
whole cents."""


def create_app(server: Server) -> FastAPI:
    """The application that asks this server."""
    application = described()
    application.state.server = server
    application.state.reads = Reads(server.database)
    application.state.document = Document(application.openapi)
    application.state.verifying = Verifying(server.settings, server.now_us)
    _add_sockets(application, server)
    add_faults(application)
    return application


def routes() -> list[APIRoute]:
    """Every route, of whatever subject."""
    return [route for subject in SUBJECTS for route in subject.router.routes if isinstance(route, APIRoute)]


def described() -> FastAPI:
    """All routes, and what the document says of them."""
    application = FastAPI(
        title="Tablekeeper",
        version="1",
        description=" ".join(DESCRIPTION.split()),
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        middleware=[Middleware(Headers), Middleware(Bounds), Middleware(Faults)],
    )
    for subject in SUBJECTS:
        application.include_router(subject.router, prefix=PREFIX)
    application.openapi = partial(document, application)  # type: ignore[method-assign]
    return application


def _add_sockets(application: FastAPI, server: Server) -> None:
    """The live feeds; who asks is for them to find out."""

    async def table(websocket: WebSocket, number: str) -> None:
        await table_socket(server.feeds, websocket, number)

    async def floor(websocket: WebSocket) -> None:
        await floor_socket(server.feeds, websocket)

    application.add_api_websocket_route("/ws/v1/tables/{number}", table, name="feed.table")
    application.add_api_websocket_route("/ws/v1/floor", floor, name="feed.floor")
