"""The writer outlives whatever happens to a stream, to an append or to the database."""

import asyncio
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from app.settings import Settings
from app.store.database import Database
from app.store.embedded.folder import DataFolder
from app.store.leases import HeldElsewhere
from app.store.upgrading import upgrade
from app.store.writer import Fenced, NotRecorded, Unavailable, Writer
from app.table.actor import Stopped
from app.table.open_tables import LogBroken
from tests.store.housed import HousedTables
from tests.store.live import BOOK, serving
from tests.store.places import ADMIN, is_kept, url_of
from tests.store.rows import after, append, counted, posting, versions, writing
from tests.store.test_lost_connections import locked, waiting_on_a_lock
from tests.store.waiting import until, when


@pytest.fixture(scope="session")
def database(scratch: Database) -> Database:
    """Not the one with the honest logs."""
    return scratch


@pytest.fixture
def own(reachable: Path) -> Iterator[Database]:
    """A PostgreSQL that a test may do harm to."""
    place = Path(tempfile.mkdtemp(dir=reachable))
    place.chmod(0o711)
    with Database(Settings(place / "data", lease_s=120.0), print) as database:
        yield database
    until(lambda: not is_kept(place / "data"))


async def test_a_stream_that_is_let_go_of_while_a_batch_is_taken_apart_stops_no_other(
    database: Database, number: str
) -> None:
    streams = [f"table:{number}.{each}" for each in range(3)]
    async with writing(database, *streams) as (writer, heads):
        made = [append(each, heads[each]) for each in streams]
        made[0] = append(streams[0], heads[streams[0]], rows={"postings": [posting(streams[0], 1, 0, 1)]})
        async with locked(database, streams[2]) as looking:
            asked = [asyncio.create_task(writer.append(each)) for each in made]
            await when(lambda: waiting_on_a_lock(looking, 1))
            writer.let_go(streams[1])
        _, waiting = await asyncio.wait(asked, timeout=1.0)
        for task in waiting:
            task.cancel()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert not waiting, "the writer has ended"
        assert {type(each) for each in answers} <= {NotRecorded, Fenced, type(None)}
        await asyncio.wait_for(writer.append(append(streams[0], heads[streams[0]])), 1.0)


async def test_what_is_queued_when_the_writer_closes_is_told(database: Database, number: str) -> None:
    streams = [f"table:{number}.{each}" for each in range(2)]
    async with writing(database, *streams) as (writer, heads):
        async with locked(database, streams[0]) as looking:
            asked = [asyncio.create_task(writer.append(append(streams[0], heads[streams[0]])))]
            await when(lambda: waiting_on_a_lock(looking, 1))
            asked.append(asyncio.create_task(writer.append(append(streams[1], heads[streams[1]]))))
            await asyncio.sleep(0)
            await writer.close()
            _, waiting = await asyncio.wait(asked, timeout=1.0)
            for task in waiting:
                task.cancel()
        assert isinstance(asked[1].exception(), Unavailable)
        assert not waiting, "who was being written waits on"


async def test_a_database_that_does_not_start_at_once_is_waited_for(
    own: Database, caplog: pytest.LogCaptureFixture
) -> None:
    await upgrade(own)
    stream = "table:1"
    async with writing(own, stream) as (writer, heads):
        first = append(stream, heads[stream])
        await writer.append(first)
        assert own.embedded is not None
        data = DataFolder(_data_of(own))
        control = data.cluster / "global" / "pg_control"
        hidden = control.with_name("hidden")
        os.kill(_postmaster(data), signal.SIGKILL)
        control.rename(hidden)
        await when(lambda: _is(not writer.available))
        with pytest.raises(Unavailable):
            await writer.append(append(stream, after(heads[stream], first), salt=b"2" * 16))
        await when(lambda: _is("still away" in caplog.text or _ended(writer)))
        hidden.rename(control)
        await asyncio.wait_for(_available(writer), 4.0)
        await writer.append(append(stream, after(heads[stream], first), salt=b"2" * 16))
    async with own.connection("app") as connection:
        assert await versions(connection, stream) == [1, 2]


