"""Places for tries, of which all servers of the house together have as many as one would: each try at a PIN takes one
before the PIN is looked at.

What is counted at one server alone (`door`) turns away whoever floods it before the database is asked; this keeps
whoever tries at several at once from having more tries.
"""

from typing import NamedTuple

import asyncpg

from app.house.state import Person
from app.house.subjects.sessions.pin_attempts import ELSEWHERE, FORGOTTEN_US, MOST_FAILURES, WAITS_US
from app.people.attempt_source import Source
from app.store.attempt_counts import NOBODY, InARow, Taken, Within, right, take
from app.store.database import Database
from app.store.writer import LOST, PASSING

# In vain, of one place or session; and of all places together at which nobody of the house has signed in.
TRIES, TRIES_WITHIN_US = 10, 60_000_000
TRIES_ELSEWHERE = 120
# Right PINs of which the database could not be told.
MOST_OWED = 100


class Slot(NamedTuple):
    """The place that one try has taken, and what there was room for."""

    taken: Taken
    within: Within
    who: str
    lane: str
    at_us: int


class Slots:
    """Takes places in the database, and gives them back when a PIN was right."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._owed: list[Slot] = []

    async def take(self, person: Person | None, source: Source, now_us: int) -> Slot:
        """A place for one try; `person`: whose PIN will be looked at."""
        elsewhere = TRIES_ELSEWHERE if source.lane == ELSEWHERE else None
        within = Within(source.place, TRIES, elsewhere, TRIES_WITHIN_US)
        who = person.name if person is not None else NOBODY
        row = InARow(who, source.lane, MOST_FAILURES, WAITS_US, FORGOTTEN_US)
        async with self._database.connection("app") as connection:
            while self._owed:
                await _give_back(connection, self._owed[-1])
                self._owed.pop()
            taken = await take(connection, within, row, now_us)
        return Slot(taken, within, who, source.lane, now_us)

    async def right(self, slot: Slot) -> None:
        """The PIN was right: the try does not count. If the database cannot be told so, it is before the next one."""
        try:
            async with self._database.connection("app") as connection:
                await _give_back(connection, slot)
        except (*LOST, *PASSING):
            self._owed = [*self._owed, slot][-MOST_OWED:]


async def _give_back(connection: asyncpg.Connection, slot: Slot) -> None:
    await right(connection, slot.within, slot.who, slot.lane, slot.at_us)
