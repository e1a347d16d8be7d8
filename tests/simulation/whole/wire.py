"""How people's terminals and screens reach the server: requests and sockets, which take their time, and are cut.

What a client is given here is what the application sends, message by message; what is on its way when the wire is cut,
or the server is killed, is lost.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

import orjson

from tests.simulation.whole.loop import WORLD, Life, SimulatedLoop

FASTEST_S, SLOWEST_S = 0.000_3, 0.004
# So many messages are on their way to a client that takes none, before the server has to wait.
ROOM = 4
Message = dict[str, Any]
Application = Callable[[Any, Any, Any], Any]


class Cut(Exception):
    """The wire was cut, or nobody is at the other end: nothing is known of what was asked."""


class Closed(Exception):
    """The server closed the socket, and said why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


class Door:
    """Where the server is reached, while one is there."""

    def __init__(self, loop: SimulatedLoop, seed: str) -> None:
        self.loop, self._seed = loop, seed
        self._application: Application | None = None
        self._life: Life | None = None
        self._open: list[_Exchange] = []
        self._wires = 0

    @property
    def is_open(self) -> bool:
        """Whether a server is there."""
        return self._application is not None

    def opened(self, application: Application, life: Life) -> None:
        """A server is there."""
        self._application, self._life = application, life

    def shut(self) -> None:
        """Nobody is there any more: whoever waits finds out."""
        self._application = self._life = None
        for exchange in self._open:
            exchange.cut()
        self._open.clear()

    def exchange(self, scope: Message, host: str) -> "_Exchange":
        """Begin one with the server; raises Cut."""
        if self._application is None or self._life is None:
            raise Cut("nobody is there")
        self._wires += 1
        dice = Random(f"wire/{self._seed}/{host}/{self._wires}")
        exchange = _Exchange(self.loop, dice)
        whole = {
            "asgi": {"version": "3.0"}, "http_version": "1.1", "server": ("tables.example", 80), "root_path": "",
            "client": (host, 50_000), **scope,
        }  # fmt: skip
        self._open = [each for each in self._open if not each.over] + [exchange]
        with self.loop.within(self._life):
            task = self.loop.create_task(exchange.serve(self._application, whole))
        exchange.task = task
        return exchange


class _Exchange:
    """One request, or one socket: both directions of it."""

    def __init__(self, loop: SimulatedLoop, dice: Random) -> None:
        self._loop, self._dice = loop, dice
        self.over = self.stalled = False
        self.task: asyncio.Task[Any] | None = None
        self._to_server: deque[Message] = deque()
        self._to_client: deque[Message] = deque()
        self._server_waits: asyncio.Future[None] | None = None
        self._client_waits: asyncio.Future[None] | None = None
        self._room_waits: asyncio.Future[None] | None = None
        self._on_the_way = 0
        self._latest = {True: 0.0, False: 0.0}

    async def serve(self, application: Application, scope: Message) -> None:
        """The server's side."""
        try:
            await application(scope, self._receive, self._send)
        finally:
            if not self.over:
                self._loop.world(self._at(to_server=False), self._arrive, {"type": "end"})

    # --- what the application calls

    async def _receive(self) -> Message:
        while not self._to_server:
            self._server_waits = self._loop.create_future()
            await self._server_waits
        return self._to_server.popleft()

    async def _send(self, message: Message) -> None:
        if self.over:
            raise OSError("the other end is gone")
        self._on_the_way += 1
        self._loop.world(self._at(to_server=False), self._arrive, dict(message))
        while self.stalled and self._on_the_way > ROOM:
            self._room_waits = self._loop.create_future()
            await self._room_waits
            if self.over:
                raise OSError("the other end is gone")

    # --- what the client calls

    def put(self, message: Message) -> None:
        """Send this to the server."""
        if not self.over:
            self._loop.world(self._at(to_server=True), self._reach, message)

    async def take(self) -> Message:
        """The next message of the server; raises Cut."""
        while self.stalled or not self._to_client:
            if self.over:
                raise Cut("the wire was cut")
            self._client_waits = self._loop.create_future()
            await self._client_waits
        self._on_the_way -= 1
        _wake(self._room_waits)
        return self._to_client.popleft()

    def cut(self) -> None:
        """Both ends find that there is nobody any more; what is on its way is lost."""
        if self.over:
            return
        self.over = True
        self._to_client.clear()
        self._to_server.append({"type": "websocket.disconnect", "code": 1006})
        for waits in (self._server_waits, self._client_waits, self._room_waits):
            _wake(waits)

    def stall(self, seconds: float) -> None:
        """The client takes nothing for so long."""
        self.stalled = True
        self._loop.world(self._loop.now_s + seconds, self._go_on)

    def _go_on(self) -> None:
        self.stalled = False
        _wake(self._client_waits)

    # --- on the way

    def _at(self, *, to_server: bool) -> float:
        at_s = self._loop.now_s + self._dice.uniform(FASTEST_S, SLOWEST_S)
        self._latest[to_server] = max(self._latest[to_server], at_s)
        return self._latest[to_server]

    def _reach(self, message: Message) -> None:
        if not self.over:
            self._to_server.append(message)
            _wake(self._server_waits)

    def _arrive(self, message: Message) -> None:
        if not self.over:
            self._to_client.append(message)
            _wake(self._client_waits)


