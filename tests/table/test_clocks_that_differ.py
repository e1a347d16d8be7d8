"""What is recorded later is never dated earlier, whatever the clock of the server says that records it."""

from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from app.house.refusal_in_words import RefusedInWords
from app.house.subjects.people.commands import AddPerson
from app.settings import Settings
from app.store import schema
from app.store.chain import Entry
from app.store.database import Database
from app.store.house_log import STREAM, HouseLog
from app.store.log_reader import entries
from app.surveillance.verifying import Findings, verify
from app.table.actor import TableActor
from app.table.open_tables import Tables
from tests.store.live import BOOK, NOON_US, Clock, ask, bet_and_deal, opening, ready, serving

SECOND_US = 1_000_000
OFF_BY_S = 5
# Nobody signs by these clocks.
NOT_SIGNED = {"signed heads", "signature"}


async def log_of(database: Database, stream: str) -> list[Entry]:
    """Every event of the stream."""
    async with database.connection("app") as connection:
        found = await entries(connection, stream, schema.events.c.version > 0)
    return [entry for entry in found if entry.stream == stream]


def assert_forward(log: list[Entry]) -> None:
    """No event is dated before the one before it, neither when it was recorded nor when it happened."""
    for before, after in pairwise(log):
        assert before.recorded_us <= after.recorded_us, (before.version, before.recorded_us - after.recorded_us)
        assert before.event_us <= after.event_us, before.version


async def moved(first: Tables, second: Tables, number: str) -> TableActor:
    """The table, which the first server gives to the second."""
    await first.let_go(number)
    return await second.open(number)


@pytest.mark.parametrize("ahead_s", [-OFF_BY_S, OFF_BY_S])
async def test_of_two_servers_one_has_a_clock_that_is_off(
    database: Database, settings: Settings, number: str, tmp_path: Path, ahead_s: int
) -> None:
    """The table goes from one to the other and back; what is asked there is dated no earlier than what was before."""
    one, two = Clock(), Clock(NOON_US + ahead_s * SECOND_US)
    async with AsyncExitStack() as ends:
        here, there = [
            await ends.enter_async_context(serving(database, settings._replace(data=tmp_path / name), clock))
            for name, clock in (("one", one), ("two", two))
        ]
        await ready(here, number)
        actor = await moved(here, there, number)
        one.us, two.us = one.us + SECOND_US, two.us + SECOND_US
        await ask(actor, *bet_and_deal()[:2])
        there.keep_all()
        here.keep_all()
        actor = await moved(there, here, number)
        await ask(actor, *bet_and_deal()[2:])
    log = await log_of(database, f"table:{number}")
    assert_forward(log)
    assert max(entry.recorded_us for entry in log) == max(one.us, two.us), "the clock that is ahead is believed"
    assert_whole(await verify(database, settings), f"table:{number}")


def assert_whole(findings: Findings, stream: str) -> None:
    """Commands carry the time of their events."""
    of_stream = [each for each in findings.found if each.stream == stream]
    assert {each.what for each in of_stream} <= NOT_SIGNED, of_stream


@pytest.mark.parametrize("seed", range(5))
async def test_a_clock_that_is_set_back_and_forth(
    database: Database, settings: Settings, number: str, seed: int
) -> None:
    """By chance, between any two commands, refused ones too; and over restarts."""
    random, clock = Random(seed), Clock()
    number = f"{number}s{seed}"
    commands = [*opening(), *bet_and_deal()]
    at = 0
    while at < len(commands):
        async with serving(database, settings, clock) as tables:
            actor = await tables.open(number, BOOK)
            for _ in range(random.randint(1, 4)):
                clock.us += random.randint(-30, 30) * SECOND_US
                await ask(actor, *commands[at : at + 1])
                at += 1
    log = await log_of(database, f"table:{number}")
    assert len(log) > len(commands) / 2
    assert_forward(log)


@pytest.mark.parametrize("ahead_s", [-OFF_BY_S, OFF_BY_S])
async def test_two_servers_write_the_log_of_the_house(database: Database, settings: Settings, ahead_s: int) -> None:
    one, two = Clock(), Clock(NOON_US + ahead_s * SECOND_US)
    logs = HouseLog(database, settings.gaming_day, one), HouseLog(database, settings.gaming_day, two)
    for nth in range(4):
        name = f"p{'ab'[ahead_s > 0]}{nth}"
        assert not isinstance(
            await logs[nth % 2].ask(uuid4(), AddPerson(name, name, ("dealer",)), "test"), RefusedInWords
        )
        one.us, two.us = one.us + SECOND_US, two.us + SECOND_US
    assert_forward(await log_of(database, STREAM))
