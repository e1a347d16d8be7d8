"""Tables without the rest of a server: they have a house of their own, which starts and closes with them."""

import time
from collections.abc import Callable

from app.settings import Settings
from app.store.database import Database
from app.store.deadlines import of_lease
from app.store.house_log import HouseLog
from app.table.house_keeping import HouseKeeping
from app.table.open_tables import Tables


class HousedTables(Tables):
    """The tables, and the house that they follow."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        address: str = "this machine",
        now_us: Callable[[], int] = lambda: time.time_ns() // 1_000,
    ) -> None:
        within = database.within(of_lease(settings.lease_s))
        self._own = HouseKeeping(HouseLog(within, settings.gaming_day, now_us))
        super().__init__(database, settings, self._own, address, now_us)

    async def start(self) -> None:
        await self.check()
        await self._own.start()
        await super().start()

    async def close(self) -> None:
        await super().close()
        await self._own.close()


def house_of(tables: Tables) -> HouseKeeping:
    """The house that these tables follow."""
    return tables.devices._house
