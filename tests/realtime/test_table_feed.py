"""A table's feed over real sockets: hello, then every version, and nothing twice."""

from app.game import commands as c
from app.realtime.audience import AUDIENCES
from app.settings import Settings
from app.store.database import Database
from tests.realtime.here import serving
from tests.store.live import bet_and_deal


async def test_everybody_gets_hello_and_then_every_version(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer = await here.person(number, "dealer")
        boss = await here.person(number, "supervisor", "surveillance")
        actor = await here.ready(number, dealer.name)
        async with (
            here.look(boss, number, "sign") as sign,
            here.look(dealer, number, "dealer") as dealing,
            here.look(boss, number, "floor") as floor,
            here.look(boss, number, "surveillance") as watching,
        ):
            screens = (sign, dealing, floor, watching)
            for screen in screens:
                hello = await screen.first("hello")
                assert hello["version"] == actor.version and hello["table"] == number
            await here.do(number, *bet_and_deal())
            for screen in screens:
                await screen.at(actor.version)
            assert watching.view["floor"] == floor.view
            assert floor.view["dealer"] == dealing.view and dealing.view["sign"] == sign.view
            assert sign.view["phase"] == "play" and floor.view["layout_cents"] == 1_000
            assert sign.all("skip") and watching.all("view")
            assert here.feeds.sockets() == dict.fromkeys(AUDIENCES, 1) | {"wall": 0}
            assert (await sign.first("heartbeat"))["version"] == actor.version
            await here.do(number, c.Stand(1))
            await sign.at(actor.version)
