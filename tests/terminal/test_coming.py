"""Dealers and tables: nobody has two tables of a server at once, nor one twice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from app.house.subjects.people.commands import ChangePerson
from app.problems.problem import Problem
from app.settings import Settings
from app.store.database import Database
from tests.store.live import ready
from tests.terminal.pit import OFFICE, THROUGH, Pit, pit


@asynccontextmanager
async def two_tables(database: Database, settings: Settings, number: str) -> AsyncIterator[tuple[Pit, Pit]]:
    """Two tables of one server; Dana has the first."""
    async with pit(database, settings, number) as here:
        there = Pit(here.tables, here.people, f"{number}-b", await ready(here.tables, f"{number}-b"))
        there.terminal = here.terminal
        yield here, there


async def test_a_dealer_who_has_a_table_comes_to_no_other(staffed: Database, settings: Settings, number: str) -> None:
    async with two_tables(staffed, settings, number) as (here, there):
        version = there.actor.version
        tries: list[Problem] = [
            await there.refused("dana", "ChangeDealer", dealer="dana"),
            await there.refused("susan", "ChangeDealer", dealer="dana"),
            await there.refused("susan", "ChangeDealer", "dana", dealer="dana"),
        ]
        for refused in tries:
            assert (refused.code, refused.details) == ("on_duty_elsewhere", {"table": number})
            assert f"dana has table {number}" in refused.message
        assert (there.table.dealer, there.actor.version) == ("", version)
        await there.ask("susan", "ChangeDealer", dealer="dirk")
        assert (await there.refused("dirk", "ChangeDealer", "dana", dealer="")).code == "on_duty_elsewhere"
        assert (await here.refused("dana", "ChangeDealer", "dirk", dealer="")).code == "on_duty_elsewhere"


async def test_a_dealer_who_was_relieved_or_whose_table_is_closed_comes_to_another(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with two_tables(staffed, settings, number) as (here, there):
        await here.ask("susan", "ChangeDealer", dealer="dirk")
        await there.ask("dana", "ChangeDealer", dealer="dana")
        await here.ask("susan", "CloseTable", reason="end_of_day")
        await there.ask("dana", "ChangeDealer", "dirk", dealer="")
        assert there.table.dealer == "dirk"


async def test_who_comes_to_two_tables_at_once_has_one(staffed: Database, settings: Settings, number: str) -> None:
    async with two_tables(staffed, settings, number) as (here, there):
        await here.caller("susan"), await there.caller("susan")
        asked = [each.ask("susan", "ChangeDealer", dealer="dirk") for each in (here, there)]
        answers: list[Any] = await asyncio.gather(*asked, return_exceptions=True)
        [refused] = [each for each in answers if isinstance(each, Problem)]
        assert refused.code == "on_duty_elsewhere"
        assert [here.table.dealer, there.table.dealer].count("dirk") == 1


async def test_a_dealer_does_not_come_to_the_table_that_he_has(
    staffed: Database, settings: Settings, number: str
) -> None:
    """But for a licence that was renewed, which the table has to know."""
    async with pit(staffed, settings, number) as here:
        version = here.actor.version
        for name, signers in (("dana", ()), ("susan", ()), ("susan", ("dana",))):
            assert (await here.refused(name, "ChangeDealer", *signers, dealer="dana")).code == "no_change"
        assert here.actor.version == version
        renewed = ChangePerson("dana", "Dana", ("dealer",), "badge-dana", "L-dana", "2098-12-31")
        await here.people.change(OFFICE, renewed)
        await here.ask("dana", "ChangeDealer", dealer="dana")
        assert here.table.licensed_through == "2098-12-31"
        await here.people.change(OFFICE, ChangePerson("dana", "Dana", ("dealer",), "badge-dana", "L-dana", THROUGH))
