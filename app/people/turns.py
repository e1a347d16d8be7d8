"""So many at a time, and fair: those who wait have their turn place by place, however many wait at one of them."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from app.problems.problem import Problem

Result = TypeVar("Result")
BUSY = "More people sign in than can be looked at: try again."


class Turns:
    """Does `at_once` things at a time. At most so many wait of one place, and of all; if all are too many, a place with
    fewer of its own takes the room of one with more. `busy` is told to whom there is no room for."""

    def __init__(self, most_of_one: int, most: int, at_once: int = 1, busy: str = BUSY) -> None:
        self._most_of_one, self._most, self._at_once, self._busy = most_of_one, most, at_once, busy
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._taken = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    async def take(self, place: str, work: Callable[[], Awaitable[Result]]) -> Result:
        """Do the work when its turn has come; a Problem if too many wait."""
        async with self.turn(place):
            return await work()

    @asynccontextmanager
    async def turn(self, place: str) -> AsyncIterator[None]:
        """A turn, which lasts as long as this does; a Problem if too many wait."""
        if self._taken < self._at_once:
            self._taken += 1
        else:
            await self._turn(place)  # whoever is done hands it on
        try:
            yield
        finally:
            self._pass_on()

    async def _turn(self, place: str) -> None:
        self._check_room(place)
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(place, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:  # it had come, and nobody takes it
                self._pass_on()
            raise

    def _check_room(self, place: str) -> None:
        own = len(self._waiting.get(place, ()))
        if own >= self._most_of_one:
            raise Problem("busy", self._busy)
        if self.waiting < self._most:
            return
        longest = max(self._waiting.values(), key=len)
        if len(longest) <= own + 1:
            raise Problem("busy", self._busy)
        last = longest.pop()
        if not last.done():
            last.set_exception(Problem("busy", self._busy))

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
        self._taken -= 1
