"""Tables that cannot answer: each way in which that happens is a problem of the catalogue, and nothing is half done."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from app.game import events as e
from app.game.core.state import Table
from app.game.registry import EVENTS
from app.problems.problem import Problem
from app.settings import Settings
from app.store.database import Database
from app.table.actor import MOST_WAITING
from app.terminal import terminal
from app.terminal.terminal import LONGEST_NUMBER, Terminal
from tests.store.cutting import cuttable
from tests.store.housed import house_of
from tests.store.live import Clock, serving
from tests.store.places import socket_of, url_of
from tests.store.waiting import when
from tests.terminal.pit import BET, pit


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short folder for a socket; the path of one is held to a hundred bytes."""
    with tempfile.TemporaryDirectory(prefix="cut", dir="/tmp") as made:
        yield Path(made)


async def test_a_number_that_no_table_has_is_refused_and_leaves_nothing(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number) as here:
        here.number = f"{number}x"
        for nobody in (here.number, "", "7\0", "a" * (LONGEST_NUMBER + 1), "seven\n", "; DROP TABLE events"):
            here.number = nobody
            assert (await here.refused("dana", "CloseBets")).code == "no_such_table"
        async with staffed.connection("reader") as connection:
            left = await connection.fetchval("SELECT count(*) FROM stream_heads WHERE stream = $1", f"table:{number}x")
        assert left == 0


async def test_a_table_that_was_never_set_up_is_none(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number, ready=False):
        pass
    async with pit(staffed, settings, f"{number}x") as here:
        here.number = number
        assert (await here.refused("susan", "OpenTable", config={})).code == "no_such_table"


async def test_a_table_of_another_server_is_named_with_its_address(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number) as here, serving(staffed, settings) as others:
        there = Terminal(others, here.people, house_of(others), Clock())
        order = {"id": str(uuid4()), "command": {"type": "CloseBets"}}
        with pytest.raises(Problem) as found:
            await there.order(await here.caller("dana"), number, order)
        assert (found.value.code, found.value.details) == ("held_elsewhere", {"address": "this machine"})


async def test_a_table_that_had_stopped_comes_back_by_itself(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number) as here:
        await here.actor.close()
        done = await here.ask("dana", "PlaceWager", **BET)
        assert here.actor.version < done.version == here.tables.live()[number].version


async def test_a_table_that_is_let_go_of_says_so(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number) as here:
        await here.caller("dana")
        await here.tables.devices.close()
        assert (await here.refused("dana", "PlaceWager", **BET)).code == "stopping"


async def test_a_table_that_stands_still_says_so(
    staffed: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(table: Table, event: e.Event) -> Table:
        raise AssertionError("a card too many")

    async with pit(staffed, settings, number) as here:
        monkeypatch.setitem(EVENTS, e.RoundOpened, EVENTS[e.RoundOpened]._replace(fold=broken))
        for _ in range(2):
            refused = await here.refused("dana", "OpenBetting")
            assert refused.code == "frozen"
            assert "a card too many" not in refused.message


async def test_a_fault_in_the_rules_of_duty_is_none_of_the_tables(
    staffed: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pit(staffed, settings, number) as here:
        with monkeypatch.context() as patched:
            patched.setattr("app.terminal.duty.check_set", lambda *_: 1 // 0)
            with pytest.raises(ZeroDivisionError):
                await here.ask("dana", "BringSet", set_id="two", colour="blue")
        await here.ask("dana", "PlaceWager", **BET)


async def test_more_than_a_table_can_answer_is_busy_and_may_be_sent_again(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number) as here:
        await here.caller("dana")
        ids = [uuid4() for _ in range(MOST_WAITING + 20)]
        asks = [here.ask("dana", "PlaceWager", id_=id_, **BET | {"cents": 500}) for id_ in ids]
        first = await asyncio.gather(*asks, return_exceptions=True)
        refused = [each for each in first if isinstance(each, Problem)]
        assert refused
        assert {problem.code for problem in refused} == {"busy"}
        again = [await here.ask("dana", "PlaceWager", id_=id_, **BET | {"cents": 500}) for id_ in ids]
        assert [each.again for each in again] == [not isinstance(each, Problem) for each in first]


async def test_while_the_database_is_away_whoever_asks_is_told(
    staffed: Database, settings: Settings, folder: Path, number: str
) -> None:
    async with cuttable(socket_of(staffed), folder) as cutting:
        way_there = settings._replace(database_url=url_of(staffed, staffed.arguments("app")["database"], folder))
        with Database(way_there, print) as way:
            async with pit(way, way_there, number) as here:
                id_ = uuid4()
                cutting.go_away()

                async def away() -> bool:
                    return not here.tables.writer.available

                await when(away)
                assert (await here.refused("dana", "PlaceWager", id_=id_, **BET)).code == "database_away"
                here.number = f"{number}x"
                assert (await here.refused("dana", "PlaceWager", **BET)).code == "database_away"
                here.number = number
                cutting.come_back()

                async def back() -> bool:
                    return here.tables.writer.available

                await when(back)
                assert not (await here.ask("dana", "PlaceWager", id_=id_, **BET)).again


async def test_who_is_refused_over_and_over_has_to_wait_and_nobody_else(
    staffed: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is refused is kept like what is done: a screen that asks in a circle would fill the disk."""
    monkeypatch.setattr(terminal, "REFUSED", 3)
    async with pit(staffed, settings, number) as here:
        for _ in range(3):
            assert (await here.refused("dana", "CloseBets")).code == "bets_closed"
        refused = await here.refused("dana", "CloseBets")
        assert refused.code == "too_many_tries"
        await here.ask("susan", "OpenBetting")
        async with staffed.connection("app") as connection:
            kept = await connection.fetchval(REFUSALS, f"table:{number}")
        assert kept == 3


async def test_who_turns_something_on_and_off_without_end_has_to_wait_and_nobody_else(
    staffed: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is done is kept, however little it comes to."""
    monkeypatch.setattr(terminal, "DONE", 6)
    async with pit(staffed, settings, number) as here:
        version = (await here.ask("susan", "OpenBetting")).version
        codes: list[str] = []
        for n in range(12):
            asked = here.ask("dana", "PlaceWager", **{**BET, "cents": 1000 + 500 * (n % 2)})
            try:
                version = max(version, (await asked).version)
            except Problem as problem:
                codes.append(problem.code)
        assert codes and set(codes) == {"too_many_tries"}
        assert (await here.ask("susan", "CloseBets")).version <= version + 2


REFUSALS = "SELECT count(*) FROM commands WHERE stream = $1 AND events = 0"
