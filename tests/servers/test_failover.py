"""PostgreSQL's primary is killed under load, its synchronous standby takes over, and the server follows: nothing that
was acknowledged is lost, nothing is done twice, and the round goes on. All real: two PostgreSQL servers, `tablekeeper
serve`, a dealer who orders over HTTP and keeps what he was told."""

import asyncio
from itertools import cycle, pairwise
from typing import Any

import httpx

from app.settings import Settings
from app.store.database import Database
from tests.bot.house import House
from tests.servers.houses import ORDERS, TURNS_TO_IT_S, dealt_by_dora, with_a_table
from tests.servers.replicated import Replicated, a_place
from tests.serving.house import client_of, order
from tests.store.waiting import when

ENOUGH = 25
BET = {"type": "PlaceWager", "box": 2, "player": "bob", "kind": "main", "cents": 500}
BACK = {"type": "WithdrawWagers", "box": 2, "player": "bob"}


class Dealing:
    """A dealer who orders one thing after the other, each until it is answered."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self.acknowledged: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self.unanswered: dict[str, Any] | None = None
        self.going_on = True

    async def order(self) -> None:
        """Until told to stop; he ends with nothing at the box."""
        for command in cycle((BET, BACK)):
            if not self.going_on and command is BET:
                return
            asked = self.unanswered = order(command)
            self.acknowledged.append((asked, await self._answer(asked)))
            self.unanswered = None

    async def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        while True:
            try:
                answer = await self._client.post(ORDERS, json=asked)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code == 200:
                said: dict[str, Any] = answer.json()
                return said
            assert answer is None or answer.json()["retry"], answer.text
            await asyncio.sleep(TURNS_TO_IT_S)

    async def has(self, many: int) -> bool:
        """Whether so many were acknowledged."""
        return len(self.acknowledged) >= many


async def _played_through_it(replicated: Replicated, here: House) -> None:
    token = await dealt_by_dora(here)
    async with client_of(here.url, {"authorization": f"Bearer {token}"}) as client:
        dealing = Dealing(client)
        dealer = asyncio.create_task(dealing.order())
        await when(lambda: dealing.has(ENOUGH))
        replicated.one.kill()
        before, unanswered = len(dealing.acknowledged), dealing.unanswered
        await replicated.fail_over()
        await when(lambda: dealing.has(before + ENOUGH))
        dealing.going_on = False
        await dealer
        after = len(dealing.acknowledged) - before
        print(f"{before} acknowledged before, {after} after")
        await _all_there(client, dealing)
    assert unanswered is not None, "the primary died while something was asked"
    assert [asked for asked, _ in dealing.acknowledged].count(unanswered) == 1


async def _all_there(client: httpx.AsyncClient, dealing: Dealing) -> None:
    """Everything that was acknowledged is known, as it was; each changed the table once, with nothing between them."""
    for asked, answered in dealing.acknowledged:
        again = (await client.post(ORDERS, json=asked)).json()
        assert again["again"]
        assert (again["first_version"], again["events"]) == (answered["first_version"], answered["events"])
    steps = [(answered["first_version"], answered["events"]) for _, answered in dealing.acknowledged]
    assert all([first + events == following for (first, events), (following, _) in pairwise(steps)])


async def _finds_the_primary(replicated: Replicated, settings: Settings) -> None:
    """The one that was the primary is back as a standby: it is named first, and is not taken."""
    replicated.one.follow(replicated.two)
    await replicated.one.start()
    with Database(settings, print) as database:
        async with database.connection("app") as connection:
            assert await connection.fetchval("SELECT inet_server_port()") == replicated.two.port


def test_the_server_follows_the_database_and_nothing_is_lost() -> None:
    with a_place() as place:
        replicated = Replicated(place)
        settings = Settings(place / "data", replicated.url)
        here = House(settings.data, TABLEKEEPER_DATABASE_URL=replicated.url)
        try:
            asyncio.run(replicated.start())
            here.tablekeeper("db", "upgrade")
            with_a_table(here, settings)
            status = here.tablekeeper("db", "status")
            assert "1; a commit waits for * (synchronous_commit on)" in status
            assert "WARNING" not in status
            here.start()
            asyncio.run(_played_through_it(replicated, here))
            assert "Nothing was changed" in here.tablekeeper("verify")
            asyncio.run(_finds_the_primary(replicated, settings))
        finally:
            here.kill()
            replicated.end()
