"""Reading the database for people, and work that takes long: bounded, so that no table ever waits for a reader."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import ParamSpec, TypeVar

import asyncpg

from app.problems.problem import Problem
from app.store.database import Database, Role

CONNECTIONS_AT_ONCE = 8
FOLDS_AT_ONCE = 2
MOST_WAITING = 64
# PostgreSQL gives up on a query that takes longer; nobody at a screen waits for it.
LONGEST_QUERY_MS = 20_000
Result = TypeVar("Result")
Parameters = ParamSpec("Parameters")


class Reads:
    """So many read at once, so many wait, and the others are told to come back."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._connections = asyncio.Semaphore(CONNECTIONS_AT_ONCE)
        self._folds = asyncio.Semaphore(FOLDS_AT_ONCE)
        self._waiting = 0

    @asynccontextmanager
    async def connection(self, role: Role = "reader") -> AsyncIterator[asyncpg.Connection]:
        """A connection in this role, when there is room for one."""
        async with self.room():
            connection = await self.database.connect(role, statement_timeout=str(LONGEST_QUERY_MS))
            try:
                yield connection
            finally:
                await connection.close()

    @asynccontextmanager
    async def room(self) -> AsyncIterator[None]:
        """Room for somebody who opens a connection himself."""
        async with self._one_of(self._connections):
            yield

    async def folded(
        self, work: Callable[Parameters, Result], *arguments: Parameters.args, **named: Parameters.kwargs
    ) -> Result:
        """The result of work that would hold up the tables: done beside them, by few at once."""
        async with self._one_of(self._folds):
            return await asyncio.to_thread(work, *arguments, **named)

    async def beside(self, work: Callable[[], Coroutine[None, None, Result]]) -> Result:
        """The result of work that reads much and computes much of it, with connections of its own."""
        async with self.room():
            return await self.folded(lambda: asyncio.run(work()))

    @asynccontextmanager
    async def _one_of(self, room: asyncio.Semaphore) -> AsyncIterator[None]:
        if self._waiting >= MOST_WAITING:
            raise Problem("busy", f"{MOST_WAITING} others wait for an answer out of the record.")
        self._waiting += 1
        try:
            await room.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            room.release()
