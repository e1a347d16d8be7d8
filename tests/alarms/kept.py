"""A table whose alarms are raised, and what the log of the house says of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.alarms.alarm_keeper import AlarmKeeper
from app.house.state import Alarm
from app.house.subjects.alarms.events import AlarmRaised
from app.people.caller import Caller
from app.settings import Settings
from app.store import schema
from app.store.database import Database
from app.store.house_log import STREAM, HouseLog
from app.store.log_reader import entries, event_of
from app.table.open_tables import Tables
from tests.simulation.playing import Playing, playing
from tests.simulation.simulator import Simulator
from tests.store.housed import house_of
from tests.store.waiting import when

SG = "sg-pontoon-plus-v5"
NOON_US = 1_795_003_200_000_000
ANN = Caller("ann", frozenset({"dealer"}), "session 1", "here")
BEN = Caller("ben", frozenset({"supervisor"}), "session 2", "here")


class Watched:
    """The alarms of one table."""

    def __init__(self, database: Database, tables: Tables, keeper: AlarmKeeper, number: str) -> None:
        self.database, self.tables, self.keeper, self.number = database, tables, keeper, number

    def open(self) -> list[Alarm]:
        """Those that are open, as this server knows it."""
        return [alarm for alarm in house_of(self.tables).now.alarms if alarm.table == self.number]

    async def raised(self) -> list[Alarm]:
        """All that were ever raised."""
        async with self.database.connection("app") as connection:
            found = await entries(connection, STREAM, schema.events.c.type == AlarmRaised.__name__)
        events = [event_of(entry) for entry in found]
        alarms = [event.alarm for event in events if isinstance(event, AlarmRaised)]
        return [alarm for alarm in alarms if alarm.table == self.number]

    async def until_raised(self, *kinds: str) -> list[Alarm]:
        """Wait until the log has these and nothing is left to be noted; there are no others."""

        async def there() -> bool:
            return len(await self.raised()) >= len(kinds) and not house_of(self.tables).waiting

        await when(there)
        found = await self.raised()
        assert [alarm.kind for alarm in found] == list(kinds), found
        return found


@asynccontextmanager
async def watched(
    database: Database, settings: Settings, tables: Tables, number: str, *, quick: bool = True
) -> AsyncIterator[Watched]:
    """The alarms of this table are raised; `quick`: devices and logs are looked at all the time."""
    log = HouseLog(database, settings.gaming_day)
    keeper = AlarmKeeper(tables, house_of(tables), log, lambda: NOON_US, settings)
    if quick:
        keeper.looks_every_s, keeper.away_s = 0.02, 0.1
    await keeper.start()
    try:
        yield Watched(database, tables, keeper, number)
    finally:
        await keeper.close()


@asynccontextmanager
async def table_watched(
    database: Database, settings: Settings, number: str, devices: list[Simulator] | None = None
) -> AsyncIterator[tuple[Playing, Watched]]:
    """A table with these devices, and its alarms."""
    async with (
        playing(database, settings, number, SG, devices or []) as here,
        watched(database, settings, here.tables, number) as alarms,
    ):
        yield here, alarms
