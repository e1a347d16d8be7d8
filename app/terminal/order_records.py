"""What the store has of rounds and commands that an order is about."""

import asyncio
from collections.abc import Callable
from datetime import date, timedelta
from uuid import UUID

import asyncpg

from app.game.core.state import RoundRecord
from app.game.registry import COMMANDS
from app.problems.problem import Problem
from app.store.appending import EPOCH
from app.store.database import Database
from app.store.log_reader import REMEMBERED, Kept, commands_between, kept_command, round_of_number
from app.store.projecting import RoundRow
from app.surveillance.loading import load_record
from app.table_id import TableId

# Each reads over connections of its own, of which the database has a bounded number.
READ_AT_ONCE = 4
# A gaming day may begin a day before that of its instants elsewhere.
LOOKS_BACK = REMEMBERED + timedelta(days=2)


_PERSON = "person:"


async def who_tapped(connection: asyncpg.Connection, row: RoundRow) -> tuple[str, ...]:
    """The people who gave commands of this round that deal it; what a device told nobody tapped."""
    asked = await commands_between(connection, row)
    taps = [each.actor for each in asked if each.refused is None and COMMANDS[type(each.command)].tapped]
    people = [actor.split(" with ")[0].removeprefix(_PERSON) for actor in taps if actor.startswith(_PERSON)]
    return tuple(dict.fromkeys(people))


class Records:
    """Reads what is recorded."""

    def __init__(self, database: Database, now_us: Callable[[], int]) -> None:
        self._database, self._now_us = database, now_us
        self._room = asyncio.Semaphore(READ_AT_ONCE)

    async def earlier_round(self, number: str, round_: int) -> RoundRecord:
        """The earlier round of this number at the table, as it now is."""
        async with self._room:
            async with self._database.connection("reader") as connection:
                row = await round_of_number(connection, TableId(number), round_)
            if row is None:
                raise Problem("no_such_round", f"Table {number} has no round {round_}.")
            return await load_record(self._database, row.round)

    async def tapped(self, number: str, round_: int) -> tuple[str, ...]:
        """Who gave the commands by which the round of this number was dealt."""
        async with self._room, self._database.connection("reader") as connection:
            row = await round_of_number(connection, TableId(number), round_)
            return await who_tapped(connection, row) if row is not None else ()

    async def command(self, number: str, id_: UUID) -> Kept | None:
        """The command of late that came under this id."""
        async with self._room, self._database.connection("app") as connection:
            return await kept_command(connection, TableId(number), id_, self._oldest_day())

    def _oldest_day(self) -> date:
        return (EPOCH + timedelta(microseconds=self._now_us()) - LOOKS_BACK).date()
