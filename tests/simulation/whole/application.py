"""The application of whichever server is there. Its routes are made once: servers come and go by the hundred here."""

from functools import cache
from typing import Any, cast

from fastapi import FastAPI

from app.api.application import create_app
from app.api.reads import Reads
from app.api.verification import Verifying
from app.server import Server


class _Present:
    """Stands for the server that is there now."""

    server: Server

    def __getattr__(self, name: str) -> Any:
        return getattr(self.server, name)


_PRESENT = _Present()


@cache
def _made() -> FastAPI:
    return create_app(cast(Server, _PRESENT))


def application_for(server: Server) -> FastAPI:
    """The application that asks this server from now on, with nothing left of what the last one was doing."""
    _PRESENT.server = server
    application = _made()
    application.state.server = server
    application.state.reads = Reads(server.database)
    application.state.verifying = Verifying(server.settings, server.now_us)
    application.middleware_stack = None
    return application
