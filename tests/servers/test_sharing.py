"""Which tables a server takes and lets go of, without a database: what it sees is said to it."""

import asyncio
import logging
import socket
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from app.game.core.apply import EMPTY
from app.game.core.records import replace
from app.game.core.state import Held, Paper, Preparation, Round, Table
from app.house.state import Device, House
from app.serving.port import PortRefused, address_of
from app.store.server_registry import Known, Seen
from app.table.open_tables import LogBroken
from app.table.sharing import PATIENT_LOOKS, Sharing, rests
from app.table_id import TableId

ME, OTHER = UUID(int=1), UUID(int=2)
EVERYWHERE = "0.0.0.0"  # noqa: S104 - it is the test


class Kept:
    """The tables of a server, as far as sharing knows them."""

    def __init__(self, *numbers: str, devices: tuple[Device, ...] = ()) -> None:
        self.owner = ME
        self.kept = {number: SimpleNamespace(table=EMPTY) for number in numbers}
        self.house = SimpleNamespace(now=House(devices=devices))

    def live(self) -> dict[str, Any]:
        return self.kept

    def keep_all(self) -> None:
        """Nobody else is there."""

    async def open(self, number: str) -> None:
        self.kept[number] = SimpleNamespace(table=EMPTY)

    async def let_go(self, number: str) -> None:
        del self.kept[number]


def known(id_: UUID, *, leaving: bool = False, there: bool = True) -> Known:
    return Known(id_, f"http://10.0.0.{id_.int}:8765", there, leaving, 0)


def looked(kept: Kept, *servers: Known, free: tuple[str, ...] = (), tables: int, looks: int = 1) -> set[str]:
    """The tables that the server keeps after so many looks at this."""
    sharing = Sharing(kept, kept.house, None, "http://10.0.0.1:8765", 10.0)  # type: ignore[arg-type]
    for _ in range(looks):
        left = [TableId(number) for number in free if number not in kept.kept]
        sharing._seen = Seen(servers, tables, tuple(left))
        sharing._free = {table: sharing._free.get(table, 0) + 1 for table in left}
        asyncio.run(sharing._take())
        asyncio.run(sharing._let_go())
    return set(kept.kept)


def test_who_is_alone_takes_all_and_lets_none_go() -> None:
    assert looked(Kept("1"), known(ME), known(OTHER, there=False), free=("2", "3"), tables=3) == {"1", "2", "3"}
    assert looked(Kept("1", "2"), known(ME, leaving=True), tables=2) == {"1", "2"}, "there is nobody to leave them to"


def test_of_two_each_takes_half_and_what_nobody_takes_a_little_later() -> None:
    both = known(ME), known(OTHER)
    assert looked(Kept(), *both, free=("1", "2", "3"), tables=3) == {"1", "2"}
    assert looked(Kept(), *both, free=("1", "2", "3"), tables=3, looks=PATIENT_LOOKS + 1) >= {"1", "2", "3"}


class Hearing:
    """A connection to a database that hears that the server is there."""

    def __init__(self) -> None:
        self.times, self.twice = 0, asyncio.Event()

    async def execute(self, *_said: Any) -> None:
        self.times += 1
        if self.times > 1:
            self.twice.set()


class Slow(Kept):
    """Tables that take so long to be opened that the server has to say meanwhile that it is there."""

    def __init__(self, hearing: Hearing) -> None:
        super().__init__()
        self._hearing = hearing

    async def open(self, number: str) -> None:
        await self._hearing.twice.wait()
        await super().open(number)


def test_a_server_that_opens_many_tables_says_meanwhile_that_it_is_there() -> None:
    """Or the others take it for dead, and share the tables as if it were."""

    async def taking() -> Any:
        hearing = Hearing()
        kept = Slow(hearing)
        sharing = Sharing(kept, kept.house, None, "http://10.0.0.1:8765", 0.1)  # type: ignore[arg-type]
        sharing._connection, sharing._seen = hearing, Seen((known(ME),), 2, ())
        sharing._free = {TableId("1"): 1, TableId("2"): 1}
        await asyncio.wait_for(sharing._take(), 20)
        return kept.live().keys()

    assert asyncio.run(taking()) == {"1", "2"}


def test_who_has_more_than_half_lets_one_go_at_a_look_until_he_has_half() -> None:
    both = known(ME), known(OTHER)
    assert len(looked(Kept("1", "2", "3", "4"), *both, tables=4)) == 3
    assert len(looked(Kept("1", "2", "3", "4"), *both, tables=4, looks=5)) == 2


def test_who_leaves_lets_all_go_and_takes_none() -> None:
    both = known(ME, leaving=True), known(OTHER)
    assert looked(Kept("1", "2"), *both, free=("3",), tables=3, looks=3) == set()


@pytest.mark.parametrize(
    ("trouble", "kept"),
    [
        (asyncpg.LockNotAvailableError("a lock is held"), {"1"}),
        (asyncpg.DeadlockDetectedError("two met"), {"1"}),
        (TimeoutError(), {"1"}),
        (ConnectionResetError(), {"1"}),
        (LogBroken("table:1 does not end as its head says"), set()),
    ],
)
def test_a_table_that_could_not_be_opened_in_passing_is_opened_at_the_next_look(
    trouble: Exception, kept: set[str]
) -> None:
    """A person looks first at one for which another attempt would come to the same."""

    class Once(Kept):
        tried = False

        async def open(self, number: str) -> None:
            if not self.tried:
                self.tried = True
                raise trouble
            await super().open(number)

    assert looked(Once(), known(ME), free=("1",), tables=1, looks=2) == kept


