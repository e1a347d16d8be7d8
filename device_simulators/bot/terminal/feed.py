"""A terminal's place at the socket of a table: the newest view, and orders with their answers.

The socket is opened again by itself, whatever it was lost for, unless the server says that this person has no place
there; at another server if that one keeps the table. An order that had no answer is sent again with the same id, so
that it is done once. Versions have no gaps: where one is missing the socket is opened again, and begins with the newest
view. The rules are told once for each connection, and put into every view, so that whoever looks at one finds it whole.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter_ns
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from device_simulators.bot.interface import Json
from device_simulators.bot.terminal.named_rules import NamedRules
from device_simulators.bot.terminal.servers import Servers

PROTOCOL = Subprotocol("tables.v1")
LARGEST = 4 * 1024 * 1024
# Nothing at all for this time, where a heartbeat comes each second: nobody is at the other end.
SILENT_S = 6.0
FIRST_WAIT_S, LONGEST_WAIT_S = 0.05, 1.0
PATIENCE_S = 60.0
# The session is over, not allowed, no such table: to come back is in vain. Kept elsewhere: the reason says where.
FINAL = (4401, 4403, 4404)
ELSEWHERE = 4409
REFUSED = (401, 403, 404, 409)
Heard = Callable[[Json, int], None]


class Away(Exception):
    """The server has no place for this person at this table, or does not come back."""


class Late(Exception):
    """What was waited for did not come."""


class Feed:
    """One socket of one table; `heard` is told every message with the instant (of perf_counter) at which it came.
    `servers`: where else the table may be."""

    def __init__(
        self,
        url: str,
        token: str,
        *,
        audience: str,
        own_address: str | None = None,
        heard: Heard | None = None,
        servers: Servers | None = None,
    ) -> None:
        base, slashes, path = url.partition("/ws/")
        self._servers = servers if servers is not None else Servers(base)
        self._path = f"{slashes}{path}?audience={audience}&views=2"
        self._audience, self._rules = audience, NamedRules(audience)
        self._headers = {"Authorization": f"Bearer {token}"}
        self._how: dict[str, Any] = {"compression": None, "ping_interval": None, "proxy": None, "max_size": LARGEST}
        self._how |= {"local_addr": (own_address, 0)} if own_address else {}
        self._heard = heard
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, tuple[bytes, asyncio.Future[Json]]] = {}
        self._moved = asyncio.Event()
        self._ended: Away | None = None
        self._task: asyncio.Task[None] | None = None
        self.version = -1
        self.view: Json = {}
        self.connections = 0

    async def open(self) -> None:
        """Connect, and return with the first view; raises Away."""
        self._task = asyncio.create_task(self._run(), name="feed")
        await self.until(lambda: self.version >= 0, "the first view")

    async def close(self) -> None:
        """Leave."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._end(Away("the terminal was closed"))

    async def until(self, holds: Callable[[], bool], what: str, longest_s: float = PATIENCE_S) -> None:
        """Wait until this is so; raises Late or Away."""
        try:
            async with asyncio.timeout(longest_s):
                while not holds():
                    if self._ended is not None:
                        raise self._ended
                    self._moved.clear()
                    await self._moved.wait()
        except TimeoutError as error:
            raise Late(f"{what} did not come within {longest_s:.0f} s (version {self.version})") from error

    async def order(self, order: Json) -> Json:
        """The answer to the order, which has its id; raises Late or Away."""
        if self._ended is not None:
            raise self._ended
        frame, answer = orjson.dumps({"type": "order", **order}), asyncio.get_running_loop().create_future()
        self._unanswered[order["id"]] = frame, answer
        try:
            if self._socket is not None:
                with suppress(ConnectionClosed):  # it is sent again as soon as there is another
                    await self._socket.send(frame, text=True)
            async with asyncio.timeout(PATIENCE_S):
                answered: Json = await answer
                return answered
        except TimeoutError as error:
            raise Late(f"no answer to {order['command']['type']} within {PATIENCE_S:.0f} s") from error
        finally:
            del self._unanswered[order["id"]]

    # --- the socket

    async def _run(self) -> None:
        wait_s = FIRST_WAIT_S
        while self._ended is None:
            version, at = self.version, self._servers.now
            try:
                await self._connected(at)
            except ConnectionClosed as closed:
                self._look_at(closed)
            except InvalidStatus as refused:
                if refused.response.status_code in REFUSED:
                    self._end(Away(f"the server refused the socket: {refused.response.status_code}"))
            except (OSError, TimeoutError, InvalidHandshake):  # it is not there, and may come back
                self._servers.leave(at)
            wait_s = FIRST_WAIT_S if self.version > version else min(2 * wait_s, LONGEST_WAIT_S)
            await asyncio.sleep(wait_s)

    async def _connected(self, at: str) -> None:
        url = at.replace("http", "ws", 1) + self._path
        async with connect(url, subprotocols=[PROTOCOL], additional_headers=self._headers, **self._how) as socket:
            self.connections += 1
            try:
                await self._follow(socket)
            finally:
                self._socket = None

    async def _follow(self, socket: ClientConnection) -> None:
        greeted, self._rules = False, NamedRules(self._audience)
        while True:
            async with asyncio.timeout(SILENT_S):
                frame = await socket.recv(decode=False)
            at_ns, message = perf_counter_ns(), orjson.loads(frame)
            if not self._take(message):
                return
            if self._heard is not None:
                self._heard(message, at_ns)
            self._moved.set()
            if not greeted and message["type"] == "hello":
                greeted, self._socket = True, socket
                for unanswered, _ in list(self._unanswered.values()):
                    await socket.send(unanswered, text=True)

    def _take(self, message: Json) -> bool:
        """False: a version is missing, or the rules that a view names."""
        kind = message["type"]
        if "view" in message and not self._rules.put_into(message["view"]):
            return False
        if kind == "answer" and message["id"] in self._unanswered:
            answer = self._unanswered[message["id"]][1]
            if not answer.done():
                answer.set_result(message)
        elif kind == "rules":
            self._rules.learn(message)
        elif kind == "hello":
            self.version, self.view = message["version"], message["view"]
        elif kind in ("view", "skip"):
            if message["first"] != self.version + 1:
                return False
            self.version, self.view = message["version"], message.get("view", self.view)
        return True

    def _look_at(self, closed: ConnectionClosed) -> None:
        code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd is not None else (0, "")
        if code == ELSEWHERE and self._servers.go_to(reason):
            return
        if code in (*FINAL, ELSEWHERE):
            self._end(Away(f"the server closed the socket: {code} {reason}"))

    def _end(self, why: Away) -> None:
        self._ended = self._ended or why
        for _, answer in self._unanswered.values():
            if not answer.done():
                answer.set_exception(self._ended)
        self._moved.set()
