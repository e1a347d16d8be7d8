"""What stands before the application: a name for each request, what operators ask, and the door that closes at the end.

`/healthz`, `/readyz` and `/metrics` are answered here, so that they need nothing that could be what is wrong. Strangers
are told ok or not; who asks from this very machine is told why. What came through a proxy came from elsewhere. The
screens are files that anybody may have: what they show they ask of the application.
"""

import asyncio
import logging
import secrets
import time
from typing import Any

import orjson
import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.people.caller import Caller
from app.people.policy import check
from app.problems.catalogue import CATALOGUE, body
from app.problems.problem import Problem
from app.realtime.close_reasons import COME_BACK
from app.server import Server
from app.serving.demo_hands import DemoHands
from app.serving.host_names import HostNames
from app.serving.metrics import Metrics
from app.serving.pages import BUILT, Pages
from app.serving.proxies import PROXIED, Address, Network, Proxies, address_in
from app.serving.readiness import Lag, readiness

log = logging.getLogger("tablekeeper.http")
METRICS = "operations.metrics"
SLOW_S = 1.0
FAILED = 500
STOPPING = "This server is stopping: what it acknowledged is kept; come back in a moment."
METRICS_TEXT = b"text/plain; version=0.0.4; charset=utf-8"
OPERATIONS = frozenset({"/healthz", "/readyz", "/metrics"})
# A browser that has been here over TLS does not come without it for a year.
ONLY_TLS = (b"strict-transport-security", b"max-age=31536000")


class Front:
    """The application as the port sees it."""

    def __init__(
        self, app: ASGIApp, server: Server, metrics: Metrics, lag: Lag, metrics_from: tuple[Network, ...] | None
    ) -> None:
        self._app, self._server, self._metrics, self._lag = app, server, metrics, lag
        self._metrics_from, self._proxies = metrics_from, Proxies(server.settings.trusted_proxies)
        zone, begins = server.settings.zone.key, server.settings.day_begins_hour
        hands = server.settings.demo_hands
        self._pages = Pages(BUILT, zone, begins, lambda: server.sharing.addresses, demo=hands is not None)
        self._names = HostNames(server.address, server.settings.host_names)
        self._demo_hands = DemoHands(hands) if hands is not None else None
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve one socket to its end."""
        if scope["type"] in ("websocket", "http"):
            self._proxies.place(scope)
        if scope["type"] in ("websocket", "http") and not self._names.allows(scope):
            await _misdirected(scope, receive, send)
        elif scope["type"] == "http" and _has_two_lengths(scope):
            await _two_lengths(send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)

    async def idle(self, within_s: float) -> bool:
        """Whether every request was answered within this time."""
        try:
            await asyncio.wait_for(self._idle.wait(), within_s)
        except TimeoutError:
            return False
        return True

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._server.stopping:
            await _turned_away(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    # --- requests

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        id_, began_s = secrets.token_hex(8), time.monotonic()
        scope.setdefault("state", {})["request"] = id_
        named = _Named(send, id_, secure=scope.get("scheme") == "https")
        self._under_way += 1
        self._idle.clear()
        try:
            with structlog.contextvars.bound_contextvars(request=id_):
                try:
                    await self._answer(scope, receive, named)
                except BaseException:
                    named.status = named.status or FAILED
                    raise
                finally:
                    self._measured(scope, named.status, time.monotonic() - began_s)
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    def _measured(self, scope: Scope, status: int | None, took_s: float) -> None:
        if status is None:  # who asked hung up before there was anything to answer
            return
        self._metrics.request(status, took_s)
        if took_s >= SLOW_S:
            took = {"status": status, "took_ms": round(took_s * 1000)}
            log.warning("a request was slow", extra={**_named(scope), **took})

    async def _answer(self, scope: Scope, receive: Receive, send: "_Named") -> None:
        if scope["path"] in OPERATIONS and scope["method"] in ("GET", "HEAD"):
            await self._operation(scope, send)
        elif self._pages.has(scope):
            await self._pages(scope, receive, send)
        elif self._demo_hands is not None and self._demo_hands.has(scope):
            await self._demo_hands(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _operation(self, scope: Scope, send: "_Named") -> None:
        match scope["path"]:
            case "/healthz":
                lag_ms = round(self._lag.worst_s * 1000)
                await _json(send, 200, {"ok": True, **({"loop_lag_ms": lag_ms} if _is_local(scope) else {})})
            case "/readyz":
                await self._ready(scope, send)
            case _:
                await self._figures(scope, send)

    async def _ready(self, scope: Scope, send: "_Named") -> None:
        checks = readiness(self._server)
        ok = all([check.ok for check in checks])
        details = {check.name: {"ok": check.ok, "words": check.words} for check in checks}
        await _json(send, 200 if ok else 503, {"ok": ok, **({"checks": details} if _is_local(scope) else {})})

    async def _figures(self, scope: Scope, send: "_Named") -> None:
        try:
            everybody = self._metrics_from is None
            if not everybody and not _is_local(scope) and not _comes_from(scope, self._metrics_from or ()):
                await self._check_may_read(scope)
        except Problem as problem:
            await _problem(send, problem)
        else:
            await _plain(send, 200, METRICS_TEXT, await self._metrics.text())

    async def _check_may_read(self, scope: Scope) -> None:
        caller = None
        try:
            caller = await self._caller(scope)
            self._server.people.check_unlocked(caller)
            check(caller, METRICS, None, on_duty=False)
        except Problem as problem:
            self._server.people.refused(caller, METRICS, problem.code, _where(scope))
            raise

    async def _caller(self, scope: Scope) -> Caller:
        shown = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
        kind, _, token = shown.partition(" ")
        if kind.lower() != "bearer" or not token:
            raise Problem("not_signed_in", "The figures are for people who have signed in: send a bearer token.")
        return await self._server.people.caller(token, _where(scope))


class _Named:
    """Sends the answer with the name of the request, and remembers how it went."""

    def __init__(self, send: Send, id_: str, *, secure: bool) -> None:
        self._send, self._id = send, id_.encode()
        self._always = (ONLY_TLS,) if secure else ()
        self.status: int | None = None

    async def __call__(self, message: Message) -> None:
        """One part of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": [*message.get("headers", ()), (b"x-request-id", self._id), *self._always]}
        await self._send(message)


