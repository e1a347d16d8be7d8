"""A short run over all three dialects: the server killed, PostgreSQL killed, a cable pulled, sockets cut; and then the
same record looked at again, each time with one thing wrong, which has to be found. About half a minute.

`CHAOS_KILLS=200` kills the server so many times, PostgreSQL a tenth as often. It is one test, so that side by side no
other process sets the house up a second time.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from app.store.database import Database
from tests.chaos.checking import Told, checked, kept
from tests.chaos.deeds import Counts, counted
from tests.chaos.figures import Figures
from tests.chaos.journal import Answered, Order
from tests.chaos.playing import Evening, Played, WentWrong, kept_if_wrong, looked_at, played
from tests.chaos.stack import ONE_OF_EACH_DIALECT
from tests.crash.recorded import recorded

SEED = 5
KILLS = int(os.environ.get("CHAOS_KILLS", "3"))
COUNTS = Counts(server=KILLS, postgresql=max(1, KILLS // 10), both=0, unplug=max(1, KILLS // 5), cut=max(1, KILLS // 5))


def test_nothing_is_lost_or_done_twice_and_what_would_be_wrong_is_found() -> None:
    asyncio.run(_played_and_spoilt())


async def _played_and_spoilt() -> None:
    async with played(Evening(ONE_OF_EACH_DIALECT, SEED, counted(COUNTS, Random(SEED))), print) as house:
        await _all_is_there(house)
        with house.machines.database() as database:
            for name, planted, words in PLANTED:
                tables = await planted(house.tables[0], database)
                wrong = await checked(database, [*tables, *house.tables[1:]], Figures(SEED))
                assert any([words in each for each in wrong]), f"{name} was not found: {wrong}"
            await _assert_doubled_found(database, house.tables[0])
            assert await checked(database, house.tables, Figures(SEED)) == []


async def _all_is_there(house: Played) -> None:
    figures = house.figures
    assert await looked_at(house.machines, house.tables, figures) == []
    print(*figures.lines(), sep="\n")
    assert len(figures.kills) == COUNTS.server + COUNTS.postgresql
    assert (figures.unplugged.total(), figures.cuts) == (COUNTS.unplug, COUNTS.cut)
    assert all([table.report.rounds > 0 for table in house.tables])


async def _assert_doubled_found(database: Database, told: Told) -> None:
    """An order that is there once, and done twice: under its own id, and by itself under another."""
    log, (order, answer) = await recorded(database, told.number), _acknowledged(told)
    assert not list(kept(log, told.orders))
    again = [entry for entry in log.entries if entry.command == order.id]
    under_its_own = log._replace(entries=[*log.entries, *again])
    found = list(kept(under_its_own, told.orders))
    assert found == [
        f"{order.command} {order.id} caused {2 * answer.events} events, and is recorded with {answer.events}"
    ]
    another = uuid4()
    rows = [*log.commands, {**dict(next(row for row in log.commands if row["id"] == order.id)), "id": another}]
    under_another = log._replace(
        entries=[*log.entries, *[entry._replace(command=another) for entry in again]], commands=rows
    )
    (found_twice,) = kept(under_another, told.orders)
    assert str(another) in found_twice and "was asked by nobody" in found_twice


def test_with_two_servers_and_faults_of_their_wires_nothing_is_lost_or_done_twice() -> None:
    asyncio.run(_played_at_two())


async def _played_at_two() -> None:
    counts = Counts(server=2, term=1, postgresql=1, both=1, wire=5)
    evening = Evening(ONE_OF_EACH_DIALECT, SEED, counted(counts, Random(SEED)), servers=2)
    async with played(evening, print) as house:
        figures = house.figures
        assert await looked_at(house.machines, house.tables, figures) == []
        print(*figures.lines(), sep="\n")
        assert (figures.servers_killed, figures.postgresql_killed, figures.faults.total()) == (4, 2, 5)
        assert figures.struck, "no byte was held, and no connection cut"


# --- what is planted: what the people say, or a row of the tables for queries, which are made again after each look

Plant = Callable[[Told, Database], Awaitable[list[Told]]]


def _said(change: Callable[[Told], Told]) -> Plant:
    async def plant(told: Told, _database: Database) -> list[Told]:
        return [change(told)]

    return plant


def _done(statement: str) -> Plant:
    async def plant(told: Told, database: Database) -> list[Told]:
        async with database.connection("owner") as connection:
            await connection.execute(statement.format(stream=f"table:{told.number}"))
        return [told]

    return plant


def _acknowledged(told: Told) -> tuple[Order, Answered]:
    """An order that was, and caused something."""
    return next((each, each.answer) for each in told.orders if each.answer is not None and each.answer.events)


def _never_sent(told: Told) -> Told:
    answer = Answered("", 9, 9, 1, again=False, at_s=0.0)
    return told._replace(orders=[*told.orders, Order(uuid4(), told.number, "Hit", answer)])


def _answered(**changed: Any) -> Callable[[Told], Told]:
    def change(told: Told) -> Told:
        order, answer = _acknowledged(told)
        others = [each for each in told.orders if each.id != order.id]
        return told._replace(orders=[*others, Order(order.id, told.number, order.command, answer._replace(**changed))])

    return change


def _forgotten(told: Told) -> Told:
    order, _ = _acknowledged(told)
    return told._replace(orders=[each for each in told.orders if each.id != order.id])


def _pressed(place: int) -> Callable[[Told], Told]:
    return lambda told: told._replace(left=[*told.left[:place], "KS", *told.left[place:]])


def _told_otherwise(**changed: int) -> Callable[[Told], Told]:
    def change(told: Told) -> Told:
        added = {name: getattr(told.report, name) + more for name, more in changed.items()}
        return told._replace(report=replace(told.report, **added))

    return change


A_CARD_GONE = """
DELETE FROM cards WHERE (stream, version, n) = (
    SELECT stream, version, n FROM cards WHERE stream = '{stream}' ORDER BY version, n LIMIT 1)"""
A_CENT_MORE = """
UPDATE postings SET cents = cents + 1 WHERE (stream, version, n) = (
    SELECT stream, version, n FROM postings WHERE stream = '{stream}' ORDER BY version, n LIMIT 1)"""
A_SETTLEMENT_GONE = """
DELETE FROM settlements WHERE (stream, version, n) = (
    SELECT stream, version, n FROM settlements WHERE stream = '{stream}' ORDER BY version, n LIMIT 1)"""
A_ROUND_OPEN = "UPDATE rounds SET state = 'open' WHERE stream = '{stream}' AND number = 1"
PLANTED: tuple[tuple[str, Plant, str], ...] = (
    ("an order that is not recorded", _said(_never_sent), "was acknowledged at version 9 and is lost"),
    ("an answer with another version", _said(_answered(first_version=1)), "was told"),
    ("an answer with more events", _said(_answered(events=40)), "events are not where it was told"),
    ("an order that was refused, and done", _said(_answered(refused="not_now")), "was answered 'not_now' and is"),
    ("an order that nobody sent", _said(_forgotten), "was asked by nobody"),
    ("a card before all others", _said(_pressed(0)), "from card 1 on the shoe let out KS"),
    ("a card among the others", _said(_pressed(7)), "cards left the shoe"),
    ("a card after all others", _said(_pressed(1_000_000)), "the shoe let out KS, and the record has none"),
    ("a cent more paid", _said(_told_otherwise(pays_cents=1)), "by the bot"),
    ("a cent more taken", _said(_told_otherwise(takes_cents=1)), "by the bot"),
    ("a round that is not recorded", _said(_told_otherwise(rounds=1)), "rounds to the end"),
    ("a hold where there is nothing to doubt", _said(lambda told: told._replace(resolved=Counter(doubt=1))), "and yet"),
    ("a version that nobody saw", _said(lambda told: told._replace(seen_version=told.seen_version - 1)), "last seen"),
    ("a card that is gone", _done(A_CARD_GONE), "cards: "),
    ("a cent too many", _done(A_CENT_MORE), "sum to 1 cents"),
    ("a settlement that is gone", _done(A_SETTLEMENT_GONE), "by the bot"),
    ("a round that is open", _done(A_ROUND_OPEN), "rounds to the end"),
)  # fmt: skip


def test_a_house_in_which_something_is_wrong_is_kept_and_named(tmp_path: Path) -> None:
    async def spoilt() -> None:
        async with kept_if_wrong(tmp_path / "house"):
            raise AssertionError("what, where")

    (tmp_path / "house").mkdir()
    with pytest.raises(WentWrong, match=f"(?s)what, where.*the house is kept in {tmp_path / 'house'}"):
        asyncio.run(spoilt())
    assert (tmp_path / "house").exists()
