"""A table answers each command once, in order, durably; and stands still rather than be wrong."""

import asyncio
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.books.rulebook import load_ruleset
from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.state import Table, TableConfig
from app.game.registry import EVENTS
from app.settings import Settings
from app.store.database import Database
from app.store.log_reader import entries
from app.table.actor import MOST_WAITING, Busy, Frozen, OtherBody, Stopped, TableActor
from app.table.open_tables import Tables
from app.table.requests import Published
from tests.store.housed import HousedTables
from tests.store.live import BOOK, NOON_US, Clock, ask, bet_and_deal, opened_again, opening, ready, request, serving
from tests.store.rows import counted, head_of
from tests.store.test_lost_connections import locked, waiting_on_a_lock
from tests.store.waiting import when

RULES = load_ruleset(BOOK)
HOUR_US = 3_600_000_000
DAY_US = 24 * HOUR_US
# The box has 18; the dealer draws to 19.
BOX_STANDS = (c.Stand(1), c.DrawCard(Card("KC")), c.DrawCard(Card("3H")))


async def dealt(tables: Tables, number: str) -> TableActor:
    """A table at which box 1 is asked what to do."""
    actor = await ready(tables, number)
    await ask(actor, *bet_and_deal())
    return actor


# --- once


async def test_the_same_id_gets_the_same_answer_and_changes_nothing(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        requests = [request(actor, RULES, command) for command in (c.OpenBetting(), c.WithdrawWagers(1, "nobody"))]
        first = [await actor.ask(each) for each in requests]
        assert [answer.refused is None for answer in first] == [True, False]
        before, version = await counted(database, f"table:{number}"), actor.version
        assert [await actor.ask(each) for each in requests] == [each._replace(again=True) for each in first]
        actor = await opened_again(tables, actor, number, BOOK)
        assert [await actor.ask(each) for each in requests] == [each._replace(again=True) for each in first]
        assert actor.version == version
    async with serving(database, settings) as tables:
        actor = await tables.open(number)
        assert [await actor.ask(each) for each in requests] == [each._replace(again=True) for each in first]
    assert await counted(database, f"table:{number}") == before


async def test_a_refusal_that_keeps_the_attempt_is_answered_the_same_after_a_restart(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await dealt(tables, number)
        late = request(actor, RULES, c.PlaceWager(2, "bob", "main", 500))
        first = await actor.ask(late)
        assert first.refused is not None and first.refused.code == "bets_closed" and first.events == 1
        actor = await opened_again(tables, actor, number, BOOK)
        assert await actor.ask(late) == first._replace(again=True)


@pytest.mark.parametrize("restarted", [False, True])
async def test_the_same_id_with_another_content_is_refused_and_changes_nothing(
    database: Database, settings: Settings, number: str, restarted: bool
) -> None:
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        asked = request(actor, RULES, c.OpenBetting())
        await actor.ask(asked)
        if restarted:
            actor = await opened_again(tables, actor, number, BOOK)
        before, version = await counted(database, f"table:{number}"), actor.version
        for other in (asked._replace(command=c.DrawCard(Card("8S"))), asked._replace(question="1.bets")):
            with pytest.raises(OtherBody, match="with another content: nothing was done"):
                await actor.ask(other)
        assert await counted(database, f"table:{number}") == before
        assert actor.version == version and actor.stopped is None


async def test_a_command_asked_twice_at_the_same_time_is_done_once(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        version, asked = actor.version, request(actor, RULES, c.OpenBetting())
        answers = await asyncio.gather(*[actor.ask(asked) for _ in range(5)])
        assert sorted(answer.again for answer in answers) == [False, True, True, True, True]
        assert actor.version == version + 1


# --- questions


async def test_a_tap_on_a_question_that_is_closed_is_refused(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await dealt(tables, number)
        asked = request(actor, RULES, c.Stand(1))
        assert (await actor.ask(asked)).refused is None
        version = actor.version
        for command in (c.Stand(1), c.Hit(1)):
            late = await actor.ask(request(actor, RULES, command)._replace(question=asked.question))
            assert late.refused is not None and late.refused.code == "question_closed" and late.events == 0
        assert actor.version == version


async def test_a_tap_that_answers_no_question_is_refused(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as tables:
        actor = await dealt(tables, number)
        answer = await actor.ask(request(actor, RULES, c.Stand(1))._replace(question=None))
        assert answer.refused is not None and answer.refused.code == "question_closed"
        assert "says no question" in answer.refused.message


async def test_a_version_that_moved_for_another_reason_refuses_nothing(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await dealt(tables, number)
        asked = request(actor, RULES, c.Stand(1))
        version = actor.version
        await ask(actor, c.ChangeDealer("dora"), c.PlaceWager(2, "late", "main", 500))
        assert actor.version == version + 2
        assert (await actor.ask(asked)).refused is None


# --- bounds


async def test_more_than_the_inbox_holds_is_told_that_the_table_is_busy(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        async with locked(database, f"table:{number}") as looking:
            first = asyncio.create_task(actor.ask(request(actor, RULES, c.OpenBetting())))
            await when(lambda: waiting_on_a_lock(looking, 1))
            tasks = [
                asyncio.create_task(actor.ask(request(actor, RULES, c.PlaceWager(1, f"p{each}", "main", 500))))
                for each in range(MOST_WAITING + 3)
            ]
            await asyncio.sleep(0)
            early = [task for task in tasks if task.done()]
            assert len(early) == 3
        answers = await asyncio.gather(first, *tasks, return_exceptions=True)
    busy = [answer for answer in answers if isinstance(answer, Exception)]
    assert [type(each) for each in busy] == [Busy] * 3
    assert len(answers) - len(busy) == MOST_WAITING + 1


async def test_whoever_waits_when_the_table_is_let_go_of_is_told_at_once(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        async with locked(database, f"table:{number}") as looking:
            tasks = [asyncio.create_task(actor.ask(request(actor, RULES, c.OpenBetting()))) for _ in range(2)]
            await when(lambda: waiting_on_a_lock(looking, 1))
            await actor.close()
            _, waiting = await asyncio.wait(tasks, timeout=0.5)
            for task in waiting:
                task.cancel()
        told = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(each) for each in told[1:]] == [Stopped]
    assert not waiting, "who was being answered waits on"


# --- a broken invariant


async def test_a_broken_invariant_freezes_the_table_and_leaves_the_log_alone(
    database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(table: Table, event: e.Event) -> Table:
        raise AssertionError("a card too many")

    async with serving(database, settings) as tables:
        actor, other = await ready(tables, number), await ready(tables, f"{number}0")
        before, table = await counted(database, f"table:{number}"), actor.table
        seen: list[Published] = []
        actor.listen(seen.append)
        monkeypatch.setitem(EVENTS, e.RoundOpened, EVENTS[e.RoundOpened]._replace(fold=broken))
        with pytest.raises(Frozen, match=f"table:{number} stands still: .*a card too many"):
            await actor.ask(request(actor, RULES, c.OpenBetting()))
        with pytest.raises(Frozen):
            await actor.ask(request(actor, RULES, c.ChangeDealer("dora")))
        assert isinstance(actor.stopped, Frozen)
        assert (await ask(other, c.ChangeDealer("dora")))[0].refused is None
        assert await counted(database, f"table:{number}") == before
        assert actor.table == table and not seen
        monkeypatch.undo()
        assert await tables.open(number) is actor, "it stands still until somebody has looked"
    async with serving(database, settings) as tables:
        again = await tables.open(number)
        assert again.table == table
        assert (await ask(again, c.OpenBetting()))[0].refused is None


UNSTORABLE = {
    "a name with a zero in it": c.PlaceWager(1, "ann\0", "main", 1000),
    "half a character": c.PlaceWager(1, "ann\ud800", "main", 1000),
    "an amount that no column holds": c.PlaceWager(1, "ann", "main", 2**70),
}


@pytest.mark.parametrize("what", UNSTORABLE)
async def test_a_command_that_cannot_be_stored_is_refused_and_the_table_goes_on(
    database: Database, settings: Settings, number: str, what: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        await ask(actor, c.OpenBetting())
        asked = request(actor, RULES, UNSTORABLE[what])
        (told,) = await asyncio.gather(actor.ask(asked), return_exceptions=True)
        assert actor.stopped is None
        assert isinstance(told, BaseException) or told.refused is not None
        assert (await ask(actor, c.PlaceWager(1, "ann", "main", 1000)))[0].refused is None


async def test_what_goes_wrong_with_a_listener_does_not_stop_the_table(
    database: Database, settings: Settings, number: str
) -> None:
    def broken(published: Published) -> None:
        raise ValueError("the screen is gone")

    async with serving(database, settings) as tables:
        actor = await ready(tables, number)
        actor.listen(broken)
        assert (await actor.ask(request(actor, RULES, c.OpenBetting()))).refused is None
        assert actor.stopped is None


async def test_a_listener_of_all_tables_that_fails_keeps_nothing_from_others(
    database: Database, settings: Settings, number: str
) -> None:
    seen: list[int] = []

    def broken(number: str, published: Published) -> None:
        raise ValueError("the screen is gone")

    async with serving(database, settings) as tables:
        tables.listen(broken)
        tables.listen(lambda _number, published: seen.append(published.version))
        actor = await ready(tables, number)
        assert seen[-1] == actor.version


# --- published


async def test_only_what_is_durable_is_published_in_order_and_without_gaps(
    database: Database, settings: Settings, number: str
) -> None:
    stream, seen, stored = f"table:{number}", list[Published](), list[int]()
    async with serving(database, settings) as tables:
        actor = await tables.open(number, BOOK)
        actor.listen(seen.append)
        async with database.connection("app") as connection:
            for command in (*opening(), *bet_and_deal(), c.WithdrawWagers(1, "nobody")):
                before = len(seen)
                await actor.ask(request(actor, RULES, command))
                head = await head_of(connection, stream)
                stored += [head.version] * (len(seen) - before)
            log = await entries(connection, stream)
    assert [each.version for each in seen] == stored
    assert [len(each.events) for each in seen] == [b - a for a, b in zip([0, *stored], stored, strict=False)]
    assert [type(event).__name__ for each in seen for event in each.events] == [entry.type for entry in log]
    assert seen[-1].table == actor.table


async def test_nothing_is_published_before_it_is_durable(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as tables:
        actor, seen = await ready(tables, number), list[Published]()
        actor.listen(seen.append)
        async with locked(database, f"table:{number}") as looking:
            asked = asyncio.create_task(actor.ask(request(actor, RULES, c.OpenBetting())))
            await when(lambda: waiting_on_a_lock(looking, 1))
            assert not seen and actor.table.round is None
        await asked
        assert len(seen) == 1


# --- opened once


async def test_a_table_opened_twice_at_the_same_time_is_one_table(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        one, two = await asyncio.gather(tables.open(number, BOOK), tables.open(number, BOOK))
        assert one is two


# --- time


async def times(database: Database, stream: str) -> list[tuple[int, int, date]]:
    async with database.connection("app") as connection:
        return [(each.event_us, each.recorded_us, each.day) for each in await entries(connection, stream)]


async def test_no_time_ever_goes_back_when_the_clock_does(database: Database, settings: Settings, number: str) -> None:
    clock = Clock()
    async with serving(database, settings, clock) as tables:
        actor = await ready(tables, number)
        highest = clock.us
        clock.us -= 3 * HOUR_US
        await ask(actor, c.OpenBetting(), c.ChangeDealer("dora"))
        actor = await opened_again(tables, actor, number, BOOK)
        await ask(actor, c.PlaceWager(1, "ann", "main", 1000))
        await actor.ask(request(actor, RULES, c.ChangeDealer("dan"))._replace(event_us=NOON_US - HOUR_US))
    found = await times(database, f"table:{number}")
    assert [each[0] for each in found] == sorted(each[0] for each in found)
    assert [each[0] for each in found[-4:]] == [highest] * 4
    assert [each[1] for each in found] == sorted(each[1] for each in found), "nor does the time of recording"
    assert found[-1][1] == highest


async def test_an_event_happened_when_its_device_says(database: Database, settings: Settings, number: str) -> None:
    clock = Clock()
    async with serving(database, settings, clock) as tables:
        actor = await ready(tables, number)
        clock.us += 5_000_000
        at = clock.us - 2_000_000
        await actor.ask(request(actor, RULES, c.OpenBetting())._replace(event_us=at))
    assert (await times(database, f"table:{number}"))[-1][:2] == (at, clock.us)


DAYS = {
    "the last second before six": ("UTC", 6, "2026-11-18 05:59:59+00:00", date(2026, 11, 17)),
    "six": ("UTC", 6, "2026-11-18 06:00:00+00:00", date(2026, 11, 18)),
    "the last second before six in Auckland": ("Pacific/Auckland", 6, "2026-11-18 05:59:59+13:00", date(2026, 11, 17)),
    "six in Auckland": ("Pacific/Auckland", 6, "2026-11-18 06:00:00+13:00", date(2026, 11, 18)),
    "six in Auckland in winter": ("Pacific/Auckland", 6, "2026-07-18 06:00:00+12:00", date(2026, 7, 18)),
    "the last second before midnight": ("UTC", 0, "2026-11-17 23:59:59+00:00", date(2026, 11, 17)),
    "midnight": ("UTC", 0, "2026-11-18 00:00:00+00:00", date(2026, 11, 18)),
}


@pytest.mark.parametrize("opens", [c.OpenBetting(), c.PlaceWager(1, "ann", "main", 1000)])
async def test_a_licence_has_to_be_good_on_the_day_whichever_way_a_round_opens(
    database: Database, settings: Settings, number: str, opens: c.Command
) -> None:
    async with serving(database, settings) as tables:
        actor = await tables.open(number, BOOK)
        config = TableConfig(side_bets=(), licences=True)
        await ask(actor, *opening(config=config), c.ChangeDealer("dana", "2026-11-17"))
        version = actor.version
        (late,) = await ask(actor, opens)
        assert late.refused is not None and late.refused.code == "dealer_not_licensed"
        assert "on 2026-11-18" in late.refused.message and actor.version == version
        await ask(actor, c.ChangeDealer("dana", "2026-11-18"))
        (good,) = await ask(actor, opens)
        assert good.refused is None and actor.table.round is not None and not actor.table.round.complete


async def test_a_first_wager_that_is_refused_opens_no_round(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await tables.open(number, BOOK)
        config = TableConfig(side_bets=(), licences=True)
        await ask(actor, *opening(config=config), c.ChangeDealer("dana", "2026-11-18"))
        version = actor.version
        (answer,) = await ask(actor, c.PlaceWager(99, "ann", "main", 1000))
        assert answer.refused is not None and answer.refused.code == "no_such_box"
        assert actor.version == version


@pytest.mark.parametrize("what", DAYS)
async def test_the_gaming_day_changes_in_the_houses_zone_at_its_hour(
    database: Database, settings: Settings, number: str, what: str
) -> None:
    zone, hour, at, day = DAYS[what]
    house = settings._replace(zone=ZoneInfo(zone), day_begins_hour=hour)
    us = int(datetime.fromisoformat(at).timestamp()) * 1_000_000
    assert house.gaming_day(us) == day
    tables = HousedTables(database, house, now_us=lambda: us)
    await tables.start()
    await ask(await tables.open(number, BOOK), opening()[0])
    await tables.close()
    assert await times(database, f"table:{number}") == [(us, us, day)]


async def test_a_round_keeps_its_gaming_day_across_the_change(
    database: Database, settings: Settings, number: str
) -> None:
    clock = Clock(NOON_US - 7 * HOUR_US)
    async with serving(database, settings, clock) as tables:
        actor = await ready(tables, number)
        await ask(actor, c.OpenBetting(), c.PlaceWager(1, "ann", "main", 1000))
        clock.us += 3 * HOUR_US
        actor = await opened_again(tables, actor, number, BOOK)
        await ask(actor, *bet_and_deal()[2:], *BOX_STANDS)
        assert actor.table.round is not None and actor.table.round.complete
        first = await times(database, f"table:{number}")
        await ask(actor, c.OpenBetting())
    found = await times(database, f"table:{number}")
    assert {each[2] for each in first} == {date(2026, 11, 17)}
    assert found[-1][2] == date(2026, 11, 18)
    async with database.connection("app") as connection:
        rows = await connection.fetch("SELECT round, day FROM rounds WHERE stream = $1 ORDER BY day", f"table:{number}")
    assert [tuple(row) for row in rows] == [
        (f"{number}-20261117-1", date(2026, 11, 17)),
        (f"{number}-20261118-2", date(2026, 11, 18)),
    ]


async def test_the_gaming_day_never_goes_back(database: Database, settings: Settings, number: str) -> None:
    clock = Clock()
    async with serving(database, settings, clock) as tables:
        actor = await ready(tables, number)
        clock.us -= 2 * DAY_US
        await ask(actor, c.ChangeDealer("dora"), c.OpenBetting())
        actor = await opened_again(tables, actor, number, BOOK)
        await ask(actor, c.PlaceWager(1, "ann", "main", 1000))
    assert {each[2] for each in await times(database, f"table:{number}")} == {date(2026, 11, 18)}


async def test_what_is_done_at_the_table_after_a_round_has_the_same_day_with_and_without_a_restart(
    database: Database, settings: Settings, number: str
) -> None:
    days: list[date] = []
    for restarted in (False, True):
        clock = Clock(NOON_US - 7 * HOUR_US)
        async with serving(database, settings, clock) as tables:
            own = f"{number}{restarted:d}"
            actor = await dealt(tables, own)
            await ask(actor, *BOX_STANDS, c.ChangeConfig(TableConfig(decks=8, side_bets=(), minimum_cents=500)))
            assert actor.table.round is None
            clock.us += 3 * HOUR_US
            if restarted:
                actor = await opened_again(tables, actor, own, BOOK)
            await ask(actor, c.ChangeDealer("dora"))
        days.append((await times(database, f"table:{own}"))[-1][2])
    assert days == [date(2026, 11, 18)] * 2
