"""A round over HTTP, from the first order to what is recorded of it."""

from app.settings import Settings
from app.store.database import Database
from tests.api.here import serving


async def test_a_round_is_played_and_found_again(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number)
        await dealer.play_round(number)
        found = await supervisor.get("/rounds", table=number)
        assert [each["dealer"] for each in found["rounds"]] == [dealer.name]
        name = found["rounds"][0]["round"]
        told = await supervisor.get(f"/rounds/{name}")
        print(told)
        print(await supervisor.get(f"/rounds/{name}/story"))
        print(await supervisor.get(f"/rounds/{name}/events"))
        print((await supervisor.ask("GET", f"/rounds/{name}/script")).text)
        assert found["rounds"][0]["state"] == "complete"