def _has_two_lengths(scope: Scope) -> bool:
    """Whether the body is as long as is said, and also as long as its pieces. Where a proxy goes by the one and this
    server by the other, somebody could put a request of his own behind that of another."""
    names = {name.lower() for name, _ in scope["headers"]}
    return {b"content-length", b"transfer-encoding"} <= names


async def _two_lengths(send: Send) -> None:
    """Nothing more is taken over that line."""
    problem = Problem("bad_message", "A request says how long it is, or comes in pieces: not both.")
    headers = [(b"content-type", b"application/json"), (b"connection", b"close"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": CATALOGUE[problem.code].status, "headers": headers})
    await send({"type": "http.response.body", "body": orjson.dumps(body(problem))})


async def _misdirected(scope: Scope, receive: Receive, send: Send) -> None:
    """Who asks under another name learns that, and nothing else; a socket is refused with HTTP 403."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
    else:
        await _problem(send, Problem("bad_host", "This server is not known under the name that was asked for."))


async def _turned_away(scope: Scope, receive: Receive, send: Send) -> None:
    """The reason can only be told to who has been let in."""
    await receive()
    offered: list[str] = scope.get("subprotocols", [])
    await send({"type": "websocket.accept", "subprotocol": offered[0] if offered else None})
    await send({"type": "websocket.close", "code": COME_BACK, "reason": STOPPING})


async def _problem(send: Send, problem: Problem) -> None:
    await _json(send, CATALOGUE[problem.code].status, body(problem))


async def _json(send: Send, status: int, value: Any) -> None:
    await _plain(send, status, b"application/json", orjson.dumps(value))


async def _plain(send: Send, status: int, kind: bytes, content: bytes) -> None:
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(content)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


def _named(scope: Scope) -> dict[str, str]:
    return {"method": scope["method"], "path": scope["path"][:200]}


def _where(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else "unknown"


def _is_local(scope: Scope) -> bool:
    """Whether who asks is at this machine."""
    where = _address(scope)
    return where is not None and where.is_loopback


def _comes_from(scope: Scope, networks: tuple[Network, ...]) -> bool:
    """Whether who asks is in one of these networks."""
    where = _address(scope)
    return where is not None and any([where in network for network in networks])


def _address(scope: Scope) -> Address | None:
    """Where who asks is, if nothing stands between: what comes through a proxy is never taken for local."""
    return None if scope["state"][PROXIED] else address_in(_where(scope))
