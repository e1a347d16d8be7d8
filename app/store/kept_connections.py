"""Connections that are let go of, kept for whoever connects next while somebody has much to open."""

import asyncio
from asyncio import AbstractEventLoop
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

import asyncpg

from app.store.deadlines import CLOSE_S


class KeptConnections:
    """Idle connections by kind: their role, and their deadlines. Each belongs to the loop that opened it, and none
    outlives those who keep them."""

    def __init__(self) -> None:
        self._loops: WeakKeyDictionary[AbstractEventLoop, _OfLoop] = WeakKeyDictionary()

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """From here to the end connections are kept."""
        mine = self._loops.setdefault(asyncio.get_running_loop(), _OfLoop())
        mine.keepers += 1
        try:
            yield
        finally:
            mine.keepers -= 1
            if not mine.keepers:
                for connection in mine.taken_out():
                    await close(connection)

    def take(self, kind: Hashable) -> asyncpg.Connection | None:
        """An open connection of this kind, if there is an idle one."""
        idle = self._of_this_loop().idle.get(kind, [])
        while idle:
            connection = idle.pop()
            if not connection.is_closed():
                return connection
        return None

    async def give_back(self, kind: Hashable, connection: asyncpg.Connection) -> None:
        """Whoever had it is done with it, and nothing went wrong."""
        mine = self._of_this_loop()
        if mine.keepers and not connection.is_closed():
            mine.idle.setdefault(kind, []).append(connection)
        else:
            await close(connection)

    def drop(self) -> None:
        """None of the idle ones is to be used again: something went wrong, maybe with all of them."""
        for connection in self._of_this_loop().taken_out():
            connection.terminate()

    def _of_this_loop(self) -> "_OfLoop":
        return self._loops.get(asyncio.get_running_loop()) or _OfLoop()


class _OfLoop:
    def __init__(self) -> None:
        self.keepers = 0
        self.idle: dict[Hashable, list[asyncpg.Connection]] = {}

    def taken_out(self) -> list[asyncpg.Connection]:
        out = [connection for each in self.idle.values() for connection in each]
        self.idle = {}
        return out


async def close(connection: asyncpg.Connection) -> None:
    """Let go of it politely; what does not answer is cut."""
    try:
        await connection.close(timeout=CLOSE_S)
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
        connection.terminate()
