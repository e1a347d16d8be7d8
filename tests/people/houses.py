"""Servers as far as people are concerned: each follows the log of the house, as it does in production."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest

from app.house.records import HouseEvent
from app.house.state import House
from app.house.subjects.people.commands import AddPerson
from app.people.authentication import People
from app.people.caller import Caller
from app.problems.problem import Problem
from app.settings import Settings
from app.store import schema
from app.store.database import Database
from app.store.house_log import STREAM, HouseLog
from app.store.log_reader import entries, event_of
from app.table.house_keeping import HouseKeeping
from tests.store.live import Clock

HERE = "10.0.0.7"
ADA_PIN, DANA_PIN, WRONG_PIN = "482913", "730284", "915273"
ADA = AddPerson("ada", "Ada", ("administrator",))
DANA = AddPerson("dana", "Dana K.", ("dealer",), badge="4711", licence="L-9", licensed_through="2999-12-31")
SIRI = AddPerson("siri", "Siri", ("surveillance",), sees_face_down=True)
OFFICE = Caller("office", frozenset({"administrator"}), "", "10.0.0.1")


class At(NamedTuple):
    """One server's people, and its clock."""

    people: People
    keeping: HouseKeeping
    log: HouseLog
    clock: Clock
    setup_token: str | None

    @property
    def house(self) -> House:
        return self.keeping.now


@asynccontextmanager
async def server(
    own: tuple[Database, Settings], clock: Clock | None = None, log_type: type[HouseLog] = HouseLog
) -> AsyncIterator[At]:
    """A server on this house."""
    database, settings = own
    clock = clock or Clock()
    log = log_type(database, settings.gaming_day, clock)
    keeping = HouseKeeping(log)
    await keeping.start()
    people = People(database, keeping, log, clock, settings.gaming_day)
    try:
        yield At(people, keeping, log, clock, await people.start())
    finally:
        await people.close()
        await keeping.close()


@asynccontextmanager
async def staffed(own: tuple[Database, Settings], clock: Clock | None = None) -> AsyncIterator[At]:
    """A server on this house, to which ada and dana belong."""
    async with server(own, clock) as at:
        await at.people.add(OFFICE, ADA, ADA_PIN)
        await at.people.add(OFFICE, DANA, DANA_PIN)
        yield at


async def problem_of(asked: Awaitable[Any]) -> str:
    """The code of the problem that this ends in."""
    with pytest.raises(Problem) as caught:
        await asked
    return caught.value.code


async def happened(database: Database) -> list[HouseEvent]:
    """Everything that is in the log of the house."""
    async with database.connection("app") as connection:
        found = await entries(connection, STREAM, schema.events.c.version > 0)
    return [event_of(entry) for entry in found]  # type: ignore[misc]
