"""Where the demo's server asks for a card that a visitor has tapped for: on this machine alone, while the demo runs."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Protocol

import uvicorn
from fastapi import FastAPI, Header
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from device_simulators.side_channel.serving import SideChannel, listening_socket

ADDRESS = "127.0.0.1:0"
REFUSED, NO_TABLE = 409, 404
BEARER = "Bearer "


class NotNow(Exception):
    """No card is let out: says why."""


class Hand(Protocol):
    """The hand at the shoe of one table."""

    async def press_for(self, token: str, seen: int) -> None:
        """Let the next card out for whoever has this token and saw this version; raises NotNow."""


class Tapped(BaseModel):
    """What the screen says: the version that was shown when it was tapped."""

    seen: int


@asynccontextmanager
async def pressing(hands: Mapping[str, Hand]) -> AsyncIterator[str]:
    """The URL at which it is asked for a card, by the number of the table."""
    with listening_socket(ADDRESS) as listening:
        config = uvicorn.Config(
            new_application(hands), log_level="warning", access_log=False, lifespan="off", ws="none",
            timeout_graceful_shutdown=1,
        )  # fmt: skip
        server = SideChannel(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]), name="hands")
        try:
            yield "http://{}:{}".format(*listening.getsockname())
        finally:
            server.should_exit = True
            await serving


def new_application(hands: Mapping[str, Hand]) -> FastAPI:
    """One route."""
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)

    @application.post("/{number}")
    async def press(number: str, tapped: Tapped, authorization: str = Header("")) -> JSONResponse:
        if number not in hands:
            return JSONResponse({"message": f"The demo has no table {number}."}, NO_TABLE)
        try:
            await hands[number].press_for(authorization.removeprefix(BEARER), tapped.seen)
        except NotNow as why:
            return JSONResponse({"message": str(why)}, REFUSED)
        return JSONResponse({})

    return application
