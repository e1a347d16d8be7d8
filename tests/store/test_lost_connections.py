"""The way to the database is lost at every point of an append: what is acknowledged is there once, and no more is."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import UUID, uuid4

import asyncpg
import pytest

from app.game import commands as c
from app.game.rules.ruleset import Ruleset
from app.settings import Settings
from app.store import database as database_module
from app.store.database import Database
from app.store.log_reader import recent
from app.store.writer import Fenced, Unavailable
from app.table.actor import TableActor
from app.table.requests import Answer, Request
from tests.store.cutting import Cut, Cutting, cuttable
from tests.store.live import bet_and_deal, opened_again, ready, request, serving
from tests.store.places import ADMIN, socket_of, url_of
from tests.store.rows import append, counted, executed, head_of, versions, writing
from tests.store.waiting import when

AT_ONCE_S = 0.5
# How the statements begin that append, and that take a new epoch.
APPENDING, NEW_EPOCH = "locked AS MATERIALIZED", "mine AS MATERIALIZED"
OF_THE_APP = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tablekeeper app'"


@pytest.fixture(scope="session")
def database(scratch: Database) -> Database:
    """Not the one with the honest logs."""
    return scratch


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short folder for a socket; the path of one is held to a hundred bytes."""
    with tempfile.TemporaryDirectory(prefix="cut", dir="/tmp") as made:
        yield Path(made)


@asynccontextmanager
async def cut_off(database: Database, settings: Settings, folder: Path) -> AsyncIterator[tuple[Cutting, Settings]]:
    """The same database behind a way to it that can be cut."""
    async with cuttable(socket_of(database), folder) as cutting:
        yield cutting, settings._replace(database_url=url_of(database, database.arguments("app")["database"], folder))


async def stands(database: Database, stream: str) -> tuple[int, int]:
    """The epoch and the version of the stream, which has no gap."""
    async with database.connection("app") as connection:
        head = await head_of(connection, stream)
        assert await versions(connection, stream) == list(range(1, head.version + 1))
        return head.epoch, head.version


async def waiting_on_a_lock(connection: asyncpg.Connection, count: int, containing: str = "") -> bool:
    """Whether so many statements wait for a lock."""
    found = await connection.fetchval(
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'",
        containing,
    )
    return bool(found >= count)


@asynccontextmanager
async def locked(database: Database, stream: str) -> AsyncIterator[asyncpg.Connection]:
    """Somebody holds the stream's head, and keeps every append waiting; yields a connection to look with."""
    async with database.connection("app") as holding, _admin(database) as looking:
        transaction = holding.transaction()
        await transaction.start()
        await holding.execute("SELECT FROM stream_heads WHERE stream = $1 FOR UPDATE", stream)
        await holding.execute("LOCK TABLE recent_commands IN SHARE MODE")
        try:
            yield looking
        finally:
            await transaction.rollback()


@asynccontextmanager
async def _admin(database: Database) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(**(database.arguments("app") | {"user": ADMIN}))
    try:
        yield connection
    finally:
        await connection.close()


@pytest.mark.parametrize("when_", Cut)
async def test_an_append_that_was_cut_is_in_once_when_it_is_acknowledged(
    database: Database, settings: Settings, folder: Path, number: str, when_: Cut
) -> None:
    async with cut_off(database, settings, folder) as (cutting, cuttable_):
        with Database(cuttable_, print) as way:
            async with serving(way, cuttable_) as tables:
                actor = await ready(tables, number)
                before = await stands(database, f"table:{number}")
                id_ = uuid4()
                cutting.cut_next(when_)
                answer = await actor.ask(request(actor, _rules(actor), c.OpenBetting(), id_))
                assert cutting.happened.is_set()
                epoch, version = await stands(database, f"table:{number}")
                assert (answer.refused, answer.first_version, answer.events) == (None, before[1] + 1, 1)
                assert version == before[1] + 1 == actor.version
                assert epoch > before[0]
                await when(lambda: _is(tables.writer.available))
                again = await actor.ask(request(actor, _rules(actor), c.OpenBetting(), id_))
                assert again == answer._replace(again=True)
                assert (await stands(database, f"table:{number}"))[1] == version


