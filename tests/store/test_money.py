"""The accounts, by SQL alone: nothing is made or lost, and what everybody has is what the settlements say."""

from collections import Counter

import asyncpg
import pytest

from app.game import events as e
from app.game.core.ledger import balances
from app.game.core.results import net
from app.store.database import Database
from tests.store.plays import Play

UNBALANCED = "SELECT stream, version FROM postings GROUP BY stream, version HAVING sum(cents) <> 0"

# What each bettor of a round has gained: by the postings, and by the settlements that stand.
DIFFERING = """
WITH posted AS (
    SELECT stream, round, box, player, sum(cents) AS cents FROM postings
     WHERE account = 'bettor' AND stream = ANY ($1) GROUP BY stream, round, box, player),
settled AS (
    SELECT stream, round, box, player,
           sum(CASE WHEN withdrawn THEN takes_cents - pays_cents ELSE pays_cents - takes_cents END) AS cents
      FROM settlements WHERE superseded_by IS NULL AND stream = ANY ($1) GROUP BY stream, round, box, player)
SELECT stream, round, box, player, p.cents AS posted, s.cents AS settled
  FROM posted p FULL JOIN settled s USING (stream, round, box, player)
 WHERE coalesce(p.cents, 0) <> coalesce(s.cents, 0)
   AND (stream, round) IN (SELECT stream, round FROM rounds WHERE state <> 'open')"""

LEFT_ON_THE_LAYOUT = """
SELECT stream, round, box, player FROM postings JOIN rounds USING (stream, round)
 WHERE account = 'layout' AND state <> 'open' AND stream = ANY ($1)
 GROUP BY stream, round, box, player HAVING sum(cents) <> 0"""

VOID = """
SELECT stream, round, account, box, player FROM postings JOIN rounds USING (stream, round)
 WHERE state = 'void' AND stream = ANY ($1) GROUP BY stream, round, account, box, player HAVING sum(cents) <> 0"""

ACCOUNTS = """
SELECT account, box, player, sum(cents)::bigint AS cents FROM postings
 WHERE stream = $1 AND ($2::text IS NULL OR round LIKE '%-' || $2)
 GROUP BY account, box, player HAVING sum(cents) <> 0"""


Accounts = dict[tuple[str, int, str], int]


def amended(play: Play) -> bool:
    """Whether an earlier round was put right."""
    return any(isinstance(event, e.EarlierRoundAmended) for event in play.events)


def plain(evening: dict[str, Play]) -> list[str]:
    return [stream for stream, play in evening.items() if not amended(play)]


async def accounts(connection: asyncpg.Connection, stream: str, round_: int | None = None) -> Accounts:
    """Who has gained what at the table, or in one round."""
    rows = await connection.fetch(ACCOUNTS, stream, None if round_ is None else str(round_))
    return {(row["account"], row["box"], row["player"]): row["cents"] for row in rows}


async def test_every_transaction_sums_to_zero(database: Database, evening: dict[str, Play]) -> None:
    async with database.connection("reader") as connection:
        assert await connection.fetch(UNBALANCED) == []
        count = await connection.fetchval("SELECT count(DISTINCT (stream, version)) FROM postings")
    print(f"{count} transactions")
    assert count > 500


async def test_every_bettor_has_what_the_settlements_say(database: Database, evening: dict[str, Play]) -> None:
    async with database.connection("reader") as connection:
        assert await connection.fetch(DIFFERING, plain(evening)) == []
        states = await connection.fetch("SELECT state, count(*) FROM rounds WHERE stream = ANY ($1) GROUP BY state",
                                        plain(evening))  # fmt: skip
    print({row["state"]: row["count"] for row in states})
    assert {row["state"] for row in states} == {"complete", "void", "open"}


async def test_nothing_is_left_on_the_layout_of_a_round_that_is_over(
    database: Database, evening: dict[str, Play]
) -> None:
    async with database.connection("reader") as connection:
        assert await connection.fetch(LEFT_ON_THE_LAYOUT, list(evening)) == []


async def test_a_void_round_brings_every_account_back(database: Database, evening: dict[str, Play]) -> None:
    async with database.connection("reader") as connection:
        assert await connection.fetch(VOID, plain(evening)) == []


