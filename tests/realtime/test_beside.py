"""What is told beside the view, when it changes: what may be put right, and when a device was heard."""

import orjson
from msgspec.structs import asdict

from app.game import commands as c
from app.game.core.cards import Card
from app.game.subjects.remedies.dealer_corrections import corrections
from app.realtime.hub import HEARD_EVERY_US, TableHub
from app.realtime.table_status import DeviceShown
from app.settings import Settings
from app.store.database import Database
from tests.realtime.here import serving
from tests.realtime.lines import Line, subscriber
from tests.store.live import bet_and_deal


async def test_corrections_are_told_once_the_table_rests_to_those_who_give_orders(
    database: Database, settings: Settings, number: str
) -> None:
    """8S 5H drew 3C and 2D: that it had stood on 16 fits as well, until the next round."""
    async with serving(database, settings) as here:
        dealer = await here.person(number, "dealer")
        boss = await here.person(number, "supervisor", "surveillance")
        actor = await here.ready(number, dealer.name)
        async with (
            here.look(dealer, number, "dealer") as dealing,
            here.look(boss, number, "floor") as floor,
            here.look(boss, number, "surveillance") as watching,
        ):
            await here.do(number, *bet_and_deal(cards="8S 6D 5H 3C 2D"))
            offered = corrections(actor.table, actor.rules)
            assert offered
            for screen in (dealing, floor):
                told = await screen.first("corrections")
                assert (told["version"], told["corrections"]) == (actor.version, [asdict(each) for each in offered])
            await here.do(number, c.DrawCard(Card("KD")), c.OpenBetting())
            assert corrections(actor.table, actor.rules) == ()
            told = await dealing.nth("corrections", 2)
            assert (told["version"], told["corrections"]) == (actor.version, [])
            async with here.look(dealer, number, "dealer") as late:
                assert (await late.first("hello"))["version"] == actor.version
            assert not watching.all("corrections")


async def test_when_a_device_was_heard_is_told_now_and_then(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        actor = await here.ready(number)
        shoe, now_us = DeviceShown("shoe", "shoe", True, "running", 0, "", 0), 0
        hub = TableHub(number, actor, lambda: now_us, lambda: ((shoe,), ()))
        line = Line()
        hub.join(subscriber(line, "dealer"))
        heard = []
        for now_us in range(0, 2 * HEARD_EVERY_US + 1, HEARD_EVERY_US // 10):
            shoe = shoe._replace(heard_us=now_us)
            hub.look_beside()
            heard.append(len(line.texts))
        assert [heard[at] for at in (0, 9, 10, 19, 20)] == [1, 1, 2, 2, 3]
        assert orjson.loads(line.texts[-1])["devices"][0]["heard_us"] == 2 * HEARD_EVERY_US
        hub.look_beside()
        shoe = shoe._replace(connected=False, why="gone")
        hub.look_beside()
        assert len(line.texts) == 4
