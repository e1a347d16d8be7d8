"""The whole server: what keeps the tables, who may ask, and who is told, put together.

It starts from the record outwards: the database, the house, the tables with their devices, people, the feeds (which
are told first what has happened), then alarms. It stops the other way round: nobody is told or asks any more, then the
tables are let go of, each with its record whole, and the house is followed no more.
"""

import time
from collections.abc import Callable
from contextlib import AsyncExitStack

from app.alarms.alarm_keeper import AlarmKeeper
from app.people.authentication import People
from app.realtime.feeds import Feeds
from app.realtime.neighbours import Neighbours
from app.settings import Settings
from app.store.database import Database
from app.store.deadlines import of_lease
from app.store.house_log import HouseLog
from app.table.house_keeping import HouseKeeping
from app.table.open_tables import Tables
from app.table.sharing import Sharing
from app.terminal.terminal import Terminal


class Server:
    """One server process. `address` is where others reach it; `stopping` is set before anything is taken down.
    `shares`: other servers may be there on the same database, and the tables are shared with them."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        address: str = "this machine",
        now_us: Callable[[], int] = lambda: time.time_ns() // 1_000,
        *,
        shares: bool = False,
    ) -> None:
        database = database.within(of_lease(settings.lease_s))
        self.settings, self.database, self.address, self.now_us = settings, database, address, now_us
        self.stopping = False
        self.house_log = HouseLog(database, settings.gaming_day, now_us)
        # Over a log of its own: however many ask, what has happened is seen and noted.
        self.house = HouseKeeping(HouseLog(database, settings.gaming_day, now_us))
        self.tables = Tables(database, settings, self.house, address, now_us)
        self.people = People(
            database, self.house, self.house_log, now_us, settings.gaming_day, settings.idle_s, self._deals_a_round,
            self._gives_token,
        )  # fmt: skip
        self.sharing = Sharing(self.tables, self.house, database, address, settings.lease_s, self.tables.signer)
        self.tables.elsewhere = self.sharing.elsewhere
        self.neighbours = Neighbours(database, self.tables.owner, lambda: bool(self.sharing.others))
        self.terminal = Terminal(self.tables, self.people, self.house, now_us, self.neighbours.table_of)
        self.alarms = AlarmKeeper(self.tables, self.house, self.house_log, now_us, settings)
        self.feeds = Feeds(
            self.tables, self.people, self.terminal, now_us, self.house, settings.origins, self.sharing.elsewhere,
            self.neighbours, settings.connections_of_one,
        )  # fmt: skip
        self.setup_token: str | None = None
        self._shares = shares

    async def _gives_token(self) -> str | None:
        """Nothing if this server gives the setup token, or where the one is that does: of several it is one."""
        return await self.tables.leases.claim("setup") if self._shares else None

    def _deals_a_round(self, name: str) -> bool:
        """Whether this dealer is on duty here, and the round is open."""
        return any([
            actor.table.dealer == name and actor.table.round is not None and not actor.table.round.complete
            for actor in self.tables.live().values()
        ])  # fmt: skip

    async def start(self) -> None:
        """Bring the tables back to where they were, and be ready for people. Says no table's name if one is not."""
        await self.tables.check()
        await self.house.start()
        await self.tables.start()
        self.setup_token = await self.people.start()
        await self.feeds.start()
        await self.alarms.start()
        if self._shares:
            await self.sharing.start()
        else:
            await self.tables.open_all()

    async def close(self) -> None:
        """Leave no round in doubt: answer what was asked, take nothing new, let go of every table; whatever fails on
        the way."""
        self.stopping = True
        await self.sharing.close()
        async with AsyncExitStack() as closing:
            for part in (self.house, self.tables, self.people, self.alarms, self.feeds):
                closing.push_async_callback(part.close)
