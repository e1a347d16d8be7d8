"""A whole run: a house is set up, played in, and looked at in the end. One in which something is wrong is kept."""

import asyncio
import shutil
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from tests.chaos.checking import Told, checked
from tests.chaos.deeds import Deed
from tests.chaos.figures import Figures
from tests.chaos.journal import Journal
from tests.chaos.machines import Machines, machines
from tests.chaos.pit import TELLS_ALL
from tests.chaos.run import ChaosRun
from tests.chaos.stack import At, Seat, Stack
from tests.folders import new_folder

Say = Callable[[str], None]
# What a server writes where a table stands that does not answer.
SILENT = "it waits at"


class WentWrong(Exception):
    """Something is wrong: says what, and where the house is kept."""


class Evening(NamedTuple):
    """What is played: these tables, at so many servers with such leases, through these deeds, until then at most; each
    dealer takes so long before an order (`pause_s`)."""

    seats: tuple[Seat, ...]
    seed: int
    deeds: Iterator[Deed]
    until_s: float | None = None
    servers: int = 1
    lease_s: float = 2.0
    pause_s: float = 0.0


class Played(NamedTuple):
    """A house that was played in, and whose servers have ended."""

    machines: Machines
    tables: list[Told]
    figures: Figures


async def play_and_check(evening: Evening, say: Say) -> Figures:
    """Play it, and look at it in the end; raises WentWrong."""
    async with played(evening, say) as (machines, tables, figures):
        wrong = await looked_at(machines, tables, figures) + figures.too_long()
        if wrong:
            raise WentWrong("\n".join([*figures.lines(), "WRONG:", *wrong]))
    return figures


@asynccontextmanager
async def played(evening: Evening, say: Say) -> AsyncIterator[Played]:
    """A house after these deeds; thrown away afterwards, unless something is wrong: then WentWrong says where it is."""
    folder, journal = new_folder("chaos"), Journal()
    async with kept_if_wrong(folder):
        try:
            with machines(folder, evening.servers, evening.lease_s) as made:
                figures, tables = await _played(made, journal, evening, say)
                yield Played(made, tables, figures)
        finally:
            journal.write(folder / "orders.jsonl")


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


def _story(error: Exception) -> str:
    return str(error) if isinstance(error, WentWrong) else "".join(traceback.format_exception(error))


async def _played(made: Machines, journal: Journal, evening: Evening, say: Say) -> tuple[Figures, list[Told]]:
    async with Stack(made, journal, evening.pause_s).opened(evening.seats) as stack:
        say(f"{len(evening.seats)} tables are played at {', '.join(made.urls)}")
        run = ChaosRun(stack, evening.seed, say)
        run.figures.lease_s = evening.lease_s
        await run.run(evening.deeds, evening.until_s)
        await stack.end()
        tables = [await _told(at, journal, run) for at in stack.at]
        for at in stack.at:
            run.figures.resolved.update({f"{at.seat.dialect}: {kind}": n for kind, n in at.pit.resolved.items()})
    return run.figures, tables


async def _told(at: At, journal: Journal, run: ChaosRun) -> Told:
    left, keeps_all = await at.shoe.left(), at.seat.dialect == TELLS_ALL
    report, version = run.reports[at.number], at.table.feed.version
    return Told(at.number, journal.of(at.number), left, report, version, at.pit.resolved, keeps_all)


async def looked_at(made: Machines, tables: list[Told], figures: Figures) -> list[str]:
    """What is wrong in the house, whose servers have ended."""
    with made.database() as database:
        wrong = await checked(database, tables, figures)
        said = await asyncio.to_thread(made.first.tablekeeper, "verify")
    figures.verified = said.strip().splitlines()[-1]
    figures.silent = made.said(SILENT)
    return wrong if "Nothing was changed" in said else [*wrong, said]
