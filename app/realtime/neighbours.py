"""The tables that other servers keep, as those tell of them twice a second: for the floor's wall, which has all tables
of the house, and for dealers, who have one table wherever it is kept.

Through the database, since servers need no accounts, certificates or addresses of each other there. Nothing is written
while this server is alone.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from uuid import UUID

import asyncpg

from app.realtime.table_status import Summary
from app.store.codec import decode, encode
from app.store.database import Database
from app.store.told_tables import tell, told
from app.table_id import TableId

log = logging.getLogger("tablekeeper.realtime")
EVERY_S = 0.5


class Neighbours:
    """What this server tells the others, and what they tell. `others`: whether there are any."""

    def __init__(self, database: Database, owner: UUID, others: Callable[[], bool]) -> None:
        self._database, self._owner, self.there = database, owner, others
        self.tables: Mapping[str, Summary] = {}
        self._own: Mapping[str, Summary] = {}
        self._told: dict[TableId, str] = {}
        self._connection: asyncpg.Connection | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to tell and to hear."""
        self._task = asyncio.create_task(self._run(), name="neighbours")

    async def close(self) -> None:
        """Tell no more; what was told counts only as long as the table's lease."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._drop()

    def keep(self, own: Mapping[str, Summary]) -> None:
        """This server's tables as they are now."""
        self._own = own

    def table_of(self, dealer: str) -> str | None:
        """The table of another server that this dealer has."""
        return next((number for number, each in self.tables.items() if each.dealer == dealer), None)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            if not self.there():
                self.tables = {}
                self._drop()
                continue
            try:
                await self._exchange()
            except Exception as error:  # it is tried again; meanwhile what was heard last is shown
                log.warning("what other servers tell of their tables could not be read: %s", error)
                self._drop()

    def _drop(self) -> None:
        """Whatever is on the other end next time may know nothing of what was told: the table is unlogged."""
        self._told = {}
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def _exchange(self) -> None:
        if self._connection is None:
            # It is told again in a moment: nobody waits for a disk or a standby.
            self._connection = await self._database.connect("app", synchronous_commit="off")
        lines = {TableId(number): encode(each) for number, each in self._own.items()}
        changed = {table: line for table, line in lines.items() if self._told.get(table) != line}
        kept = await tell(self._connection, self._owner, changed)
        self._told = {table: line for table, line in lines.items() if table in kept or table not in changed}
        heard = await told(self._connection, self._owner)
        self.tables = {
            table.number: decode(Summary, line)._replace(kept_by=address) for table, (address, line) in heard.items()
        }