@pytest.mark.parametrize(
    "when_",
    [
        Cut.BEFORE_IT_WAS_SENT,
        pytest.param(Cut.WHEN_IT_WAS_SENT),
        pytest.param(Cut.WHEN_IT_WAS_ANSWERED),
    ],
)
async def test_a_refusal_that_was_cut_is_kept_once_too(
    database: Database, settings: Settings, folder: Path, number: str, when_: Cut
) -> None:
    async with cut_off(database, settings, folder) as (cutting, cuttable_):
        with Database(cuttable_, print) as way:
            async with serving(way, cuttable_) as tables:
                actor = await ready(tables, number)
                cutting.cut_next(when_)
                asked = request(actor, _rules(actor), c.WithdrawWagers(1, "nobody"))
                answer = await asyncio.wait_for(actor.ask(asked), 2.0)
                assert cutting.happened.is_set()
                assert answer.refused is not None
                async with database.connection("app") as connection:
                    kept = await recent(connection, f"table:{number}")
                assert kept[asked.id].refused == answer.refused


async def test_every_append_of_a_batch_that_was_cut_is_in_once(
    database: Database, settings: Settings, folder: Path, number: str
) -> None:
    streams = [f"table:{number}.{each}" for each in range(20)]
    async with cut_off(database, settings, folder) as (cutting, cuttable_):
        with Database(cuttable_, print) as way:
            async with writing(way, *streams) as (writer, heads):
                for round_, cut in enumerate(Cut):
                    await when(lambda: _is(writer.available))
                    cutting.cut_next(cut)
                    made = [append(each, heads[each], salt=bytes(15) + bytes((round_,))) for each in streams]
                    await asyncio.gather(*[writer.append(each) for each in made])
                    heads = {
                        each.stream: heads[each.stream]._replace(version=each.version, hash=each.head) for each in made
                    }
    for stream in streams:
        epoch, version = await stands(database, stream)
        assert version == len(Cut)
        assert epoch >= len(Cut)


async def test_a_statement_that_still_waits_when_its_connection_is_cut_is_waited_for(
    database: Database, settings: Settings, folder: Path, number: str
) -> None:
    stream = f"table:{number}"
    async with cut_off(database, settings, folder) as (cutting, cuttable_):
        with Database(cuttable_, print) as way:
            async with serving(way, cuttable_) as tables:
                actor = await ready(tables, number)
                before = await stands(database, stream)
                async with locked(database, stream) as looking:
                    asked = asyncio.create_task(actor.ask(request(actor, _rules(actor), c.OpenBetting())))
                    await when(lambda: waiting_on_a_lock(looking, 1, APPENDING))
                    cutting.cut_all()
                    await when(lambda: waiting_on_a_lock(looking, 1, NEW_EPOCH))
                    assert await waiting_on_a_lock(looking, 2)
                    assert not asked.done()
                answer = await asked
                epoch, version = await stands(database, stream)
                assert (version, answer.first_version) == (before[1] + 1, before[1] + 1)
                assert epoch == before[0] + 1


async def test_a_statement_that_is_ended_while_it_waits_is_written_again_once(
    database: Database, settings: Settings, number: str
) -> None:
    stream = f"table:{number}"
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        before = await stands(database, stream)
        async with locked(database, stream) as looking:
            asked = asyncio.create_task(actor.ask(request(actor, _rules(actor), c.OpenBetting())))
            await when(lambda: waiting_on_a_lock(looking, 1, APPENDING))
            await looking.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            )
            await when(lambda: waiting_on_a_lock(looking, 1, NEW_EPOCH))
            assert not asked.done()
        answer = await asked
        epoch, version = await stands(database, stream)
        assert (version, answer.first_version, epoch) == (before[1] + 1, before[1] + 1, before[0] + 1)