def _wake(waits: "asyncio.Future[None] | None") -> None:
    if waits is not None and not waits.done():
        waits.set_result(None)


async def request(door: Door, host: str, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
    """The status and what was said; raises Cut."""
    headers = [(b"host", b"tables.example")]
    content = b"" if body is None else orjson.dumps(body)
    if body is not None:
        headers += [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    if token:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    path, _, query = path.partition("?")
    scope = {
        "type": "http", "method": method, "scheme": "http", "path": path, "raw_path": path.encode(),
        "query_string": query.encode(), "headers": headers,
    }  # fmt: skip
    exchange = door.exchange(scope, host)
    exchange.put({"type": "http.request", "body": content, "more_body": False})
    status, parts = 0, []
    while True:
        message = await exchange.take()
        if message["type"] == "http.response.start":
            status = message["status"]
        elif message["type"] == "http.response.body":
            parts.append(message.get("body", b""))
            if not message.get("more_body"):
                exchange.over = True
                break
        else:
            raise Cut("no whole answer")
    said = b"".join(parts)
    return status, orjson.loads(said) if said else None


class Socket:
    """A socket of the server's."""

    def __init__(self, exchange: _Exchange) -> None:
        self.exchange = exchange

    @classmethod
    async def opened(cls, door: Door, host: str, path: str, token: str) -> "Socket":
        """Open it; raises Cut or Closed."""
        path, _, query = path.partition("?")
        headers = [(b"host", b"tables.example"), (b"authorization", f"Bearer {token}".encode())]
        scope = {
            "type": "websocket", "scheme": "ws", "path": path, "raw_path": path.encode(),
            "query_string": query.encode(), "headers": headers, "subprotocols": ["tables.v1"],
            "extensions": {"websocket.http.response": {}},
        }  # fmt: skip
        socket = cls(door.exchange(scope, host))
        socket.exchange.put({"type": "websocket.connect"})
        message = await socket.exchange.take()
        if message["type"] != "websocket.accept":
            code: int = message.get("status") or message.get("code") or 1006
            raise Closed(code, "turned away")
        return socket

    def send(self, text: str) -> None:
        """Send this."""
        self.exchange.put({"type": "websocket.receive", "text": text})

    async def receive(self) -> str:
        """The next text; raises Cut or Closed."""
        message = await self.exchange.take()
        if message["type"] == "websocket.send":
            return str(message["text"])
        if message["type"] == "websocket.close":
            self.exchange.cut()
            raise Closed(message.get("code", 1000), message.get("reason", ""))
        self.exchange.cut()
        raise Cut("it ended without a word")

    def close(self) -> None:
        """Leave."""
        self.exchange.cut()


__all__ = ["WORLD", "Closed", "Cut", "Door", "Socket", "request"]
