"""Who is left signed in: a dealer while a round is open, and nobody whose page asks by itself."""

from app.settings import Settings
from app.store.database import Database
from tests.api.here import serving


async def test_a_dealer_stays_while_a_round_is_open_and_no_longer(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        dealer, _ = await here.dealt(number)
        await dealer.done(number, {"type": "OpenBetting"})
        other = await here.person("dealer")
        here.server.people._idle._idle_us = 0
        assert (await other.ask("GET", "/sessions/current")).status_code == 401
        assert (await dealer.get("/sessions/current"))["name"] == dealer.name
        here.server.people._idle._idle_us = 10**12
        await dealer.done(number, {"type": "PlaceWager", "box": 1, "player": "1A", "kind": "main", "cents": 1_000})
        await dealer.deal(number, "8S 6D KH")
        here.server.people._idle._idle_us = 0
        assert (await dealer.get("/sessions/current"))["name"] == dealer.name
        here.server.people._idle._idle_us = 10**12
        await dealer.tap(number, {"type": "Stand", "box": 1}, "decide")
        await dealer.deal(number, "KC 5D")
        here.server.people._idle._idle_us = 0
        assert (await dealer.ask("GET", "/sessions/current")).status_code == 401


async def test_a_page_says_what_it_asks_by_itself(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        watcher = await here.person("surveillance")
        session = (await watcher.get("/sessions/current"))["session"]
        used = here.server.people._idle._used_us
        before = used[session] = 1
        here.server.people._idle._idle_us = 10**18
        await watcher.ok("GET", "/sessions/current", headers={"X-Asks-By-Itself": "1"})
        assert used[session] == before
        await watcher.get("/sessions/current")
        assert used[session] > before
