"""Only in the demo: a dealer's screen asks the demo's process to let a card out of the simulated shoe.

The setting TABLEKEEPER_DEMO_HANDS says where that process listens, on this very machine. Without it there is no such
address here and no such button on any page: a real house has real shoes.
"""

import asyncio
import re
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from app.api.bounds import Bounds

PATH = re.compile(r"/demo/hands/([0-9A-Za-z._-]{1,40})")
MOST_BYTES = 1_000
LONGEST_S = 10.0
COOKIE = "tablekeeper"
AWAY = b'{"message": "The demo is not there: start it again with make demo."}'


class Said(NamedTuple):
    """The answer of the demo's process."""

    status: int
    content: bytes


class DemoHands:
    """Passes it on, with the token of whoever asks: the demo's process finds out whether that person deals there."""

    def __init__(self, url: str) -> None:
        at = urlsplit(url)
        assert at.hostname is not None, "looked at when the setting was read"
        self._host, self._port = at.hostname, at.port
        self._bounded = Bounds(self._pass_on)

    def has(self, scope: Scope) -> bool:
        """Whether this is one of its addresses."""
        return scope["method"] == "POST" and PATH.fullmatch(scope["path"]) is not None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask the demo's process, and answer what it says; a body has the bounds of every other."""
        await self._bounded(scope, receive, send)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        body = await request.body()
        foreign = request.headers.get("content-type") != "application/json" or len(body) > MOST_BYTES
        said = Said(400, b"{}") if foreign else await asyncio.to_thread(self._ask, scope, request, body)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(said.content)).encode())]
        await send({"type": "http.response.start", "status": said.status, "headers": headers})
        await send({"type": "http.response.body", "body": said.content})

    def _ask(self, scope: Scope, request: Request, body: bytes) -> Said:
        found = PATH.fullmatch(scope["path"])
        assert found is not None, "asked for what is not here"
        connection = HTTPConnection(self._host, self._port, timeout=LONGEST_S)
        headers = {"content-type": "application/json", "authorization": f"Bearer {request.cookies.get(COOKIE, '')}"}
        try:
            connection.request("POST", f"/{found[1]}", body, headers)
            answer = connection.getresponse()
            return Said(answer.status, answer.read(MOST_BYTES))
        except (OSError, HTTPException):
            return Said(503, AWAY)
        finally:
            connection.close()
