"""Since when each table is in its phase, and how many rounds it had in the last hour.

What happens while this server has the table is counted as it happens; of the hour before that the log is asked once, by
a task of its own, so that nobody waits for it.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import asyncpg

from app.game.core.state import Table
from app.game.core.turn import stage
from app.game.events import RoundCompleted
from app.store.database import Database
from app.table.actor import TableActor
from app.table.requests import Published
from app.table_id import TableId

log = logging.getLogger("tablekeeper.realtime")
HOUR_US = 3_600_000_000
# No table deals so many rounds in an hour, and none has so many events in it.
MOST_ROUNDS, MOST_EVENTS = 500, 20_000
ASKS_EVERY_S = 0.5


class Pace:
    """One table's."""

    def __init__(self, table: Table, version: int, now_us: int) -> None:
        self.phase, self.since_us = stage(table), now_us
        self._began, self._began_us = version, now_us
        self._completed: deque[int] = deque(maxlen=MOST_ROUNDS)

    def published(self, published: Published, now_us: int) -> None:
        """This has happened."""
        phase = stage(published.table)
        if phase != self.phase:
            self.phase, self.since_us = phase, now_us
        for event in published.events:
            if isinstance(event, RoundCompleted):
                self._completed.append(now_us)

    async def read(self, connection: asyncpg.Connection, number: str) -> None:
        """Count what was there before."""
        since = datetime.fromtimestamp((self._began_us - HOUR_US) / 1_000_000, UTC)
        rows = await connection.fetch(
            _COMPLETED, TableId(number).stream, self._began - MOST_EVENTS, self._began, _day_before(since), since
        )
        self._completed.extendleft([round(row["event_at"].timestamp() * 1_000_000) for row in reversed(rows)])

    def rounds(self, now_us: int) -> int:
        """How many rounds were completed in the hour before this moment."""
        while self._completed and self._completed[0] <= now_us - HOUR_US:
            self._completed.popleft()
        return len(self._completed)


def _day_before(since: datetime) -> date:
    """No event of this moment has an earlier gaming day than this, wherever the house is."""
    return since.date() - timedelta(days=2)


_COMPLETED = """
SELECT event_at FROM events WHERE stream = $1 AND version > $2 AND version <= $3 AND day >= $4
AND type = 'RoundCompleted' AND event_at > $5 ORDER BY version"""


class Paces:
    """Those of all tables of this server."""

    def __init__(self, database: Database, now_us: Callable[[], int]) -> None:
        self._database, self._now_us = database, now_us
        self._paces: dict[str, tuple[TableActor, Pace]] = {}
        self._unread: dict[str, Pace] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to ask the log."""
        self._task = asyncio.create_task(self._read(), name="paces")

    async def close(self) -> None:
        """Ask nothing more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def of(self, number: str, actor: TableActor) -> Pace:
        """The pace of this table, which is open here; of one that was elsewhere meanwhile it begins anew."""
        kept, pace = self._paces.get(number, (None, None))
        if pace is None or kept is not actor:
            pace = self._unread[number] = Pace(actor.table, actor.version, self._now_us())
            self._paces[number] = actor, pace
        return pace

    def published(self, number: str, published: Published) -> None:
        """This has happened at the table."""
        _, pace = self._paces.get(number, (None, None))
        if pace is not None:
            pace.published(published, self._now_us())

    async def _read(self) -> None:
        while True:
            await asyncio.sleep(ASKS_EVERY_S)
            if self._unread:
                try:
                    await self._read_unread()
                except Exception as error:  # it is asked again
                    log.warning("the last hour of %d tables could not be read: %s", len(self._unread), error)

    async def _read_unread(self) -> None:
        async with self._database.connection("reader") as connection:
            for number, pace in list(self._unread.items()):
                await pace.read(connection, number)
                if self._unread[number] is pace:
                    del self._unread[number]
