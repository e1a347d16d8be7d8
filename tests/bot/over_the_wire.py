"""Bots at ten tables of a running server, under all five books: `python -m tests.bot.over_the_wire --rounds 1000`.

The server, every shoe and the bots are processes of their own. The house is set up as people set one up; in the end
`tablekeeper verify` looks at everything that was recorded.
"""

import argparse
import asyncio
import shutil
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from app.books.rulebook import load_ruleset
from app.game.core.records import replace
from app.store.codec import encode
from device_simulators.bot.terminal.people import Person
from tests.bot.house import SUPERVISOR, House, house, people_file
from tests.bot.tables import TABLES
from tests.simulation.simulator import Simulator, simulators

READY_S = 30.0


class Asked(NamedTuple):
    """A table: its number, its kind in `TABLES`, and the dialect of its shoe."""

    number: str
    kind: str
    dialect: str


TEN = (
    Asked("1", "nz-division-15", "table-link"),
    Asked("2", "nz-division-15", "angel-eye"),
    Asked("3", "nz-gazette-2000", "table-link"),
    Asked("4", "nz-gazette-2000 with a machine", "angel-eye"),
    Asked("5", "sg-pontoon-plus-v5", "table-link"),
    Asked("6", "sg-pontoon-plus-v5", "bee-tek"),
    Asked("7", "act-canberra-2005", "table-link"),
    Asked("8", "ma-pontoon-21-v3", "angel-eye"),
    Asked("9", "ma-pontoon-21-v3 blind", "table-link"),
    Asked("10", "ma-pontoon-21-v3 reader", "table-link"),
)


class Outcome(NamedTuple):
    """How the bots ended, what they said, how long they played, and what the verification said."""

    status: int
    said: str
    played_s: float
    verified: str


def dealer(table: int, turn: int) -> Person:
    """One of the three dealers of a table."""
    number = table * 3 + turn
    return Person(f"dealer-{number}", f"{70_1953 + number * 7919}")


async def played(here: House, tables: tuple[Asked, ...], rounds: int, seed: int) -> Outcome:
    """So many rounds on each of the tables."""
    await staff(here, len(tables))
    async with AsyncExitStack() as devices:
        opening = [devices.enter_async_context(table_of(here, asked, place)) for place, asked in enumerate(tables, 1)]
        named = await asyncio.gather(*opening)
        began_s = time.monotonic()
        status, said = await _bots(here, named, rounds, seed)
        took_s = time.monotonic() - began_s
    verified = await asyncio.to_thread(here.tablekeeper, "verify")
    return Outcome(status, said, took_s, verified)


async def staff(here: House, tables: int) -> list[Person]:
    """A supervisor, and three dealers for each table: all first ones, then all second ones, as the bot shares them."""
    dealers = [dealer(table, turn) for turn in range(3) for table in range(tables)]
    await here.add_person(SUPERVISOR, "supervisor")
    for person in dealers:
        await here.add_person(person, "dealer")
    people_file(here.data.parent / "people.json", dealers, SUPERVISOR)
    return dealers


@asynccontextmanager
async def table_of(here: House, asked: Asked, place: int) -> AsyncIterator[str]:
    """The table with its devices, each a process; gives what the bot is told of it."""
    book, config = TABLES[asked.kind]
    offered = replace(config, side_bets=tuple(load_ruleset(book).side_bets))
    await here.add_table(asked.number, book, orjson.loads(encode(offered)))
    reads = offered.hole_card == "reader"
    kind = "table" if reads else "shoe"
    async with simulators(kind, "--dialect", asked.dialect, "--seed", str(place)) as found:
        devices = {each.kind: each for each in found if each.kind != "shuffler"}
        for device in devices.values():
            await here.attach(asked.number, device.kind, device.dialect, device.url, device.serial)
        await _connected(here, asked.number)
        yield "=".join([asked.number, book, *_side_channels(devices)])


def _side_channels(devices: dict[str, Simulator]) -> list[str]:
    return [devices[kind].side_channel for kind in ("shoe", "reader") if kind in devices]


async def _connected(here: House, number: str) -> None:
    async with asyncio.timeout(READY_S):
        while not await here.connected(number):
            await asyncio.sleep(0.05)


async def _bots(here: House, tables: list[str], rounds: int, seed: int) -> tuple[int, str]:
    named = [part for table in tables for part in ("--table", table)]
    people = str(here.data.parent / "people.json")
    how: tuple[Any, ...] = ("--people", people, "--rounds", str(rounds), "--seed", str(seed), "--own-addresses")
    more = ("--habits", "eventful", "--quiet", "--go-on")
    program = (sys.executable, "-m", "device_simulators.bot", "--server", here.url, *how, *more, *named)
    running = await asyncio.create_subprocess_exec(*program, stdout=PIPE, stderr=asyncio.subprocess.STDOUT)
    try:
        said, _ = await running.communicate()
    finally:
        if running.returncode is None:
            running.kill()
            await running.wait()
    assert running.returncode is not None
    return running.returncode, said.decode()


def main() -> int:
    """A long run; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.bot.over_the_wire", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000, help="rounds on each of the ten tables")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep-log", type=Path, help="where the server's log is put in the end")
    options = parser.parse_args()
    with house() as here:
        try:
            outcome = asyncio.run(played(here, TEN, options.rounds, options.seed))
        finally:
            if options.keep_log is not None:
                shutil.copy(here.log, options.keep_log)
    print(outcome.said)
    print(outcome.verified)
    print(f"{len(TEN) * options.rounds} rounds in {outcome.played_s:.0f} s, status {outcome.status}")
    return outcome.status


if __name__ == "__main__":
    sys.exit(main())
