"""Two servers and one table: who stopped for too long writes nothing any more, and nobody else waits for it."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from uuid import UUID

import pytest

from app.books.rulebook import ruleset_ids
from app.settings import Settings
from app.store.database import Database
from tests.crash.client import Connection, Player, request_of
from tests.crash.processes import ServerProcess
from tests.crash.recorded import assert_kept, recorded
from tests.crash.script import Script
from tests.crash.watching import Follower, Playing, longest_pause_s, some_answers, until
from tests.store.housed import HousedTables

SEED = 11
LEASE_S = 2.0
LOCK_TIMEOUT_S = 1.0
# Long enough for a first and a second attempt to give up.
HELD_S = 2.5 * LOCK_TIMEOUT_S
BOOKS = ruleset_ids()


class House:
    """Two servers on one database, `one` with two tables and `two` with one."""

    def __init__(self, data: Path, mark: str) -> None:
        self.shared, of_one, of_two = f"shared-{mark}", f"one-{mark}", f"two-{mark}"
        sockets = data.parent / f"one{mark}", data.parent / f"two{mark}"
        self.one = ServerProcess(data, sockets[0], {self.shared: BOOKS[0], of_one: BOOKS[1]}, LEASE_S)
        self.two = ServerProcess(data, sockets[1], {of_two: BOOKS[2]}, LEASE_S)
        self.at_shared = Player(self.shared, BOOKS[0], SEED, sockets[0], who="one")
        self.at_one = Player(of_one, BOOKS[1], SEED, sockets[0])
        self.at_two = Player(of_two, BOOKS[2], SEED, sockets[1])
        self.one.start()
        self.two.start()

    @property
    def players(self) -> tuple[Player, ...]:
        return self.at_shared, self.at_one, self.at_two

    async def taken_over(self) -> int:
        """`two` asks for the table until it gets it; where it stands then."""
        connection = await Connection.to(self.two.socket)
        until_s = time.monotonic() + 3 * LEASE_S
        while "error" in (reply := await connection.ask(do="take", table=self.shared, book=BOOKS[0])):
            assert reply["error"] == "HeldElsewhere", reply
            # No address: the lease ran out between the refusal and the look for who holds it.
            assert reply["address"] in (str(self.one.socket), ""), reply
            assert time.monotonic() < until_s
            await asyncio.sleep(0.02)
        await connection.close()
        return int(reply["version"])

    async def move_to_two(self) -> None:
        """The player at the table that was taken over turns to `two`."""
        self.at_shared.at, self.at_shared.who = self.two.socket, "two"
        assert self.at_shared.connection is not None
        await self.at_shared.connection.close()

    def end(self) -> None:
        self.one.end()
        self.two.end()


@pytest.fixture(params=["before", "sent"])
def point(request: pytest.FixtureRequest) -> Literal["before", "sent"]:
    """Where the owner stops: with the lease checked and nothing sent, or with the statement sent and no reply."""
    found: Literal["before", "sent"] = request.param
    return found


@pytest.fixture
def house(data: Path, database: Database, point: str) -> Iterator[House]:
    house = House(data, point)
    yield house
    house.end()


def test_a_stopped_owner_is_replaced_and_writes_nothing_when_it_wakes(
    house: House, database: Database, point: str
) -> None:
    asyncio.run(_stopped_in_an_append(house, database, point))


async def _stopped_in_an_append(house: House, database: Database, point: str) -> None:
    follower = Follower(database, house.shared)
    following = asyncio.create_task(follower.follow())
    async with Playing(*house.players):
        await some_answers(house.players, 20)
        stopped_at = await _stop_in_an_append(house, point)
        await some_answers([house.at_two], 5)
        taken_at = await house.taken_over()
        taken_s = time.monotonic() - stopped_at
        await house.move_to_two()
        await some_answers([house.at_shared, house.at_two], 20)
        woken_at = time.monotonic()
        house.one.go_on()
        told = await _told_by(house)
        await some_answers(house.players, 20)
        pause_s = longest_pause_s(house.at_two, stopped_at, time.monotonic())
        own_s = longest_pause_s(house.at_one, woken_at, time.monotonic())
    follower.reading = False
    await following
    for player in house.players:
        await assert_kept(database, player)
    log = await recorded(database, house.shared)
    stale = [entry for entry in log.entries if entry.version > taken_at and entry.actor != "two"]
    missed = len(log.entries) - len(follower.read)
    print(
        f"seed {SEED}, stopped {point}: taken over after {taken_s:.2f} s (lease {LEASE_S:g} s), then "
        f"{len(log.entries) - taken_at} events; stale {len(stale)}, missed by the follower {missed}; told by the old "
        f"owner: {told}; longest pause at the other server's table {pause_s:.3f} s, at the stopped one's after it "
        f"woke {own_s:.3f} s"
    )
    assert (len(stale), missed) == (0, 0)
    assert [entry.version for entry in follower.read] == list(range(1, len(log.entries) + 1))
    assert house.at_shared.acknowledged[-1].first_version > taken_at


async def _stop_in_an_append(house: House, point: str) -> float:
    """Stop `one` in an append to the shared table; since when."""
    connection = await Connection.to(house.one.socket)
    await connection.ask(do="arm", armed=[point, "stop", 1, 1, f"table:{house.shared}"])
    await until(lambda: _stands_still(house.one.pid), why="the owner stops")
    await connection.close()
    return time.monotonic()


def _stands_still(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


async def _told_by(house: House) -> list[str]:
    """What the old owner tells whoever asks it, until it says where to go."""
    connection = await Connection.to(house.one.socket)
    told: list[str] = []
    ask = Script(BOOKS[0], SEED).next()._replace(id=UUID(int=SEED, version=4))
    for _ in range(200):
        reply = await connection.ask(**request_of(house.shared, ask, "one"))
        told.append(reply.get("error", "an answer"))
        if reply.get("address"):
            break
        await asyncio.sleep(0.02)
    await connection.close()
    assert reply["address"] == str(house.two.socket)
    assert set(told) <= {"Fenced", "Stopped", "Unavailable", "HeldElsewhere"}
    return list(dict.fromkeys(told))


def test_somebody_who_holds_one_table_does_not_hold_the_others(data: Path, database: Database) -> None:
    """As a session does that was stopped between two statements: longer than anybody waits for a lock."""
    books = {f"held-{index}": book for index, book in enumerate(BOOKS[:3])}
    patience = f"--lock-timeout-ms={LOCK_TIMEOUT_S * 1_000:.0f}"
    server = ServerProcess(data, data.parent / "held", books, LEASE_S, patience)
    server.start()
    try:
        asyncio.run(_held(server, database, [Player(n, book, SEED, server.socket) for n, book in books.items()]))
    finally:
        server.end()


async def _held(server: ServerProcess, database: Database, players: list[Player]) -> None:
    held, *others = players
    async with Playing(*players):
        await some_answers(players, 5)
        async with database.connection("app") as connection, connection.transaction():
            await connection.execute("SELECT FROM stream_heads WHERE stream = $1 FOR UPDATE", f"table:{held.number}")
            since = time.monotonic()
            await some_answers(others, 20)
            await asyncio.sleep(max(0.0, since + HELD_S - time.monotonic()))
            till = time.monotonic()
        pauses = [longest_pause_s(player, since, till) for player in others]
        print(f"one table held for {till - since:.1f} s; the others' longest pause {max(pauses):.2f} s; {held.told}")
        await some_answers(players, 5, within_s=5)
    for player in players:
        await assert_kept(database, player)


def test_who_opens_a_table_at_the_same_moment_gets_the_same_one(data: Path, database: Database) -> None:
    async def opened() -> None:
        tables = HousedTables(database, Settings(data))
        await tables.start()
        try:
            one, other = await asyncio.gather(tables.open("at-once", BOOKS[0]), tables.open("at-once", BOOKS[0]))
            assert one is other
        finally:
            await tables.close()

    asyncio.run(opened())
