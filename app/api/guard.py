"""Who asks, and whether he may: asked once for every route, by the route's name, of the one policy.

A token comes in the header `Authorization: Bearer`, or in the cookie. A browser sends the cookie whatever page asks, so
that whoever changes something by it has to come from a page of our own.
"""

from typing import Annotated, NamedTuple

from fastapi import Depends, Request

from app.api.origins import SAFE, check_own_page
from app.api.query import check_query
from app.api.reads import Reads
from app.people.caller import Caller
from app.people.policy import check
from app.problems.problem import Problem
from app.realtime.entrance import check_page
from app.server import Server

COOKIE = "tablekeeper"
# Over TLS no other host of the domain, and nobody between, can plant a cookie of this name.
SECURE_COOKIE = "__Host-tablekeeper"
BEARER = "bearer"
# A page says with this header that it asks by itself, while nobody touches it.
BY_ITSELF = "x-asks-by-itself"
# What a locked session may still do; its feeds go on beneath the lock, and take no orders.
WHILE_LOCKED = frozenset(
    {
        "sessions.me",
        "sessions.lock",
        "sessions.unlock",
        "sessions.sign_out",
        "sessions.passage",
        "tickets.make",
        "tables.list",
    }
)


class Knocking(NamedTuple):
    """A request of somebody who need not have said who he is."""

    server: Server
    where: str
    secure: bool


class Asking(NamedTuple):
    """A request of somebody who may ask it."""

    server: Server
    reads: Reads
    caller: Caller
    action: str


async def knocking(request: Request) -> Knocking:
    """For the few routes that are open to everybody."""
    server: Server = request.app.state.server
    _still_going(server)
    check_page(request, server.settings.origins)
    check_query(request)
    return Knocking(server, where_of(request), is_secure(request))


async def allowed(request: Request) -> Asking:
    """For all others: refused, and the refusal noted, unless the policy has a row that says yes."""
    server: Server = request.app.state.server
    action: str = request.scope["route"].name
    caller: Caller | None = None
    try:
        caller = await _caller(request, server)
        if action not in WHILE_LOCKED:
            server.people.check_unlocked(caller)
        _still_going(server)
        number = request.path_params.get("number")
        check(caller, action, number, on_duty(server, caller, number))
    except Problem as problem:
        if problem.code != "stopping":
            server.people.refused(caller, action, problem.code, where_of(request))
        raise
    check_query(request)
    return Asking(server, request.app.state.reads.of(caller.actor), caller, action)


Open = Annotated[Knocking, Depends(knocking)]
Allowed = Annotated[Asking, Depends(allowed)]


def is_secure(request: Request) -> bool:
    """Whether it came over TLS."""
    return request.url.scheme == "https"


def cookie_of(*, secure: bool) -> str:
    """The name of the cookie with the token."""
    return SECURE_COOKIE if secure else COOKIE


def where_of(request: Request) -> str:
    """The address that the request comes from."""
    return request.client.host if request.client is not None else "unknown"


def on_duty(server: Server, caller: Caller, number: str | None) -> bool:
    """Whether this is the dealer at the table now."""
    actor = server.tables.live().get(number or "")
    return actor is not None and actor.table.dealer == caller.name


def check_too(asking: Asking, action: str, number: str | None) -> None:
    """A further row of the policy that the request needs, beside its route's."""
    server, caller = asking.server, asking.caller
    try:
        check(caller, action, number, on_duty(server, caller, number))
    except Problem as problem:
        server.people.refused(caller, action, problem.code, caller.where)
        raise


def _still_going(server: Server) -> None:
    if server.stopping:
        raise Problem("stopping", "The server is being stopped.")


async def _caller(request: Request, server: Server) -> Caller:
    used = BY_ITSELF not in request.headers
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == BEARER and token.strip():
        return await server.people.caller(token.strip(), where_of(request), used=used)
    cookie = request.cookies.get(cookie_of(secure=is_secure(request)))
    if cookie is None:
        raise Problem("not_signed_in", "Nobody is signed in.")
    if request.method not in SAFE:
        check_own_page(request, server.settings.origins)
    return await server.people.caller(cookie, where_of(request), used=used)
