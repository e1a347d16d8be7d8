"""Each kind of alarm is raised once for what it is about, by the server that keeps the table, and seen to by people."""

from pathlib import Path
from uuid import UUID, uuid4

import pytest

from app.game import commands as c
from app.game import events as e
from app.game.core.state import Table
from app.game.registry import EVENTS
from app.house.records import HouseCommand
from app.house.refusal_in_words import RefusedInWords
from app.house.subjects.alarms.commands import AcknowledgeAlarm
from app.house.subjects.card_sets.commands import CountOutSet, DestroySet, IssueSet, ReceiveSet, ReturnSet
from app.people.caller import Caller
from app.problems.problem import Problem
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseAt, HouseLog
from app.table.actor import Frozen
from app.table.open_tables import LogBroken
from tests.alarms.kept import ANN, BEN, SG, table_watched, watched
from tests.simulation.playing import Playing, serving
from tests.store.housed import house_of
from tests.store.waiting import when
from tests.table.test_house_keeping import Away


async def bet_and_deal(here: Playing, *cards: str, cents: int = 1_000) -> None:
    """A table without a shoe, one player, and these cards typed."""
    await here.open()
    await here.bet(1, cents=cents)
    for card in cards:
        assert (await here.type_card(card)).refused is None


async def test_a_card_that_no_deck_has(database: Database, settings: Settings, number: str) -> None:
    """Nobody is told which card; a server that starts anew does not raise it again, even if it was acknowledged."""
    async with table_watched(database, settings, number) as (here, alarms):
        await bet_and_deal(here, "TS")
        (alarm,) = await alarms.until_raised("composition")
        assert (alarm.about, alarm.words) == ("hold 1", "the table holds: foreign card")
        await alarms.keeper.acknowledge(BEN, alarm.number, "taken out of the shoe")
        assert alarms.open() == []
        await alarms.keeper.close()
        async with watched(database, settings, here.tables, number) as again:
            await again.keeper.call(ANN, number)
            assert [each.kind for each in await again.raised()] == ["composition", "called"]


async def test_a_hold_that_stood_before_anybody_looked(database: Database, settings: Settings, number: str) -> None:
    async with table_watched(database, settings, number) as (here, alarms):
        await alarms.keeper.close()
        await bet_and_deal(here, "TS")
        async with watched(database, settings, here.tables, number) as again:
            await again.until_raised("composition")


async def test_a_count_that_differs(database: Database, settings: Settings, number: str) -> None:
    async with table_watched(database, settings, number) as (here, alarms):
        await bet_and_deal(here, "9S", "8H")
        await here.done(c.CountShoe(here.table.shoe.left - 1))
        (alarm,) = await alarms.until_raised("count_mismatch")
        assert alarm.words == "the table holds: cards missing"


async def test_a_set_that_is_counted_out_with_a_card_too_few(
    database: Database, settings: Settings, number: str
) -> None:
    """Once, however many servers know of it; another count is another matter."""
    log, name, both = HouseLog(database, settings.gaming_day), f"set {number}", ("ann", "ben")

    async def done(*commands: HouseCommand) -> None:
        for command in commands:
            assert not isinstance(await log.ask(uuid4(), command, "test"), RefusedInWords)

    async with table_watched(database, settings, number) as (here, alarms):
        async with watched(database, settings, here.tables, number):
            await done(ReceiveSet(name, number, "blue", 8, "ann"), IssueSet(name, number, number, "ann"))
            await done(ReturnSet(name, "ann"), CountOutSet(name, 383, both))
            (alarm,) = await alarms.until_raised("count_mismatch")
            await alarms.keeper.acknowledge(BEN, alarm.number, "counted again")
            await done(CountOutSet(name, 382, both))
            await alarms.until_raised("count_mismatch", "count_mismatch")
        await done(CountOutSet(name, 384, both), DestroySet(name, both))


async def test_while_the_database_is_away(database: Database, settings: Settings, number: str) -> None:
    """What is raised meanwhile is in the log afterwards; who calls is told that nobody was."""
    async with table_watched(database, settings, number) as (here, alarms):
        away = Away(database, settings.gaming_day)
        alarms.keeper._log = house_of(here.tables)._log = away
        away.away = True
        await bet_and_deal(here, "TS")
        with pytest.raises(Problem) as problem:
            await alarms.keeper.call(ANN, number)
        assert problem.value.code == "database_away" and await alarms.raised() == []
        away.away = False
        await alarms.until_raised("composition")


async def test_a_payment_over_the_threshold(database: Database, settings: Settings, number: str) -> None:
    """$20 at 1:1."""
    at_twenty = settings._replace(payment_threshold_cents=20_00)
    async with table_watched(database, at_twenty, number) as (here, alarms):
        await bet_and_deal(here, "KS", "6H", "QD", cents=20_00)
        await here.play_on_by_hand()
        for card in ("KC", "9D"):  # 25: the dealer has drawn too many
            assert (await here.type_card(card)).refused is None
        assert here.table.round is not None and here.table.round.complete
        (alarm,) = await alarms.until_raised("over_threshold")
        assert alarm.words == "round 1 pays player 1 $20"


