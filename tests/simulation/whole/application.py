"""The application of whichever server is there. Its routes are made once for each address: servers come and go by the
hundred here."""

from functools import cache
from typing import Any, cast

from fastapi import FastAPI

from app.api.application import create_app
from app.api.reads import Reads
from app.api.verification import Verifying
from app.server import Server


class _Present:
    """Stands for the server that is at an address now."""

    server: Server

    def __getattr__(self, name: str) -> Any:
        return getattr(self.server, name)


@cache
def _present(_address: str) -> _Present:
    return _Present()


@cache
def _made(address: str) -> FastAPI:
    return create_app(cast(Server, _present(address)))


def application_for(server: Server) -> FastAPI:
    """The application that asks this server from now on, with nothing left of what the last one was doing there."""
    _present(server.address).server = server
    application = _made(server.address)
    application.state.server = server
    application.state.reads = Reads(server.database)
    application.state.verifying = Verifying(server.settings, server.now_us)
    application.middleware_stack = None
    return application
