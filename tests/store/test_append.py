"""An append is one statement: all of it is there, or nothing; and one stream's conflict is nobody else's."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import NamedTuple
from uuid import UUID, uuid4

import asyncpg
import pytest

from app.game.core.cards import Card
from app.game.core.seals import Opened
from app.settings import Settings
from app.store.appending import Append, statement
from app.store.database import Database
from app.store.leases import Head
from app.store.log_reader import entries, sealed_of
from app.store.writer import MOST_APPENDS, Fenced, NotRecorded
from tests.store.rows import (
    PARTS,
    after,
    append,
    counted,
    executed,
    head_of,
    new_heads,
    posting,
    projections,
    versions,
    writing,
)  # fmt: skip

ALL = dict.fromkeys(PARTS, 1) | {"postings": 2}
TAKEN = UUID(int=7)


@pytest.fixture(scope="session")
def database(scratch: Database) -> Database:
    """Not the one with the honest logs."""
    return scratch


async def test_an_append_brings_events_head_command_sealed_cards_and_projections(
    database: Database, stream: str
) -> None:
    async with writing(database, stream) as (writer, heads):
        made = append(stream, heads[stream], 3)
        await writer.append(made)
    assert await counted(database, stream) == ALL | {"events": 3}
    async with database.connection("app") as connection:
        assert (await head_of(connection, stream))[:3] == (heads[stream].epoch, 3, made.head)
        assert await entries(connection, stream) == list(made.entries)


async def test_what_is_sealed_is_found_by_its_commitment(database: Database, stream: str) -> None:
    async with writing(database, stream) as (writer, heads):
        made = append(stream, heads[stream])
        await writer.append(made)
    async with database.connection("vault") as vault:
        opened = await sealed_of(vault, stream, [made.sealed[0].commitment])
    assert opened == {made.sealed[0].commitment: Opened(Card("8S"), bytes(16))}


class Wrong(NamedTuple):
    """An append that the database has to refuse, behind one that is in."""

    made: Callable[[str, Head], Append]
    error: type[Exception] = asyncpg.UniqueViolationError


WRONG = {
    "postings that do not sum to zero": Wrong(
        lambda stream, head: append(
            stream, head, salt=b"2" * 16,
            rows=projections(stream, 2) | {"postings": [posting(stream, 2, 0, 500), posting(stream, 2, 1, -499)]},
        ),
        asyncpg.CheckViolationError,
    ),
    "a command that is there already": Wrong(
        lambda stream, head: append(stream, head, command=TAKEN, salt=b"2" * 16)
    ),
    "a sealed commitment that is there already": Wrong(lambda stream, head: append(stream, head)),
    "a salt that is no salt": Wrong(
        lambda stream, head: append(stream, head, salt=b"short"), asyncpg.CheckViolationError
    ),
    "a version that is there already": Wrong(lambda stream, head: _of_version(append(stream, head, salt=b"2" * 16), 1)),
    "a version below one": Wrong(
        lambda stream, head: _of_version(append(stream, head, salt=b"2" * 16), 0), asyncpg.CheckViolationError
    ),
    "a hash that is none": Wrong(
        lambda stream, head: _of_hash(append(stream, head, salt=b"2" * 16), b"short"), asyncpg.CheckViolationError
    ),
    "a payload that is not JSON": Wrong(
        lambda stream, head: _of_payload(append(stream, head, salt=b"2" * 16), "{"),
        asyncpg.InvalidTextRepresentationError,
    ),
    "a projected row that is there already": Wrong(
        lambda stream, head: append(stream, head, salt=b"2" * 16, rows=projections(stream, 1) | {"postings": []})
    ),
}  # fmt: skip


def _of_version(made: Append, version: int) -> Append:
    return made._replace(entries=(made.entries[0]._replace(version=version),))


def _of_hash(made: Append, hash_: bytes) -> Append:
    return made._replace(entries=(made.entries[0]._replace(hash=hash_),))


def _of_payload(made: Append, payload: str) -> Append:
    return made._replace(entries=(made.entries[0]._replace(payload=payload),))


@pytest.mark.parametrize("what", WRONG)
async def test_an_append_of_which_one_part_is_refused_leaves_nothing(
    database: Database, stream: str, what: str
) -> None:
    async with database.connection("app") as connection:
        head = (await new_heads(connection, stream))[stream]
        first = append(stream, head, command=TAKEN)
        assert await executed(connection, [first], {stream: 1}) == {stream}
        before = await counted(database, stream)
        with pytest.raises(WRONG[what].error):
            await executed(connection, [WRONG[what].made(stream, after(head, first))], {stream: 1})
        assert await counted(database, stream) == before == ALL
        assert await head_of(connection, stream) == after(head, first)


@pytest.mark.parametrize("away", [{"version": 1}, {"version": -1}, {"epoch": 1}, {"epoch": -1}])
async def test_a_stream_that_stands_elsewhere_is_not_advanced_and_gets_nothing(
    database: Database, stream: str, away: dict[str, int]
) -> None:
    async with database.connection("app") as connection:
        head = (await new_heads(connection, stream))[stream]
        first = append(stream, head)
        await executed(connection, [first], {stream: 1})
        stands = after(head, first)
        expected = stands._replace(version=stands.version + away.get("version", 0))
        late = append(stream, expected, salt=b"2" * 16)
        assert await executed(connection, [late], {stream: 1 + away.get("epoch", 0)}) == set()
        assert await counted(database, stream) == ALL
        assert await head_of(connection, stream) == stands


async def test_of_several_streams_in_one_statement_the_fenced_one_keeps_none_of_the_others_out(
    database: Database, number: str
) -> None:
    streams = [f"table:{number}.{each}" for each in range(5)]
    async with database.connection("app") as connection:
        heads = await new_heads(connection, *streams)
        epochs = dict.fromkeys(streams, 1) | {streams[2]: 4}
        advanced = await executed(connection, [append(each, heads[each]) for each in streams], epochs)
    assert advanced == {*streams} - {streams[2]}
    for each in streams:
        assert await counted(database, each) == (ALL if each in advanced else dict.fromkeys(PARTS, 0))


async def test_the_writer_tells_the_fenced_one_and_acknowledges_the_others(database: Database, number: str) -> None:
    streams = [f"table:{number}.{each}" for each in range(4)]
    async with writing(database, *streams) as (writer, heads):
        async with database.connection("app") as connection:
            await connection.execute("UPDATE stream_heads SET epoch = epoch + 1 WHERE stream = $1", streams[1])
        asked = [writer.append(append(each, heads[each])) for each in streams]
        answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), Fenced, type(None), type(None)]
    assert [(await counted(database, each))["events"] for each in streams] == [1, 0, 1, 1]


async def test_an_append_that_the_database_refuses_fails_none_of_those_that_came_with_it(
    database: Database, number: str
) -> None:
    streams = [f"table:{number}.{each}" for each in range(6)]
    async with writing(database, *streams) as (writer, heads):
        made = [append(each, heads[each]) for each in streams]
        made[3] = append(streams[3], heads[streams[3]], rows={"postings": [posting(streams[3], 1, 0, 1)]})
        answers = await asyncio.gather(*[writer.append(each) for each in made], return_exceptions=True)
        assert [type(each) for each in answers] == [NotRecorded if each == 3 else type(None) for each in range(6)]
        await writer.append(append(streams[3], heads[streams[3]]))
    for each in streams:
        assert await counted(database, each) == ALL


async def test_what_cannot_even_be_sent_is_refused_alone(database: Database, number: str) -> None:
    streams = [f"table:{number}.{each}" for each in range(3)]
    async with writing(database, *streams) as (writer, heads):
        made = [append(each, heads[each]) for each in streams]
        too_large = [(*row[:6], 2**31, *row[7:]) for row in projections(streams[1], 1)["postings"]]
        made[1] = append(streams[1], heads[streams[1]], rows={"postings": too_large})
        answers = await asyncio.gather(*[writer.append(each) for each in made], return_exceptions=True)
        assert [type(each) for each in answers] == [type(None), NotRecorded, type(None)]
        assert writer.available


async def test_two_writers_at_one_version_one_wins_and_the_other_is_fenced(database: Database, number: str) -> None:
    rounds, stream = 40, f"table:{number}"
    async with database.connection("app") as one, database.connection("app") as two:
        head = (await new_heads(one, stream))[stream]
        won = [0, 0]
        for each in range(rounds):
            made = [append(stream, head, salt=(2 * each + side).to_bytes(16, "big")) for side in (0, 1)]
            sides = zip((one, two), made, strict=True)
            advanced = await asyncio.gather(*[executed(by, [each], {stream: 1}) for by, each in sides])
            assert sorted(map(len, advanced)) == [0, 1]
            winner = advanced.index({stream})
            won[winner] += 1
            head = after(head, made[winner])
        assert await versions(one, stream) == list(range(1, rounds + 1))
        assert await head_of(one, stream) == head
    print(f"won {won}")


async def test_two_writers_in_two_processes_epochs_only_the_newer_one_writes(database: Database, stream: str) -> None:
    async with writing(database, stream) as (old, heads):
        await old.append(append(stream, heads[stream]))
        async with database.connection("app") as connection:
            await connection.execute("UPDATE leases SET until = clock_timestamp() - interval '1s' WHERE stream = $1",
                                     stream)  # fmt: skip
        async with writing(database, stream) as (new, newer):
            assert newer[stream].epoch == heads[stream].epoch + 1
            behind = Head(0, 1, newer[stream].hash, 0, heads[stream].checkpoint_day)
            with pytest.raises(Fenced):
                await old.append(append(stream, behind, salt=b"2" * 16))
            await new.append(append(stream, newer[stream], salt=b"3" * 16))
    assert (await counted(database, stream))["events"] == 2


async def test_writers_with_crossing_sets_of_streams_never_wait_for_each_other_in_a_circle(
    database: Database, number: str
) -> None:
    streams, chance, waits = [f"table:{number}.{each}" for each in range(12)], Random(4), 0
    print("seed 4")
    async with database.connection("app") as connection:
        await new_heads(connection, *streams)

    async def many(by: asyncpg.Connection, order: list[list[str]]) -> int:
        won = 0
        for names in order:
            heads = {each: await head_of(by, each) for each in names}
            made = [append(each, heads[each], salt=uuid4().bytes) for each in names]
            won += len(await executed(by, made, dict.fromkeys(names, 1)))
        return won

    async with database.connection("app") as one, database.connection("app") as two, database.connection("app") as six:
        orders = [[chance.sample(streams, 8) for _ in range(60)] for _ in range(3)]
        won = await asyncio.gather(*[many(by, order) for by, order in zip((one, two, six), orders, strict=True)])
        found = [len(await versions(one, each)) for each in streams]
        waits = sum(3 * [480]) - sum(won)
        assert sum(found) == sum(won)
        for each in streams:
            count = (await head_of(one, each)).version
            assert await versions(one, each) == list(range(1, count + 1))
    print(f"{sum(won)} appends won, {waits} lost to another")
    assert waits, "they crossed"


async def test_no_statement_carries_more_than_the_most(
    database: Database, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def measured(appends: list[Append], epochs: dict[str, int]) -> object:
        sizes.append(len(appends))
        return statement(appends, epochs)

    monkeypatch.setattr("app.store.writer.statement", measured)
    streams = [f"table:{number}.{each:04}" for each in range(MOST_APPENDS + 100)]
    async with database.connection("app") as connection:
        heads = await new_heads(connection, *streams)
    async with writing(database) as (writer, _):
        writer._may_write = bool
        for each in streams:
            writer.hold(each, 1)
        await asyncio.gather(*[writer.append(append(each, heads[each], rows={})) for each in streams])
    assert sizes == [MOST_APPENDS, 100]


async def test_appends_of_one_stream_go_in_one_after_the_other(database: Database, stream: str) -> None:
    async with writing(database, stream) as (writer, heads):
        head, made = heads[stream], []
        for each in range(10):
            made.append(append(stream, head, salt=each.to_bytes(16, "big")))
            head = after(head, made[-1])
        await asyncio.gather(*[writer.append(each) for each in made])
    async with database.connection("app") as connection:
        assert await versions(connection, stream) == list(range(1, 11))
        assert await head_of(connection, stream) == head._replace(epoch=heads[stream].epoch)


async def test_a_checkpoint_is_named_by_the_head_and_stays_named(database: Database, stream: str) -> None:
    async with database.connection("app") as connection:
        head = (await new_heads(connection, stream))[stream]
        first = append(stream, head)._replace(checkpoint=(1, head.checkpoint_day))
        second = append(stream, after(head, first), salt=b"2" * 16)
        for made in (first, second):
            await executed(connection, [made], {stream: 1})
        assert (await head_of(connection, stream)).checkpoint_version == 1


async def test_a_stream_that_is_not_held_is_not_written(database: Database, settings: Settings, stream: str) -> None:
    async with writing(database, stream) as (writer, heads):
        writer.let_go(stream)
        with pytest.raises(Fenced):
            await writer.append(append(stream, heads[stream]))
    assert await counted(database, stream) == dict.fromkeys(PARTS, 0)