async def test_a_round_in_which_nothing_happens(database: Database, settings: Settings, number: str) -> None:
    """Slow: a second is the shortest pace. Raised once for one wait; between rounds nobody waits."""
    async with table_watched(database, settings._replace(pace_s=1), number) as (here, alarms):
        await bet_and_deal(here, "9S")
        (alarm,) = await alarms.until_raised("pace")
        assert alarm.about == "round 1"
        await alarms.keeper.acknowledge(BEN, alarm.number, "the player was on the telephone")
        assert (await here.type_card("8H")).refused is None
        await alarms.until_raised("pace", "pace")


async def test_a_table_that_stands_still(
    database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(table: Table, event: e.Event) -> Table:
        raise AssertionError("a card too many")

    async with table_watched(database, settings, number) as (here, alarms):
        await here.open()
        with monkeypatch.context() as patched:
            patched.setitem(EVENTS, e.RoundOpened, EVENTS[e.RoundOpened]._replace(fold=broken))
            with pytest.raises(Frozen):
                await here.do(c.OpenBetting())
        (alarm,) = await alarms.until_raised("chain")
        assert "stands still" in alarm.words
        called = await alarms.keeper.call(ANN, number, "the screen says that it is frozen")
        assert called.kind == "called"


async def test_a_log_that_does_not_end_as_it_should(database: Database, settings: Settings, number: str) -> None:
    tables = await serving(database, settings)
    try:
        async with watched(database, settings, tables, number) as alarms:
            actor = await tables.open(number, SG)
            await actor.close()
            async with database.connection("app") as connection:
                await connection.execute("UPDATE stream_heads SET version = 9 WHERE stream = $1", f"table:{number}")
            for _ in range(2):
                with pytest.raises(LogBroken):
                    await tables.open(number)
            (alarm,) = await alarms.until_raised("chain")
            assert "run `tablekeeper verify`" in alarm.words
    finally:
        await tables.close()


async def test_heads_that_cannot_be_signed(database: Database, settings: Settings, number: str, tmp_path: Path) -> None:
    """About no table; when it is mended and breaks again, that is another alarm."""
    heads = tmp_path / "heads.jsonl"
    tables = await serving(database, settings._replace(heads_file=heads))
    try:
        async with watched(database, settings, tables, "") as alarms:
            whole = heads.read_bytes()
            for n in (1, 2):
                heads.write_bytes(b"this is no line\n")
                tables.signer.nudge()
                await alarms.until_raised(*["chain"] * n)
                await alarms.keeper.acknowledge(BEN, alarms.open()[0].number, "the file is whole again")
                heads.write_bytes(whole)
                tables.signer.nudge()
                await when(lambda: mended(alarms.keeper._in_trouble))
    finally:
        await tables.close()


async def mended(trouble: set[str]) -> bool:
    return "" not in trouble


async def test_a_dealer_calls_once_and_one_supervisor_sees_to_it(
    database: Database, settings: Settings, number: str
) -> None:
    async with table_watched(database, settings, number) as (_here, alarms):
        called = await alarms.keeper.call(ANN, number)
        assert called == await alarms.keeper.call(ANN, number, "please come")
        assert (called.words, called.owner) == (f"A supervisor is called to table {number}.", None)
        taken = await alarms.keeper.take(BEN, called.number)
        assert taken.owner == "ben" and alarms.open() == [taken], "known here at once"
        other = Caller("cat", frozenset({"supervisor"}), "session 3", "here")
        for refused, ask in (
            ("alarm_of_another", lambda: alarms.keeper.acknowledge(other, called.number, "all is well")),
            ("alarm_yours", lambda: alarms.keeper.take(BEN, called.number)),
            ("bad_alarm", lambda: alarms.keeper.acknowledge(BEN, called.number, "")),
            ("no_such_table", lambda: alarms.keeper.call(ANN, f"{number}0")),
        ):
            with pytest.raises(Problem) as problem:
                await ask()
            assert problem.value.code == refused
        assert (await alarms.keeper.take(other, called.number)).owner == "cat"
        await alarms.keeper.acknowledge(other, called.number, "a question about the limits")
        assert alarms.open() == []
        with pytest.raises(Problem) as problem:
            await alarms.keeper.acknowledge(other, called.number, "a question about the limits")
        assert problem.value.code == "no_such_alarm"
        assert (await alarms.keeper.call(ANN, number)).number > called.number


class Elsewhere(HouseLog):
    """A log in which others have just raised the same call, and are done with it a moment later."""

    async def ask(self, id_: UUID, command: HouseCommand, actor: str) -> HouseAt | RefusedInWords:
        first = await super().ask(uuid4(), command, "another")
        answer = await super().ask(id_, command, actor)
        assert not isinstance(first, RefusedInWords)
        await super().ask(uuid4(), AcknowledgeAlarm(first.state.alarmed, "another", "seen to"), "another")
        return answer


async def test_a_call_that_others_have_just_seen_to_is_to_be_made_again(
    database: Database, settings: Settings, number: str
) -> None:
    async with table_watched(database, settings, number) as (here, alarms):
        await here.open()
        alarms.keeper._log = Elsewhere(database, settings.gaming_day)
        with pytest.raises(Problem) as problem:
            await alarms.keeper.call(ANN, number)
        assert problem.value.code == "busy"
