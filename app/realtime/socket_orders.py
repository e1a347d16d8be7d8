"""The orders of one socket: carried out one after the other, each answered in its turn."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import orjson

from app.people.authentication import People
from app.problems.problem import Problem
from app.realtime import writing
from app.realtime.audience import ORDERING
from app.realtime.close_reasons import GARBAGE, TOO_LARGE, closing
from app.realtime.subscriber import Subscriber
from app.terminal.terminal import Ordered

log = logging.getLogger("tablekeeper.realtime")
MOST_WAITING = 32
MOST_BYTES = 65_536
# So many frames that are no orders within a minute are not sent by a screen.
MOST_GARBAGE, GARBAGE_WITHIN_S = 20, 60.0

SEND = "orders.send"

CarryOut = Callable[[Subscriber, dict[str, Any]], Awaitable[Ordered]]


class _Order(NamedTuple):
    id: str
    said: dict[str, Any]


class Orders:
    """What one socket asks for."""

    def __init__(self, subscriber: Subscriber, carry_out: CarryOut, people: People) -> None:
        self._subscriber, self._carry_out, self._people = subscriber, carry_out, people
        self._waiting: deque[_Order] = deque()
        self._garbage: deque[float] = deque(maxlen=MOST_GARBAGE)
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def take(self, frame: str | bytes) -> None:
        """This frame has come."""
        if len(frame) > MOST_BYTES or (isinstance(frame, str) and len(frame.encode()) > MOST_BYTES):
            self._subscriber.close(closing(TOO_LARGE, f"a frame has at most {MOST_BYTES} bytes"))
            return
        try:
            order = _read(frame)
        except Problem as problem:
            self._refuse_garbage(problem)
            return
        not_now = self._not_now()
        if not_now is not None:
            self._subscriber.outlet.put(writing.refusal(order.id, not_now))
            return
        self._waiting.append(order)
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="orders")

    async def finish(self) -> None:
        """Take no more; what is being carried out is answered."""
        self._stopping = True
        self._waiting.clear()
        if self._task is not None:
            await asyncio.wait([self._task])

    def _not_now(self) -> Problem | None:
        if self._subscriber.audience not in ORDERING:
            caller = self._subscriber.caller
            self._people.refused(caller, SEND, "not_allowed", caller.where)
            return Problem("not_allowed", "this socket only looks: orders go over a dealer's or the floor's")
        if self._stopping:
            return Problem("stopping", "the server is stopping: nothing was done")
        if len(self._waiting) >= MOST_WAITING:
            return Problem("busy", f"{MOST_WAITING} orders of this socket wait already: nothing was done")
        return None

    def _refuse_garbage(self, problem: Problem) -> None:
        now_s = time.monotonic()
        full = len(self._garbage) == MOST_GARBAGE
        if full and now_s < self._garbage[0] + GARBAGE_WITHIN_S:
            self._subscriber.close(closing(GARBAGE, "too many frames that are no orders"))
            return
        self._garbage.append(now_s)
        self._subscriber.outlet.put(writing.problem(problem))

    async def _work(self) -> None:
        while self._waiting:
            order = self._waiting.popleft()
            self._subscriber.outlet.put(await self._answered(order))
        self._task = None

    async def _answered(self, order: _Order) -> str:
        try:
            return writing.answer(await self._carry_out(self._subscriber, order.said))
        except Problem as problem:
            return writing.refusal(order.id, problem)
        except Exception:
            reference = uuid4().hex[:12]
            log.exception("an order failed, reference %s", reference)
            told = Problem("internal", "a fault of the program: nothing more is known", None, {"reference": reference})
            return writing.refusal(order.id, told)


def _read(frame: str | bytes) -> _Order:
    if isinstance(frame, bytes):
        raise Problem("bad_message", "this frame is binary: orders are text")
    try:
        said = orjson.loads(frame)
    except orjson.JSONDecodeError as error:
        raise Problem("bad_message", f"this frame is no JSON: {error}") from error
    if not isinstance(said, dict) or said.pop("type", None) != "order":
        raise Problem("bad_message", 'this frame is no order: one has "type": "order"')
    if not _is_id(said.get("id")):
        raise Problem("bad_message", "this order has no id: one is a UUID that its sender makes")
    return _Order(said["id"], said)


def _is_id(value: Any) -> bool:
    try:
        return isinstance(value, str) and str(UUID(value)) == value.lower()
    except ValueError:
        return False