async def test_the_float_has_what_the_bettors_have_not(database: Database, evening: dict[str, Play]) -> None:
    over = 0
    async with database.connection("reader") as connection:
        for stream, play in evening.items():
            round_ = play.table.round
            if round_ is not None and (round_.complete or round_.void is not None) and not amended(play):
                over += 1
                gained: Counter[str] = Counter()
                found = await accounts(connection, stream, round_.number)
                for (kind, _, player), cents in found.items():
                    gained[player] += cents if kind == "bettor" else 0
                assert {who: cents for who, cents in gained.items() if cents} == {
                    who: cents for who, cents in net(round_).items() if cents
                }, play.name
                assert found.get(("float", 0, ""), 0) == -sum(net(round_).values()), play.name
    assert over > 100


async def test_a_round_that_was_rewritten_has_moved_what_its_record_says_now(
    database: Database, evening: dict[str, Play]
) -> None:
    rewritten = [
        (stream, play.table)
        for stream, play in evening.items()
        if any(isinstance(event, e.RoundRewritten) for event in play.events) and not amended(play)
    ]
    causes = Counter(
        event.cause for play in evening.values() for event in play.events if isinstance(event, e.RoundRewritten)
    )
    print(f"{len(rewritten)} tables, rewritten by {dict(causes)}")
    assert {"correction", "undo", "irregularity", "reconstruction"} <= causes.keys()
    async with database.connection("reader") as connection:
        for stream, table in rewritten:
            if table.round is not None and table.opening is not None:
                wanted = balances(table.opening, table.record)
                assert await accounts(connection, stream, table.round.number) == dict(wanted)


async def test_an_earlier_round_that_was_put_right_moves_what_its_amendment_says(
    database: Database, evening: dict[str, Play]
) -> None:
    found = [(stream, play) for stream, play in evening.items() if amended(play)]
    kinds = {event.what for _, play in found for event in play.events if isinstance(event, e.EarlierRoundAmended)}
    assert kinds == {"void", "reconstruction"}
    async with database.connection("reader") as connection:
        for stream, play in found:
            for version, event in enumerate(play.events, 1):
                if isinstance(event, e.EarlierRoundAmended):
                    rows = await connection.fetch(
                        "SELECT account, box, player, cents FROM postings"
                        " WHERE stream = $1 AND version = $2 ORDER BY n",
                        stream,
                        version,
                    )
                    assert [tuple(row) for row in rows] == list(event.moves)


async def test_an_earlier_round_that_was_declared_void_leaves_every_account_where_it_was_before_it(
    database: Database, evening: dict[str, Play]
) -> None:
    count = 0
    async with database.connection("reader") as connection:
        for stream, play in evening.items():
            amendments = [event for event in play.events if isinstance(event, e.EarlierRoundAmended)]
            voided = {event.round for event in amendments if event.what == "void"}
            if not voided or len(voided) < len(amendments):
                continue
            count += 1
            rest: Counter[tuple[str, int, str]] = Counter()
            for event in play.events:
                if isinstance(event, e.RoundOpened) and event.number not in voided:
                    rest.update(await _of_round(connection, stream, event.number))
            assert await accounts(connection, stream) == {account: cents for account, cents in rest.items() if cents}
    assert count


async def _of_round(connection: asyncpg.Connection, stream: str, number: int) -> Accounts:
    """What a round's own events have moved, without what amends another one."""
    rows = await connection.fetch(
        "SELECT account, p.box, player, sum(cents)::bigint AS cents FROM postings p JOIN events USING (stream, version)"
        " WHERE stream = $1 AND p.round LIKE '%-' || $2 AND type <> 'EarlierRoundAmended' GROUP BY 1, 2, 3",
        stream, str(number),
    )  # fmt: skip
    return {(row["account"], row["box"], row["player"]): row["cents"] for row in rows}


async def test_cents_that_do_not_balance_are_refused_by_the_database_itself(database: Database) -> None:
    async with database.connection("app") as connection:
        with pytest.raises(asyncpg.CheckViolationError, match="do not sum to zero: 1 cents"):
            await connection.execute(
                "INSERT INTO postings VALUES ('table:0', '2026-11-18', NULL, 1, 0, 'float', 0, '', 1)"
            )
