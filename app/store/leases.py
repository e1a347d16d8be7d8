"""Who writes which stream: leases, kept in the database and measured here on the monotonic clock.

A process holds its streams for some seconds and says again and again that it still does. Whoever stopped for longer
than that (a machine that hung, a process that was suspended) finds on its own clock that its time is over, before it
asks anybody. Should it write all the same, the epoch that the next owner took refuses it.

A lease is for whoever can write: while the connection over which this process writes cannot be had again, it does not
say that it holds its streams, though it could. They go to a server that can.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import date, timedelta
from math import inf
from typing import NamedTuple
from uuid import UUID

import asyncpg

from app.store.chain import GENESIS
from app.store.database import Database
from app.store.writer import LOST
from app.table_id import EVERY_TABLE

log = logging.getLogger("tablekeeper.store")
# The clock goes on while a machine sleeps.
CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class HeldElsewhere(Exception):
    """Another server has this stream: `address` says which, as far as that is known yet."""

    def __init__(self, stream: str, address: str) -> None:
        where = f"the server at {address}" if address else "another server"
        super().__init__(f"{stream} is kept by {where}")
        self.stream, self.address = stream, address


class Head(NamedTuple):
    """Where a stream stands, and in which epoch this process has it. `taken_from`: the address of another server that
    kept it before, if one did; `given_back`: that one gave it back, and did not just let its lease run out."""

    epoch: int
    version: int
    hash: bytes
    checkpoint_version: int
    checkpoint_day: date
    taken_from: str | None = None
    given_back: bool = False


def uptime_s() -> float:
    """Seconds since the machine started."""
    return time.clock_gettime(CLOCK)


class Leases:
    """The leases of this process."""

    def __init__(
        self,
        database: Database,
        owner: UUID,
        address: str,
        lasts_s: float,
        lost: Callable[[str], None],
        clock: Callable[[], float] = uptime_s,
        can_write: Callable[[], bool] = lambda: True,
    ) -> None:
        self._database, self._owner, self._address = database, owner, address
        self._lasts_s, self._lost, self._clock, self._can_write = lasts_s, lost, clock, can_write
        self._until: dict[str, float] = {}
        self._renewed_at = inf
        self._task: asyncio.Task[None] | None = None
        self.trouble = ""

    @property
    def address(self) -> str:
        """Where this server says that it is."""
        return self._address

    def holds(self, stream: str) -> bool:
        """Whether this process may still write the stream."""
        return self._clock() < self._until.get(stream, 0.0)

    @property
    def run_out(self) -> bool:
        """Whether the database has been away for longer than a lease lasts: every lease of this process has run out."""
        return self._clock() > self._renewed_at + self._lasts_s

    def drop(self, stream: str) -> None:
        """Renew this lease no more; nobody is asked, and it runs out by itself."""
        self._until.pop(stream, None)

    def start(self) -> None:
        """Begin to renew."""
        self._renewed_at = self._clock()
        self._task = asyncio.create_task(self._renew(), name="leases")

    async def close(self) -> None:
        """Give all streams back, also one that was acquired and nobody heard of it."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._until.clear()
        try:
            async with self._database.connection("app") as connection:
                await connection.execute(_GIVE_BACK_ALL, self._owner)
        except LOST:
            log.warning("the database is away: leases run out by themselves")

    async def acquire(self, stream: str, day: date) -> Head:
        """Take the stream, and a new epoch with it."""
        began = self._clock()
        async with self._database.connection("app") as connection:
            row = await connection.fetchrow(
                _ACQUIRE, stream, self._owner, self._address, timedelta(seconds=self._lasts_s), GENESIS, day
            )
            holder = await _holder(connection, stream) if row is None else ""
        if row is None:
            raise HeldElsewhere(stream, holder)
        self._until[stream] = began + self._lasts_s
        return Head(*row.values())

    async def claim(self, what: str) -> str | None:
        """Have this, which one server of the house has at a time, and keep it; or the address of who has it."""
        began, lasts = self._clock(), timedelta(seconds=self._lasts_s)
        async with self._database.connection("app") as connection:
            if await connection.fetchval(_CLAIM, what, self._owner, self._address, lasts) is None:
                return await _holder(connection, what)
        self._until[what] = began + self._lasts_s
        return None

    async def release(self, stream: str) -> None:
        """Give the stream back."""
        self._until.pop(stream, None)
        async with self._database.connection("app") as connection:
            await connection.execute(_GIVE_BACK, self._owner, [stream])

    async def forget_earlier(self) -> None:
        """Give back the tables that an earlier process under this id held when it died; before any is acquired."""
        async with self._database.connection("app") as connection:
            await connection.execute(_FORGET, self._owner)

    async def holder(self, stream: str) -> str:
        """The address of the server that has the stream; nothing if none has it, or one that goes."""
        async with self._database.connection("app") as connection:
            return await _holder(connection, stream)

    async def renew_now(self) -> None:
        """Say that all streams are still held; those that somebody else has taken are lost."""
        async with self._database.connection("app") as connection:
            await self._renew_once(connection)

    async def _renew(self) -> None:
        connection: asyncpg.Connection | None = None
        try:
            while True:
                await asyncio.sleep(self._lasts_s / 4)
                if not self._can_write():
                    self.trouble = "the database cannot be written"
                    log.warning("leases are not renewed: %s", self.trouble)
                    continue
                try:
                    if connection is None or connection.is_closed():
                        connection = await self._database.connect("app")
                    await self._renew_once(connection)
                    self.trouble = ""
                except Exception as error:  # whatever it is, nobody else would try again
                    self.trouble = type(error).__name__
                    log.warning("leases could not be renewed: %s", error)
                    _end(connection)
                    connection = None
        finally:
            _end(connection)

    async def _renew_once(self, connection: asyncpg.Connection) -> None:
        began, streams = self._clock(), list(self._until)
        rows = await connection.fetch(
            _RENEW, self._owner, streams, timedelta(seconds=self._lasts_s), timeout=self._database.deadlines.renew_s
        )
        self._renewed_at = began
        kept = {row["stream"] for row in rows}
        for stream in streams:
            if stream in kept and stream in self._until:
                self._until[stream] = began + self._lasts_s
            elif self._until.pop(stream, None) is not None:
                self._lost(stream)


