"""A table comes back from its nearest checkpoint as it would from its first event, and as it was."""

from itertools import islice

import pytest

from app.game.core.apply import EMPTY, apply
from app.game.events import RoundOpened, ShoeLoaded
from app.settings import Settings
from app.store.chain import Entry
from app.store.checkpoints import checkpoint_of, replayed, table_of
from app.store.database import Database
from app.store.log_reader import entries, event_of
from app.table.open_tables import LogBroken, Tables
from tests.store.live import BOOK, ask, bet_and_deal, opened_again, ready, request, serving
from tests.store.plays import Play
from tests.store.rows import head_of, new_heads

CHECKPOINTS = {RoundOpened.__name__, ShoeLoaded.__name__}


async def logs(database: Database, evening: dict[str, Play]) -> dict[str, list[Entry]]:
    async with database.connection("app") as connection:
        return {stream: await entries(connection, stream) for stream in evening}


async def test_a_checkpoint_holds_what_the_events_up_to_it_make_of_the_table(
    database: Database, evening: dict[str, Play]
) -> None:
    count = 0
    for log in (await logs(database, evening)).values():
        table = EMPTY
        for entry in log:
            table = apply(table, event_of(entry))
            assert (entry.checkpoint is not None) == (entry.type in CHECKPOINTS)
            if entry.checkpoint is not None:
                assert entry.checkpoint == checkpoint_of(table)
                assert table_of(entry.checkpoint) == table
                count += 1
    print(f"{count} checkpoints")
    assert count > len(evening)


async def test_the_log_holds_the_very_events_of_the_round(database: Database, evening: dict[str, Play]) -> None:
    for stream, log in (await logs(database, evening)).items():
        assert tuple(event_of(entry) for entry in log) == evening[stream].events


async def test_from_every_checkpoint_the_table_is_the_same_as_from_the_first_event(
    database: Database, evening: dict[str, Play]
) -> None:
    for stream, log in (await logs(database, evening)).items():
        assert replayed(log) == evening[stream].table
        for at, entry in enumerate(log):
            if entry.checkpoint is not None:
                assert replayed(log[at:]) == evening[stream].table


async def test_the_head_names_the_last_checkpoint(database: Database, evening: dict[str, Play]) -> None:
    async with database.connection("app") as connection:
        for stream, log in (await logs(database, evening)).items():
            last = [(entry.version, entry.day) for entry in log if entry.checkpoint is not None][-1:]
            head = await head_of(connection, stream)
            assert [(head.checkpoint_version, head.checkpoint_day)] == (last or [(0, head.checkpoint_day)])


async def test_a_server_that_comes_back_has_every_table_as_it_was(
    database: Database, settings: Settings, evening: dict[str, Play]
) -> None:
    async with serving(database, settings) as tables:
        for stream, play in evening.items():
            actor = await tables.open(stream.removeprefix("table:"))
            assert (actor.table, actor.version) == (play.table, len(play.events)), play.name


async def test_a_table_that_is_opened_again_after_every_command_is_never_any_different(
    database: Database, settings: Settings, evening: dict[str, Play], number: str
) -> None:
    special = [play for play in evening.values() if len(play.events) > 35]
    count = 0
    async with serving(database, settings) as tables:
        for each, play in enumerate(islice(special, 0, None, max(1, len(special) // 8))):
            count += await _again_and_again(tables, play, f"{number}r{each}")
    print(f"{count} times")
    assert count > 100


async def _again_and_again(tables: Tables, play: Play, number: str) -> int:
    actor = await tables.open(number, play.rules.id)
    for command in play.commands:
        await actor.ask(request(actor, play.rules, command))
        live = (actor.table, actor.version)
        actor = await opened_again(tables, actor, number, play.rules.id)
        assert (actor.table, actor.version) == live, (play.name, command)
    assert actor.table == play.table
    return len(play.commands)


async def test_a_tail_that_is_not_what_the_head_says_is_not_played_on(
    scratch: Database, settings: Settings, number: str
) -> None:
    async with serving(scratch, settings) as tables:
        actor = await ready(tables, number)
        await ask(actor, *bet_and_deal())
        await actor.close()
        async with scratch.connection("app") as connection:
            await connection.execute(
                "UPDATE stream_heads SET version = version + 1 WHERE stream = $1", f"table:{number}"
            )
        with pytest.raises(LogBroken, match=f"table:{number} does not end as its head says.*run `tablekeeper verify`"):
            await tables.open(number)


async def test_a_table_without_events_and_without_a_book_is_not_opened(
    scratch: Database, settings: Settings, number: str
) -> None:
    async with scratch.connection("app") as connection:
        await new_heads(connection, f"table:{number}")
    async with serving(scratch, settings) as tables:
        with pytest.raises(LogBroken, match="is new: say which book"):
            await tables.open(number)
        assert (await tables.open(number, BOOK)).version == 0
