"""Alarms of devices, with simulated ones on real lines."""

import asyncio
from time import monotonic

from app.alarms.away import AWAY_S, Away
from app.settings import Settings
from app.store.database import Database
from tests.alarms.kept import BEN, SG, table_watched, watched
from tests.simulation.playing import playing
from tests.simulation.simulator import simulators

SHOE = ("shoe", "--seed", "7")


async def test_a_shoe_that_is_lost_is_told_once_until_it_was_back(
    database: Database, settings: Settings, number: str
) -> None:
    """It stays open when the shoe is back, until somebody says what it was."""
    async with simulators(*SHOE) as devices, table_watched(database, settings, number, devices) as (here, alarms):
        await here.unplugged()
        (alarm,) = await alarms.until_raised("device_lost")
        assert alarm.about == f"t{number}-shoe" and "is away" in alarm.words
        await here.shoe.ask("/replug", {})
        await here.until(lambda: here.health_of("shoe").state == "running", "for the shoe")
        assert alarms.open() == [alarm]
        await alarms.keeper.acknowledge(BEN, alarm.number, "the plug was loose")
        await seen_by(alarms.keeper._looked_at[number].away)
        await here.unplugged()
        await alarms.until_raised("device_lost", "device_lost")


async def seen_by(away: Away) -> None:
    """Wait until whoever looks has seen that nothing is away; every look makes its notes anew."""
    while away._since_s:
        await asyncio.sleep(0.01)


async def test_how_long_a_device_may_be_away(database: Database, settings: Settings, number: str) -> None:
    """Slow: the five seconds that really count. It was away before anybody looked."""
    async with simulators(*SHOE) as devices, playing(database, settings, number, SG, devices) as here:
        await here.unplugged()
        began_s = monotonic()
        async with watched(database, settings, here.tables, number, quick=False) as alarms:
            await alarms.until_raised("device_lost")
            assert monotonic() - began_s >= AWAY_S


async def test_a_card_that_is_stuck(database: Database, settings: Settings, number: str) -> None:
    """The shoe tells an error and that a card is stuck: one alarm."""
    async with simulators(*SHOE) as devices, table_watched(database, settings, number, devices) as (here, alarms):
        await here.open()
        alarms.keeper.away_s = 60.0
        await here.shoe.fault("jam")
        found = await alarms.until_raised("jam")
        assert found[0].words == "a card is stuck in a device of the table"