def test_a_serial_line_keeps_its_table_at_its_machine(tmp_path: Path) -> None:
    here, away = tmp_path / "ttyHERE", "/dev/not-at-this-machine"
    here.touch()
    shoes = Device("a", "1", "shoe", "table-link", str(here)), Device("b", "2", "shoe", "table-link", away)
    both = known(ME), known(OTHER)
    assert looked(Kept(devices=shoes), *both, free=("2", "3", "1"), tables=2) == {"1"}, "its own first"
    assert looked(Kept(devices=shoes), *both, free=("2",), tables=4) == set(), "that is for the other machine"
    assert looked(Kept(devices=shoes), *both, free=("2",), tables=4, looks=PATIENT_LOOKS + 1) == {"2"}, "it is away"
    assert looked(Kept("3", "1", "2", devices=shoes), *both, tables=3) == {"3", "1"}, "the other's goes back first"
    assert looked(Kept("1", "3", devices=shoes), *both, tables=2) == {"1"}


@pytest.mark.parametrize(
    ("table", "at_rest"),
    [
        (EMPTY, True),
        (replace(EMPTY, round=Round(1)), True),
        (replace(EMPTY, round=Round(1, bets_closed=True)), False),
        (replace(EMPTY, round=Round(1, bets_closed=True, complete=True)), True),
        (replace(EMPTY, held=Held(None, "interruption")), False),
        (replace(EMPTY, paper=Paper(("sam", "ada"), "no power")), False),
        (replace(EMPTY, preparation=Preparation("red", ())), False),
        (replace(EMPTY, closed=True), True),
    ],
)
def test_a_table_rests_between_rounds(table: Table, at_rest: bool) -> None:
    assert rests(table) is at_rest


@pytest.mark.parametrize(
    "given",
    [
        "tables-1:8765", "http://0.0.0.0:80", "http://[::]:80", "http://a/floor", "http://a:x", "http://a_b:8765",
        "http://[2001:db8::1]:8765", "http://a b:8765", "http://a;script-src *:80", "http://@a:80",
    ],
)  # fmt: skip
def test_an_address_at_which_nobody_can_be_reached_is_refused(given: str) -> None:
    with socket.socket() as made, pytest.raises(PortRefused, match="nobody can go there"):
        address_of(given, made, secure=False)


def test_where_no_browser_goes_is_not_told_to_pages_and_said_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """A server that was told of no other address may listen at one of IPv6."""
    me, away = [
        Known(each, f"http://[2001:db8::{each.int}]:8765", there=True, leaving=False, tables=0) for each in (ME, OTHER)
    ]
    sharing = Sharing(Kept(), None, None, me.address, 10.0)  # type: ignore[arg-type]
    with caplog.at_level(logging.WARNING):
        for servers in ((me,), (me, away), (me, away)):
            sharing._seen = Seen(servers, 0, ())
            sharing._warn_of_address()
    assert sharing.addresses == ()
    assert ["--address" in record.message for record in caplog.records] == [True]


@pytest.mark.parametrize(("ahead_s", "said"), [(0, False), (-60, True), (60, True)])
def test_a_clock_that_is_not_that_of_the_database_is_said(
    ahead_s: int, said: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """Servers share it: what one records in the future, the next one's events do not come before."""

    class Telling:
        async def fetchval(self, _asked: str) -> int:
            return time.time_ns() // 1_000 + ahead_s * 1_000_000

    sharing = Sharing(Kept(), None, None, "http://10.0.0.1:8765", 10.0)  # type: ignore[arg-type]
    with caplog.at_level(logging.WARNING):
        asyncio.run(sharing._compare_clocks(Telling()))
    assert ["60 s" in record.message for record in caplog.records] == [True] * said


def test_a_server_whose_id_another_one_has_says_so(caplog: pytest.LogCaptureFixture) -> None:
    """The machine was copied with its data folder: each takes the other for itself, and its tables from it."""
    me = known(ME)
    sharing = Sharing(Kept(), None, None, me.address, 10.0)  # type: ignore[arg-type]
    with caplog.at_level(logging.WARNING):
        for address in (me.address, "http://10.0.0.9:8765", "http://10.0.0.9:8765"):
            sharing._seen = Seen((me._replace(address=address), known(OTHER)), 0, ())
            sharing._warn_of_a_copy()
    assert ["http://10.0.0.9:8765" in record.message for record in caplog.records] == [True]


def test_who_listens_everywhere_says_where_he_is_reached() -> None:
    with socket.socket() as made:
        made.bind((EVERYWHERE, 0))
        port = made.getsockname()[1]
        said = address_of(None, made, secure=True)
        assert said.startswith("https://") and said.endswith(f":{port}")
        assert EVERYWHERE not in said
        assert address_of("https://tables-1.example:8765/", made, secure=True) == "https://tables-1.example:8765"
