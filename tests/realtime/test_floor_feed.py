"""The floor's wall: each table in one line, the newest only, without a card."""

from uuid import uuid4

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.turn import stage
from app.house.refusal import Refused
from app.house.subjects.alarms.commands import RaiseAlarm
from app.realtime.feeds import LOOKS_EVERY_S
from app.realtime.round_rate import Pace, Paces
from app.settings import Settings
from app.store.database import Database
from tests.realtime.here import Here, Screen, serving
from tests.store.live import BOOK, Clock, ask, bet_and_deal, opening
from tests.store.live import serving as tables_kept


def summary(screen: Screen, number: str) -> dict[str, object]:
    """How the table was last shown on the wall."""
    hello = [each for each in screen.all("floor_hello")[0]["tables"] if each["number"] == number]
    later = [each["summary"] for each in screen.all("table") if each["summary"]["number"] == number]
    return dict([*hello, *later][-1])


async def shows(screen: Screen, number: str, **wanted: object) -> None:
    """Wait until the wall shows this of the table."""
    await screen.until(lambda: wanted.items() <= summary(screen, number).items(), f"for {wanted}")


async def play_round(here: Here, number: str) -> None:
    """A whole round: eighteen stands, and the dealer has twenty."""
    await here.do(number, *bet_and_deal("ann", "8S 6D KH"))
    await here.do(number, c.Stand(1))
    await here.do(number, c.DrawCard(Card("QC")), c.DrawCard(Card("AS")))


async def test_the_wall_shows_every_table(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        first, other = number, f"{number}b"
        actor = await here.ready(first, "dealer one")
        await here.ready(other)
        async with here.look(boss, None) as wall:
            await wall.first("floor_hello")
            assert summary(wall, first)["dealer"] == "dealer one"
            assert summary(wall, other)["phase"] == "betting"
            await here.do(first, *bet_and_deal())
            await shows(wall, first, phase="play", layout_cents=1_000, version=actor.version)
            await here.do(first, c.Report("interruption"))
            await shows(wall, first, phase="hold", held="interruption")
            await wall.first("heartbeat")
            assert not [text for text in wall.texts if '"8S"' in text or '"KH"' in text]
            assert summary(wall, other)["version"] != summary(wall, first)["version"]


async def test_a_table_is_told_of_at_most_twice_a_second(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        actor = await here.ready(number)
        async with here.look(boss, None) as wall:
            await wall.first("floor_hello")
            await here.do(number, c.OpenBetting())
            began_us = here.clock()
            for each in range(100):
                await here.do(number, c.PlaceWager(1, "ann", "main", 1_000 + 100 * (each % 2), seated=True))
            await shows(wall, number, version=actor.version)
            most = (here.clock() - began_us) / 1_000_000 / LOOKS_EVERY_S + 2
            assert len([each for each in wall.all("table") if each["summary"]["number"] == number]) <= most


async def test_alarms_reach_the_wall_and_the_table(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        await here.ready(number)
        async with here.look(boss, None) as wall, here.look(boss, number, "floor") as floor:
            await wall.first("floor_hello")
            assert (await floor.first("hello"))["alarms"] == []
            raised = RaiseAlarm("called", number, "", "the dealer calls", here.clock())
            assert not isinstance(await here.house_log.ask(uuid4(), raised, "test"), Refused)
            assert (await floor.first("alarms"))["alarms"][0]["kind"] == "called"
            await shows(wall, number, open_alarms=1)
            assert [each for each in (await wall.first("alarms"))["alarms"] if each["table"] == number]


async def test_a_table_that_is_let_go_of_leaves_the_wall(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        actor = await here.ready(number)
        async with here.look(boss, None) as wall, here.look(boss, number, "floor") as floor:
            await wall.first("floor_hello")
            await floor.first("hello")
            await actor.close()
            assert (await floor.closed())[0] == 4410
            assert (await wall.first("table_gone"))["table"] == number
            async with here.look(boss, number, "floor") as again:
                assert (await again.first("hello"))["version"] == actor.version
            await wall.until(lambda: summary(wall, number)["number"] == number, "for the table")


async def test_rounds_of_the_last_hour_outlive_the_server(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        actor = await here.ready(number)
        await play_round(here, number)
        assert actor.table.round is not None and actor.table.round.complete
        now_us = here.clock()
        pace = Pace(actor.table, actor.version, now_us)
        async with database.connection("reader") as connection:
            await pace.read(connection, number)
        assert pace.rounds(now_us) == 1
        assert pace.rounds(now_us + 3_600_000_000) == 0
        boss = await here.person(number, "supervisor")
        async with here.look(boss, None) as wall:
            await wall.first("floor_hello")
            await shows(wall, number, rounds_this_hour=1, phase="complete")


async def test_of_a_table_that_was_elsewhere_the_pace_begins_anew(
    database: Database, settings: Settings, number: str
) -> None:
    """Its phase and its rounds went on there, and nobody here was told."""
    paces = Paces(database, Clock())
    for commands in (opening(), bet_and_deal()):
        async with tables_kept(database, settings) as tables:
            actor = await tables.open(number, BOOK)
            await ask(actor, *commands)
            assert paces.of(number, actor).phase == stage(actor.table)
            assert paces.of(number, actor) is paces.of(number, actor)
