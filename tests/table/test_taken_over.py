"""Whenever a table changes hands the log says which, from whom and to whom, on whichever way it came about."""

import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from app.settings import Settings
from app.store.database import Database
from app.store.leases import HeldElsewhere
from app.table import open_tables
from app.table.open_tables import Tables
from tests.store.housed import HousedTables
from tests.store.live import BOOK, ready

ONE, TWO = "http://10.0.0.1:8765", "http://10.0.0.2:8765"


class Two(NamedTuple):
    """Two servers of one house."""

    one: Tables
    two: Tables


@asynccontextmanager
async def two_servers(database: Database, settings: Settings, place: Path) -> AsyncIterator[Two]:
    """Each with a data folder and an address of its own."""
    made = Two(
        HousedTables(database, settings._replace(data=place / "one"), ONE),
        HousedTables(database, settings._replace(data=place / "two"), TWO),
    )
    async with AsyncExitStack() as ends:
        for each in made:
            await each.start()
            ends.push_async_callback(each.close)
        yield made


def said(caplog: pytest.LogCaptureFixture, number: str) -> list[str]:
    """What the logs say of who keeps this table."""
    lines = [record.message for record in caplog.records if record.name == "tablekeeper.table"]
    return [line for line in lines if line.startswith(f"table {number} ")]


async def expired(database: Database, number: str) -> None:
    """Its lease has run out, as that of a server that was killed or cut off."""
    async with database.connection("app") as connection:
        await connection.execute(
            "UPDATE leases SET until = clock_timestamp() - interval '1s' WHERE stream = $1", f"table:{number}"
        )


@pytest.fixture(autouse=True)
def _hearing(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tablekeeper")


async def test_a_table_that_was_let_go_of(
    database: Database, settings: Settings, number: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever asks for it next has it opened at the other server, before that server looks by itself."""
    async with two_servers(database, settings, tmp_path) as servers:
        await ready(servers.one, number)
        assert said(caplog, number) == [], "nobody had it before"
        await servers.one.let_go(number)
        await servers.two.open(number)
    assert said(caplog, number) == [f"table {number} was taken over by {TWO} from {ONE}, which has given it back"]


async def test_a_table_whose_keeper_stopped(
    database: Database, settings: Settings, number: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with two_servers(database, settings, tmp_path) as servers:
        await ready(servers.one, number)
        await servers.one.leases.close()
        await servers.two.open(number)
    assert said(caplog, number)[-1].endswith(f"by {TWO} from {ONE}, which has given it back")


async def test_a_table_whose_lease_ran_out(
    database: Database, settings: Settings, number: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Both ends say it: who took it, and who finds that it is lost."""
    async with two_servers(database, settings, tmp_path) as servers:
        await ready(servers.one, number)
        await expired(database, number)
        await servers.two.open(number)
        await servers.one.leases.renew_now()
        with pytest.raises(HeldElsewhere):
            await servers.one.open(number)
    assert said(caplog, number) == [
        f"table {number} was taken over by {TWO} from {ONE}, which has not renewed its lease",
        f"table {number} is lost: another server took it when the lease of {ONE} had run out",
    ]


async def test_a_table_that_opens_at_the_second_attempt(
    database: Database,
    settings: Settings,
    number: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By then it is this server itself that has given the lease back: from whom it took the table is still said."""
    async with two_servers(database, settings, tmp_path) as servers:
        await ready(servers.one, number)
        await expired(database, number)
        with monkeypatch.context() as patched:
            patched.setattr(open_tables, "recent", _unanswered)
            with pytest.raises(TimeoutError):
                await servers.two.open(number)
        assert said(caplog, number) == []
        await servers.two.open(number)
    assert said(caplog, number) == [
        f"table {number} was taken over by {TWO} from {ONE}, which has not renewed its lease"
    ]


async def _unanswered(*_asked: object) -> None:
    raise TimeoutError


async def test_a_table_that_comes_back_to_the_same_server_was_not_taken_from_anybody(
    database: Database, settings: Settings, number: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        async with two_servers(database, settings, tmp_path) as servers:
            await servers.one.open(number, BOOK)
    assert said(caplog, number) == []