async def _available(writer: Writer) -> None:
    while not writer.available:
        await asyncio.sleep(0.05)


def _ended(writer: Writer) -> bool:
    return writer._task is not None and writer._task.done()


def _data_of(database: Database) -> Path:
    assert database.embedded is not None
    return database.embedded._folder.path


def _postmaster(folder: DataFolder) -> int:
    return int((folder.cluster / "postmaster.pid").read_text().split("\n", 1)[0])


async def _is(value: bool) -> bool:
    return value


async def test_a_server_where_nobody_has_made_our_roles_is_brought_up_to_date_all_the_same(own: Database) -> None:
    arguments = own.arguments("owner") | {"user": ADMIN, "database": "postgres"}
    connection = await asyncpg.connect(**arguments)
    await connection.execute("DROP DATABASE tablekeeper WITH (FORCE)")
    for role in ("owner", "app", "vault", "reader"):
        await connection.execute(f"DROP ROLE tablekeeper_{role}")
    await connection.execute("CREATE DATABASE house")
    await connection.close()
    settings = Settings(_data_of(own), url_of(own, "house"), lease_s=120.0)
    with Database(settings, print) as bare:
        before, now = await upgrade(bare)
        assert (before, now) == (None, "0005")
        async with serving(bare, settings) as tables:
            assert (await tables.open("1", BOOK)).version == 0


async def test_a_table_that_could_not_be_opened_is_not_kept_from_others(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as one, serving(database, settings) as two:
        with pytest.raises(LogBroken):
            await one.open(number)
        assert (await two.open(number, BOOK)).version == 0


async def test_a_table_that_another_server_keeps_is_told_with_its_address(
    database: Database, settings: Settings, number: str
) -> None:
    one = HousedTables(database, settings, address="first:8000")
    await one.start()
    await one.open(number, BOOK)
    async with serving(database, settings) as two:
        with pytest.raises(HeldElsewhere, match=f"table:{number} is kept by the server at first:8000"):
            await two.open(number, BOOK)
        await one.close()
        assert (await two.open(number, BOOK)).version == 0


@pytest.mark.parametrize("waits_at", ["acquire", "_brought_back", "attend"])
async def test_a_table_that_is_being_opened_when_its_server_goes_is_not_kept_from_others(
    database: Database, settings: Settings, number: str, waits_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it has its lease already or was about to have it."""
    begun, goes_on = asyncio.Event(), asyncio.Event()
    one = HousedTables(database, settings)
    await one.start()
    where: Any = {"acquire": one.leases, "_brought_back": one, "attend": one.devices}[waits_at]
    work = getattr(where, waits_at)

    async def waits(*arguments: Any) -> Any:
        begun.set()
        await goes_on.wait()
        return await work(*arguments)

    monkeypatch.setattr(where, waits_at, waits)
    opening = asyncio.create_task(one.open(number, BOOK))
    await begun.wait()
    await one.close()
    goes_on.set()
    with pytest.raises(Stopped):
        await opening
    with pytest.raises(Stopped):
        await one.open(number, BOOK)
    async with serving(database, settings) as two:
        assert (await two.open(number, BOOK)).version == 0


async def test_many_tables_are_opened_at_once(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as tables:
        opened = await asyncio.gather(*[tables.open(f"{number}.{each}", BOOK) for each in range(100)])
        assert len({actor for actor in opened}) == 100


def test_nothing_of_a_refused_append_is_in_the_tables_of_a_fresh_database(fresh: Callable[[], Settings]) -> None:
    asyncio.run(_refused_in(fresh()))


async def _refused_in(settings: Settings) -> None:
    with Database(settings, print) as database:
        await upgrade(database)
        stream = "table:1"
        async with writing(database, stream) as (writer, heads):
            with pytest.raises(NotRecorded):
                await writer.append(
                    append("table:1", heads["table:1"], rows={"postings": [posting("table:1", 1, 0, 1)]})
                )
        assert set((await counted(database, stream)).values()) == {0}
