"""How much a request may bring: its body is read whole, within a bound, before anything looks at it."""

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from app.api.responses import problem_response
from app.problems.problem import Problem

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

MOST_BYTES = 64 * 1024
MOST_DEPTH = 32
BODY_WITHIN_S = 10.0
# A string in JSON, or one bracket: what is within a string nests nothing.
_STRING_OR_BRACKET = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


class Gone(Exception):
    """Who asked has hung up."""


class Bounds:
    """Refuses bodies that are too large or nested too deep; all others are handed on in one piece."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Read the body, and hand the request on with it."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        try:
            body = await _in_time(scope, receive)
        except Gone:
            return
        except Problem as problem:
            await problem_response(problem)(scope, receive, send)
            return
        await self._application(scope, _once(body, receive), send)


async def _in_time(scope: Message, receive: Receive) -> bytes:
    try:
        return await asyncio.wait_for(_body(scope, receive), BODY_WITHIN_S)
    except TimeoutError as error:
        raise Problem("bad_message", f"The body did not come within {BODY_WITHIN_S:.0f} seconds.") from error


async def _body(scope: Message, receive: Receive) -> bytes:
    declared = dict(scope["headers"]).get(b"content-length", b"0")
    if not declared.isdigit() or int(declared) > MOST_BYTES:
        raise _too_large()
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        parts.append(message.get("body", b""))
        size, more = size + len(parts[-1]), message.get("more_body", False)
        if size > MOST_BYTES:
            raise _too_large()
    body = b"".join(parts)
    if b"\0" in body:  # JSON in UTF-16 or UTF-32, whose brackets would not be counted as they are meant
        raise Problem("bad_message", "The body is no text in UTF-8.")
    if depth(body) > MOST_DEPTH:
        raise Problem("too_large", f"A body is nested at most {MOST_DEPTH} deep.")
    return body


def _too_large() -> Problem:
    return Problem("too_large", f"A body has at most {MOST_BYTES} bytes.")


def depth(body: bytes) -> int:
    """How deep the JSON is nested, or more; what is no JSON is not judged here."""
    if body.count(b"[") + body.count(b"{") <= MOST_DEPTH:
        return 0
    deepest = now = 0
    for found in _STRING_OR_BRACKET.finditer(body):
        if found[0] in b"[{":
            now += 1
            deepest = max(deepest, now)
        elif found[0] in b"]}":
            now -= 1
    return deepest


def _once(body: bytes, receive: Receive) -> Receive:
    """Gives the body, and after that what the line tells."""
    given = False

    async def give() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return give
