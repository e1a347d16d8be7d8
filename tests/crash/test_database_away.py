"""The database goes away under load and comes back: nobody is told what is not so, and nobody has to lend a hand.

PostgreSQL is kept away by its own means: a backend that stands still holds the shared memory of the dead postmaster, so
that no other can start; or a setting that it does not understand.
"""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from app.books.rulebook import ruleset_ids
from app.game import commands as c
from app.game.core.state import TableConfig
from app.settings import Settings
from app.store.database import Database
from app.store.writer import Unavailable
from app.table.actor import PATIENCE_S, Stopped, TableActor
from app.table.requests import Request
from tests.crash.client import Player
from tests.crash.processes import ServerProcess
from tests.crash.recorded import assert_kept
from tests.crash.watching import Playing, some_answers, until
from tests.embedded.seen import postmaster, rows
from tests.store.housed import HousedTables

SEED = 21
LEASE_S = 2.0
# Longer than anybody who asks is kept waiting, and than the lease.
AWAY_S = PATIENCE_S + 1.5
BACK_WITHIN_S = 30.0
IN_FLIGHT_S = 0.25
BOOKS = ruleset_ids()


@pytest.fixture
def server(data: Path, request: pytest.FixtureRequest) -> Iterator[ServerProcess]:
    mark = request.node.name.removeprefix("test_")[:12]
    books = {f"{mark}-{index}": book for index, book in enumerate(BOOKS[:3])}
    server = ServerProcess(data, data.parent / mark, books, LEASE_S)
    server.start()
    yield server
    server.end()


@pytest.fixture
def players(server: ServerProcess) -> list[Player]:
    return [Player(number, book, SEED, server.socket) for number, book in server.tables.items()]


@contextmanager
def standing_still(data: Path, database: Database) -> Iterator[None]:
    """PostgreSQL is dead, and its backends hold on to what it had."""
    assert database.embedded is not None
    question = "SELECT pid FROM pg_stat_activity WHERE usename = 'tablekeeper_app'"
    backends = [int(row) for row in rows(database.embedded.host, question)]
    assert backends
    for backend in backends:
        os.kill(backend, signal.SIGSTOP)
    os.kill(postmaster(data), signal.SIGKILL)
    try:
        yield
    finally:
        for backend in backends:
            os.kill(backend, signal.SIGCONT)


@contextmanager
def not_starting(data: Path) -> Iterator[None]:
    """PostgreSQL is dead, and what its settings say is nonsense; until somebody has put that right."""
    settings = data / "postgres" / "postgresql.auto.conf"
    right = settings.read_bytes()
    with settings.open("ab") as file:
        file.write(b"nonsense = on\n")
    os.kill(postmaster(data), signal.SIGKILL)
    try:
        yield
    finally:
        with settings.open("wb") as file:
            file.write(right)


def test_nothing_is_acknowledged_and_everybody_is_told(
    data: Path, database: Database, server: ServerProcess, players: list[Player]
) -> None:
    """Slow: whoever asks is told after some seconds."""
    asyncio.run(_away(data, database, players))


async def _away(data: Path, database: Database, players: list[Player]) -> None:
    async with Playing(*players):
        await some_answers(players, 10)
        with standing_still(data, database):
            await asyncio.sleep(IN_FLIGHT_S)  # what was durable before is still on its way
            heard = [len(player.acknowledged) for player in players]
            began = time.monotonic()
            await until(lambda: all(player.told.get("Unavailable") for player in players), AWAY_S, "all are told")
            told_s = time.monotonic() - began
            await asyncio.sleep(max(0.0, AWAY_S - told_s))
            assert [len(player.acknowledged) for player in players] == heard
        back_s = await _all_are_back(players)
    for player in players:
        await assert_kept(database, player)
    print(
        f"seed {SEED}: away for {AWAY_S:g} s, acknowledged meanwhile 0, everybody told within {told_s:.1f} s "
        f"({[player.told for player in players]}); everybody plays again after {back_s:.2f} s"
    )


async def _all_are_back(players: list[Player]) -> float:
    began = time.monotonic()
    await some_answers(players, 3)
    return time.monotonic() - began


def test_it_comes_back_when_postgresql_could_not_start_for_a_while(
    data: Path, database: Database, server: ServerProcess, players: list[Player]
) -> None:
    asyncio.run(_not_starting(data, database, players))


async def _not_starting(data: Path, database: Database, players: list[Player]) -> None:
    log = data / "log" / "postgresql.log"
    before = log.read_text().count("nonsense")
    async with Playing(*players):
        await some_answers(players, 10)
        with not_starting(data):
            await until(lambda: log.read_text().count("nonsense") >= before + 4, 10, "it is tried again")
        back_s = await _all_are_back(players)
    for player in players:
        await assert_kept(database, player)
    print(f"seed {SEED}: after several starts that failed everybody plays again within {back_s:.2f} s")


def test_a_table_is_kept_through_an_outage_longer_than_its_lease(data: Path, database: Database) -> None:
    """Nobody else has taken it: there is nothing to open again."""
    asyncio.run(_longer_than_the_lease(data, database))


async def _longer_than_the_lease(data: Path, database: Database) -> None:
    lease_s = 1.0
    await asyncio.to_thread(database.ensure_running)
    tables = HousedTables(database, Settings(data, lease_s=lease_s))
    await tables.start()
    try:
        actors = [await tables.open(f"kept-{index}", book) for index, book in enumerate(BOOKS[:3])]
        over = asyncio.Event()
        asking = [asyncio.create_task(_asks(actor, over)) for actor in actors]
        await asyncio.sleep(0)
        with standing_still(data, database):
            await asyncio.sleep(2 * lease_s)
        over.set()
        answered = await asyncio.wait_for(asyncio.gather(*asking), PATIENCE_S + BACK_WITHIN_S)
        assert all(answered)
        assert [actor.stopped for actor in actors] == [None] * len(actors)
    finally:
        await tables.close()


async def _asks(actor: TableActor, over: asyncio.Event) -> bool:
    """Ask on, put off or not, until an answer has come after the outage."""
    while True:
        try:
            await actor.ask(Request(uuid4(), c.OpenTable(TableConfig()), "client"))
        except Unavailable:
            await asyncio.sleep(0.02)
        except Stopped as error:
            raise AssertionError("the table was given up, and nobody has taken it") from error
        else:
            if over.is_set():
                return True
