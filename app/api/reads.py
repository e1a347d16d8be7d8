"""Reading the database for people, and work that takes long: bounded, so that no table ever waits for a reader."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import ParamSpec, TypeVar

import asyncpg

from app.people.turns import Turns
from app.store.database import Database, Role
from app.store.kept_connections import close

CONNECTIONS_AT_ONCE = 8
FOLDS_AT_ONCE = 2
# Of one person, however many sessions; and of all.
MOST_OF_ONE, MOST_WAITING = 24, 64
BUSY = "Too many wait for an answer out of the record: try again."
# PostgreSQL gives up on a query that takes longer; nobody at a screen waits for it.
LONGEST_QUERY_MS = 20_000
Result = TypeVar("Result")
Parameters = ParamSpec("Parameters")


class Reads:
    """So many read at once, so many wait, person by person, and the others are told to come back."""

    def __init__(self, database: Database, whom: str = "", room: tuple[Turns, Turns] | None = None) -> None:
        self.database, self._whom = database, whom
        self._room = room or (_turns(CONNECTIONS_AT_ONCE), _turns(FOLDS_AT_ONCE))
        self._connections, self._folds = self._room

    def of(self, whom: str) -> "Reads":
        """The same room, for this person: whoever asks for very much waits behind those who ask for little."""
        return Reads(self.database, whom, self._room)

    @asynccontextmanager
    async def connection(self, role: Role = "reader") -> AsyncIterator[asyncpg.Connection]:
        """A connection in this role, when there is room for one."""
        async with self.room():
            connection = await self.database.connect(role, statement_timeout=str(LONGEST_QUERY_MS))
            try:
                yield connection
            finally:
                await close(connection)

    @asynccontextmanager
    async def room(self) -> AsyncIterator[None]:
        """Room for somebody who opens a connection himself."""
        async with self._connections.turn(self._whom):
            yield

    async def folded(
        self, work: Callable[Parameters, Result], *arguments: Parameters.args, **named: Parameters.kwargs
    ) -> Result:
        """The result of work that would hold up the tables: done beside them, by few at once."""
        async with self._folds.turn(self._whom):
            return await asyncio.to_thread(work, *arguments, **named)

    async def beside(self, work: Callable[[], Coroutine[None, None, Result]]) -> Result:
        """The result of work that reads much and computes much of it, with connections of its own."""
        async with self.room():
            return await self.folded(lambda: asyncio.run(work()))


def _turns(at_once: int) -> Turns:
    return Turns(MOST_OF_ONE, MOST_WAITING, at_once, BUSY)
