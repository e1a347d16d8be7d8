"""One at a time, and fair: those who wait have their turn place by place, however many wait at one of them."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.problems.problem import Problem

Result = TypeVar("Result")
BUSY = "More people sign in than can be looked at: try again."


class Turns:
    """Does one thing after the other. At most so many wait of one place, and of all; if all are too many, a place with
    fewer of its own takes the room of one with more."""

    def __init__(self, most_of_one: int, most: int) -> None:
        self._most_of_one, self._most = most_of_one, most
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._taken = False

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    async def take(self, place: str, work: Callable[[], Awaitable[Result]]) -> Result:
        """Do the work when its turn has come; a Problem if too many wait."""
        if self._taken:
            await self._turn(place)
        self._taken = True
        try:
            return await work()
        finally:
            self._pass_on()

    async def _turn(self, place: str) -> None:
        self._check_room(place)
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(place, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had come, and nobody is there to take it
                self._pass_on()
            raise

    def _check_room(self, place: str) -> None:
        own = len(self._waiting.get(place, ()))
        if own >= self._most_of_one:
            raise Problem("busy", BUSY)
        if self.waiting < self._most:
            return
        longest = max(self._waiting.values(), key=len)
        if len(longest) <= own + 1:
            raise Problem("busy", BUSY)
        last = longest.pop()
        if not last.done():
            last.set_exception(Problem("busy", BUSY))

    def _pass_on(self) -> None:
        while self._waiting:
            place = next(iter(self._waiting))
            line = self._waiting.pop(place)
            turn = line.popleft()
            if line:
                self._waiting[place] = line  # behind all others
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False