def _end(connection: asyncpg.Connection | None) -> None:
    if connection is not None:
        connection.terminate()


async def _holder(connection: asyncpg.Connection, stream: str) -> str:
    address: str | None = await connection.fetchval(_HOLDER, stream)
    return address or ""


_ACQUIRE = """
WITH before AS (SELECT address FROM last_keepers WHERE stream = $1 AND owner <> $2),
given_back AS (SELECT EXISTS (SELECT FROM before) AND NOT EXISTS (SELECT FROM leases WHERE stream = $1)),
mine AS (
    INSERT INTO leases AS l (stream, owner, address, until) VALUES ($1, $2, $3, clock_timestamp() + $4)
        ON CONFLICT (stream) DO UPDATE SET owner = excluded.owner, address = excluded.address, until = excluded.until
        WHERE l.owner = excluded.owner OR l.until < clock_timestamp() RETURNING l.stream),
known AS (
    INSERT INTO last_keepers (stream, owner, address) SELECT stream, $2, $3 FROM mine
        ON CONFLICT (stream) DO UPDATE SET owner = excluded.owner, address = excluded.address)
INSERT INTO stream_heads AS h (stream, epoch, version, hash, checkpoint_version, checkpoint_day)
SELECT stream, 1, 0, $5, 0, $6 FROM mine ON CONFLICT (stream) DO UPDATE SET epoch = h.epoch + 1
RETURNING h.epoch, h.version, h.hash, h.checkpoint_version, h.checkpoint_day,
          (SELECT * FROM before), (SELECT * FROM given_back)"""

_CLAIM = """
INSERT INTO leases AS l (stream, owner, address, until) VALUES ($1, $2, $3, clock_timestamp() + $4)
    ON CONFLICT (stream) DO UPDATE SET owner = excluded.owner, address = excluded.address, until = excluded.until
    WHERE l.owner = excluded.owner OR l.until < clock_timestamp() RETURNING l.stream"""

_RENEW = """
UPDATE leases SET until = clock_timestamp() + $3 WHERE owner = $1 AND stream = ANY ($2) RETURNING stream"""

# Nobody is sent to a server that has said that it goes: who asks again finds the table where it is taken.
_HOLDER = """
SELECT address FROM leases l WHERE stream = $1 AND until > clock_timestamp()
   AND NOT EXISTS (SELECT FROM servers s WHERE s.id = l.owner AND s.until <= clock_timestamp())"""
_FORGET = f"DELETE FROM leases WHERE owner = $1 AND stream LIKE '{EVERY_TABLE}'"
_GIVE_BACK_ALL = "DELETE FROM leases WHERE owner = $1"
_GIVE_BACK = "DELETE FROM leases WHERE owner = $1 AND stream = ANY ($2)"
