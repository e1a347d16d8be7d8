"""What tables have in common is had once: a book is read once however many play by it, and connections are reused."""

import asyncio
from collections import Counter
from typing import Any

import asyncpg
import pytest

from app.books import rulebook
from app.books.rulebook import load_ruleset, ruleset_ids
from app.game.core.state import TableConfig
from app.game.rules.ruleset import Ruleset
from app.game.views.audiences import rules_shown
from app.settings import Settings
from app.store.database import Database, Role
from app.table.open_tables import OPENED_AT_ONCE
from tests.store.live import BOOK, ask, bet_and_deal, ready, serving

TABLES = 40
A_SERVER = 1_000


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each book was parsed by a process that has read none yet."""
    counted: Counter[str] = Counter()
    parse = rulebook._parsed

    def counting(text: str, hash_: str) -> Ruleset:
        counted[hash_] += 1
        return parse(text, hash_)

    monkeypatch.setattr(rulebook, "_parsed", counting)
    monkeypatch.setattr(rulebook, "_read", {})
    return counted


@pytest.fixture
def connected(own: tuple[Database, Settings], monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often tables that were opening connected to the database, by role."""
    counted: Counter[str] = Counter()
    connect = own[0].connect

    async def counting(role: Role, **settings: str) -> Any:
        task = asyncio.current_task()
        counted[role] += task is not None and task.get_name().startswith("table:")
        return await connect(role, **settings)

    monkeypatch.setattr(own[0], "connect", counting)
    return counted


async def set_up(own: tuple[Database, Settings]) -> None:
    """Tables in the middle of a round, under all books in turn; their server goes away."""
    books = ruleset_ids()
    async with serving(*own) as tables:
        for number in range(1, TABLES + 1):
            book = books[number % len(books)]
            actor = await ready(tables, str(number), book)
            await ask(actor, *bet_and_deal(), book=book)


async def test_a_book_is_parsed_once_in_a_process(own: tuple[Database, Settings], parsed: Counter[str]) -> None:
    await set_up(own)
    parsed.clear()
    rulebook._read.clear()
    async with serving(*own) as tables:
        assert await tables.open_all() == []
        by_hash = {actor.rules.hash: actor.rules for actor in tables.live().values()}
        assert len(tables.live()) == TABLES
        assert all([actor.rules is by_hash[actor.rules.hash] for actor in tables.live().values()])
    assert parsed == Counter(dict.fromkeys(by_hash, 1))
    assert len(by_hash) == len(ruleset_ids())


async def test_tables_that_open_share_a_few_connections(
    own: tuple[Database, Settings], connected: Counter[str]
) -> None:
    await set_up(own)
    async with serving(*own) as tables:
        connected.clear()
        assert await tables.open_all() == []
        assert len(tables.live()) == TABLES
    assert 1 <= connected["app"] <= OPENED_AT_ONCE
    assert connected["vault"] <= OPENED_AT_ONCE


async def test_one_table_that_opens_wants_one_connection(
    own: tuple[Database, Settings], connected: Counter[str]
) -> None:
    async with serving(*own) as tables:
        await ready(tables, "1")
    async with serving(*own) as tables:
        connected.clear()
        await tables.open("1")
        assert connected == Counter(app=1)


async def test_connections_are_closed_when_nobody_keeps_them(honest: Database) -> None:
    async with honest.kept_open():
        async with honest.connection("reader") as first:
            pass
        async with honest.connection("reader") as second:
            assert second is first
            async with honest.connection("reader") as beside:
                assert beside is not first
        async with honest.connection("app") as other:
            assert other is not first
        assert not first.is_closed()
    assert first.is_closed() and beside.is_closed() and other.is_closed()
    async with honest.connection("reader") as after:
        assert after is not first
    assert after.is_closed()


async def test_a_connection_that_was_lost_is_given_to_nobody(honest: Database) -> None:
    async with honest.kept_open():
        async with honest.connection("reader") as lost:
            pass
        lost.terminate()
        async with honest.connection("reader") as found:
            assert await found.fetchval("SELECT 1") == 1


async def test_after_an_error_none_of_the_idle_ones_is_trusted(honest: Database) -> None:
    async with honest.kept_open():
        async with honest.connection("reader") as first, honest.connection("reader"):
            pass
        with pytest.raises(asyncpg.DivisionByZeroError):
            async with honest.connection("reader") as second:
                await second.fetchval("SELECT 1 / 0")
        async with honest.connection("reader") as third:
            assert third not in (first, second)
    assert first.is_closed() and second.is_closed()


async def test_loops_do_not_share_connections(honest: Database) -> None:
    async def elsewhere() -> int:
        async with honest.connection("reader") as connection:
            answer: int = await connection.fetchval("SELECT 1")
        assert connection.is_closed()
        return answer

    async with honest.kept_open():
        async with honest.connection("reader"):
            pass
        assert await asyncio.to_thread(asyncio.run, elsewhere()) == 1


def test_the_rules_on_the_signs_of_a_whole_server_are_made_once() -> None:
    rules = load_ruleset(BOOK)
    configs = [TableConfig(minimum_cents=100 * number) for number in range(1, A_SERVER + 1)]
    made = [rules_shown(config, rules) for config in configs]
    assert all([rules_shown(config, rules) is shown for config, shown in zip(configs, made, strict=True)])
