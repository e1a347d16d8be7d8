"""A whole run: a house is set up, played in, and looked at in the end. One in which something is wrong is kept."""

import asyncio
import shutil
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from app.settings import Settings
from app.store.database import Database
from tests.bot.house import House
from tests.chaos.checking import Told, checked
from tests.chaos.deeds import Deed
from tests.chaos.figures import Figures
from tests.chaos.journal import Journal
from tests.chaos.pit import TELLS_ALL
from tests.chaos.run import ChaosRun
from tests.chaos.stack import At, Seat, Stack
from tests.folders import new_folder
from tests.store.places import is_kept
from tests.store.waiting import when

LEASE_S = "2"
Say = Callable[[str], None]


class WentWrong(Exception):
    """Something is wrong: says what, and where the house is kept."""


class Played(NamedTuple):
    """A house that was played in, and whose server has ended."""

    here: House
    tables: list[Told]
    figures: Figures


async def play_and_check(
    seats: tuple[Seat, ...], seed: int, deeds: Iterator[Deed], until_s: float | None, say: Say
) -> Figures:
    """Play these tables through these deeds; raises WentWrong."""
    async with played(seats, seed, deeds, until_s, say) as (here, tables, figures):
        wrong = await looked_at(here, tables, figures)
        if wrong:
            raise WentWrong("\n".join(wrong))
    return figures


@asynccontextmanager
async def played(
    seats: tuple[Seat, ...], seed: int, deeds: Iterator[Deed], until_s: float | None, say: Say
) -> AsyncIterator[Played]:
    """A house after these deeds; thrown away afterwards, unless something is wrong: then WentWrong says where it is."""
    folder = new_folder("chaos")
    here, journal = House(folder / "data", TABLEKEEPER_LEASE_S=LEASE_S), Journal()
    async with kept_if_wrong(folder):
        try:
            await asyncio.to_thread(_begun, here)
            figures, tables = await _played(here, journal, seats, seed, deeds, until_s, say)
            yield Played(here, tables, figures)
        finally:
            journal.write(folder / "orders.jsonl")
            await asyncio.to_thread(here.kill)
            await when(lambda: _is_free(here.data))


@asynccontextmanager
async def kept_if_wrong(folder: Path) -> AsyncIterator[None]:
    """The folder is thrown away afterwards, unless something is wrong: then WentWrong says what, and where it is."""
    try:
        yield
    except Exception as error:
        raise WentWrong(f"{_story(error)}\nthe house is kept in {folder}") from error
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)  # somebody told it to stop
        raise
    shutil.rmtree(folder)


def _begun(here: House) -> None:
    here.add_administrator()
    here.start()


async def _is_free(data: Path) -> bool:
    return not is_kept(data)


def _story(error: Exception) -> str:
    return str(error) if isinstance(error, WentWrong) else "".join(traceback.format_exception(error))


async def _played(
    here: House,
    journal: Journal,
    seats: tuple[Seat, ...],
    seed: int,
    deeds: Iterator[Deed],
    until_s: float | None,
    say: Say,
) -> tuple[Figures, list[Told]]:
    async with Stack(here, journal).opened(seats) as stack:
        say(f"{len(seats)} tables are played at {here.url}")
        run = ChaosRun(stack, seed, say)
        await run.run(deeds, until_s)
        await asyncio.to_thread(here.end)  # with everybody there, who see all to the end
        tables = [await _told(at, journal, run) for at in stack.at]
        for at in stack.at:
            run.figures.resolved.update({f"{at.seat.dialect}: {kind}": n for kind, n in at.pit.resolved.items()})
    return run.figures, tables


async def _told(at: At, journal: Journal, run: ChaosRun) -> Told:
    left, keeps_all = await at.shoe.left(), at.seat.dialect == TELLS_ALL
    report, version = run.reports[at.number], at.table.feed.version
    return Told(at.number, journal.of(at.number), left, report, version, at.pit.resolved, keeps_all)


async def looked_at(here: House, tables: list[Told], figures: Figures) -> list[str]:
    """What is wrong in the house, whose server has ended."""
    with await asyncio.to_thread(Database, Settings(here.data), lambda _: None) as database:
        wrong = await checked(database, tables, figures)
        said = await asyncio.to_thread(here.tablekeeper, "verify")
    figures.verified = said.strip().splitlines()[-1]
    return wrong if "Nothing was changed" in said else [*wrong, said]