async def test_while_the_database_is_away_nothing_is_acknowledged_and_whoever_asks_is_told_at_once(
    database: Database, settings: Settings, folder: Path, number: str
) -> None:
    async with cut_off(database, settings, folder) as (cutting, cuttable_):
        with Database(cuttable_, print) as way:
            async with serving(way, cuttable_) as tables:
                actor = await ready(tables, number)
                before = await stands(database, f"table:{number}")
                cutting.go_away()
                await when(lambda: _is(not tables.writer.available))
                requests = [Request(uuid4(), command, "dealer") for command in bet_and_deal()]
                for each in requests:
                    began = time.monotonic()
                    with pytest.raises(Unavailable, match="the database is away"):
                        await actor.ask(each)
                    assert time.monotonic() - began < AT_ONCE_S
                assert await stands(database, f"table:{number}") == before
                cutting.come_back()
                await when(lambda: _is(tables.writer.available))
                first = [await actor.ask(each) for each in requests]
                second = [await actor.ask(each) for each in requests]
                assert all(each.refused is None and not each.again for each in first)
                assert second == [each._replace(again=True) for each in first]
                assert actor.version == before[1] + sum(each.events for each in first)
                assert (await stands(database, f"table:{number}"))[1] == actor.version


async def test_what_was_under_way_when_the_database_went_is_answered_when_it_is_back(
    database: Database, settings: Settings, folder: Path, number: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with cut_off(database, settings, folder) as (cutting, cuttable_):
        with Database(cuttable_, print) as way:
            async with serving(way, cuttable_) as tables:
                actor = await ready(tables, number)
                before = await stands(database, f"table:{number}")
                async with locked(database, f"table:{number}") as looking:
                    asked = asyncio.create_task(actor.ask(request(actor, _rules(actor), c.OpenBetting())))
                    await when(lambda: waiting_on_a_lock(looking, 1, APPENDING))
                    cutting.go_away()
                await when(lambda: _is(caplog.text.count("still away") > 2))
                assert not asked.done()
                cutting.come_back()
                answer = await asked
                assert (await stands(database, f"table:{number}"))[1] == before[1] + 1 == answer.first_version


async def test_a_round_that_is_cut_at_every_command_is_what_it_would_have_been(
    database: Database, settings: Settings, folder: Path, number: str
) -> None:
    async with cut_off(database, settings, folder) as (cutting, cuttable_):
        with Database(cuttable_, print) as way:
            async with serving(way, cuttable_) as tables:
                actor, cuts = await ready(tables, number), list(Cut)
                before, answers = actor.version, list[Answer]()
                for each, command in enumerate(bet_and_deal()):
                    await when(lambda: _is(tables.writer.available))
                    cutting.cut_next(cuts[each % len(cuts)])
                    answers.append(await actor.ask(request(actor, _rules(actor), command)))
                    assert cutting.happened.is_set()
                live = actor.table
                actor = await opened_again(tables, actor, number, _rules(actor).id)
                assert actor.table == live
    assert [each.events for each in answers] == [1, 1, 3, 1, 2]
    assert (await stands(database, f"table:{number}"))[1] == before + 8


async def test_a_writer_whose_stream_was_taken_over_meanwhile_finds_out(
    database: Database, settings: Settings, folder: Path, stream: str
) -> None:
    async with cut_off(database, settings, folder) as (cutting, cuttable_):
        with Database(cuttable_, print) as way:
            async with writing(way, stream) as (writer, heads):
                async with database.connection("app") as connection:
                    await connection.execute("UPDATE leases SET owner = $2 WHERE stream = $1", stream, UUID(int=5))
                    await connection.execute("UPDATE stream_heads SET epoch = 9 WHERE stream = $1", stream)
                cutting.cut_next(Cut.WHEN_IT_WAS_SENT)
                with pytest.raises(Exception, match="another server holds"):
                    await writer.append(append(stream, heads[stream]))
    assert await stands(database, stream) == (9, 0)


async def test_what_was_asked_before_a_stream_was_let_go_of_is_not_written_when_it_is_held_again(
    database: Database, settings: Settings, folder: Path, stream: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asked has stopped meanwhile, and the next one has the same command: it goes in once."""
    async with cut_off(database, settings, folder) as (cutting, cuttable_):
        with Database(cuttable_, print) as way:
            async with writing(way, stream) as (writer, heads):
                connected, epoch = writer._connected, heads[stream].epoch

                async def let_go_meanwhile() -> asyncpg.Connection:
                    writer.let_go(stream)
                    writer.hold(stream, epoch)
                    return await connected()

                monkeypatch.setattr(writer, "_connected", let_go_meanwhile)
                cutting.cut_next(Cut.BEFORE_IT_WAS_SENT)
                asked = append(stream, heads[stream])
                with pytest.raises(Fenced, match="does not hold"):
                    await writer.append(asked)
                await writer.append(asked)
    assert await stands(database, stream) == (epoch, 1)


@pytest.mark.parametrize("when_", Cut)
async def test_an_append_in_doubt_is_not_told_as_recorded_where_another_is(
    database: Database, settings: Settings, folder: Path, stream: str, when_: Cut
) -> None:
    async with cut_off(database, settings, folder) as (cutting, cuttable_):
        with Database(cuttable_, print) as way:
            async with writing(way, stream) as (writer, heads):
                other, doubtful = append(stream, heads[stream]), append(stream, heads[stream], salt=bytes(15) + b"1")
                async with database.connection("app") as connection:
                    assert await executed(connection, [other], {stream: heads[stream].epoch}) == {stream}
                there = await counted(database, stream)
                cutting.cut_next(when_)
                with pytest.raises(Fenced):
                    await writer.append(doubtful)
                assert cutting.happened.is_set()
    async with database.connection("app") as connection:
        assert (await head_of(connection, stream)).hash == other.head
    assert await counted(database, stream) == there


async def test_looking_for_what_became_of_an_append_leaves_no_connections_behind(
    database: Database,
    settings: Settings,
    number: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(database_module, "LOCK_TIMEOUT_MS", 50)
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        async with _admin(database) as looking:
            usual = await looking.fetchval(OF_THE_APP)
        async with locked(database, f"table:{number}") as looking:
            await looking.execute("SET lock_timeout = 0")
            asked = asyncio.create_task(actor.ask(request(actor, _rules(actor), c.OpenBetting())))
            await when(lambda: waiting_on_a_lock(looking, 1, APPENDING))
            await looking.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            )
            await when(lambda: _is(caplog.text.count("still away") > 3))
            connections = await looking.fetchval(OF_THE_APP)
        assert (await asked).refused is None
    async with _admin(database) as looking:
        await looking.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tablekeeper app'"
            " AND pid <> pg_backend_pid()"
        )
        await when(lambda: _one(looking))
    # Before it the one that held the lock was not there.
    assert connections <= usual + 1


async def test_a_lock_that_somebody_held_too_long_does_not_freeze_the_table(
    database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "LOCK_TIMEOUT_MS", 50)
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        asked = request(actor, _rules(actor), c.OpenBetting())
        async with locked(database, f"table:{number}"):
            with pytest.raises(Unavailable):
                await actor.ask(asked)
        assert (await actor.ask(asked)).refused is None


async def _one(looking: asyncpg.Connection) -> bool:
    return bool(await looking.fetchval(OF_THE_APP) == 1)


async def _is(value: bool) -> bool:
    return value


def _rules(actor: TableActor) -> Ruleset:
    return actor._rules
