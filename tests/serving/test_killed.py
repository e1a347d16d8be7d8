"""The server killed and told to stop while orders are under way: what was acknowledged is there, and the round goes on.

Whoever orders keeps what was acknowledged himself, outside what is killed, as a terminal does."""

import asyncio
import signal
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import httpx
import pytest

from tests.databases import folder
from tests.embedded.seen import of_the_folder
from tests.serving.house import NUMBER, House, asked, made, open_question, order, over
from tests.store.waiting import until, when

ENOUGH = 10
BET = {"type": "PlaceWager", "box": 2, "player": "bob", "kind": "main", "cents": 500}
BACK = {"type": "WithdrawWagers", "box": 2, "player": "bob"}
ORDERS = f"/api/v1/tables/{NUMBER}/orders"


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with folder("serving tests") as place:
        found = made(place)
        yield found
        found.serving.close()
        until(lambda: not of_the_folder(found.data))


class Ordering:
    """Somebody who orders one thing after the other, and keeps what was acknowledged."""

    def __init__(self) -> None:
        self.acknowledged: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self.unanswered: dict[str, Any] | None = None
        self.refused: list[str] = []

    async def order(self, client: httpx.AsyncClient) -> None:
        """Until nobody answers any more."""
        for command in cycle((BET, BACK)):
            self.unanswered = order(command)
            try:
                answer = await client.post(ORDERS, json=self.unanswered)
            except httpx.TransportError:
                return
            if answer.status_code != 200:
                self.refused.append(answer.json()["code"])
                return
            self.acknowledged.append((self.unanswered, answer.json()))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_what_was_acknowledged_is_there_and_the_round_goes_on(house: House, number: signal.Signals) -> None:
    ordering = Ordering()
    async with house.as_("dora") as dora:
        await asked(dora, {"type": "OpenBetting"})
        await asked(dora, {"type": "PlaceWager", "box": 1, "player": "ann", "kind": "main", "cents": 1000})
        under_way = asyncio.create_task(ordering.order(dora))
        await when(lambda: _many(ordering))
        house.serving.signal(number)
        await under_way
    ended = await asyncio.to_thread(house.serving.ends)
    assert ended == (0 if number == signal.SIGTERM else -signal.SIGKILL), house.serving.log()
    assert set(ordering.refused) <= {"stopping"}
    await asyncio.to_thread(house.serving.start)
    async with house.as_("dora") as dora:
        await _there(dora, ordering)
        assert ordering.unanswered is not None
        if ordering.unanswered["command"] == BET:
            await asked(dora, BACK)
        await _played(dora)


async def _many(ordering: Ordering) -> bool:
    return len(ordering.acknowledged) >= ENOUGH


async def _there(dora: httpx.AsyncClient, ordering: Ordering) -> None:
    """Everything that was acknowledged gets the same answer again, and whatever had no answer gets one, once."""
    for asked_, answered in ordering.acknowledged:
        answer = (await dora.post(ORDERS, json=asked_)).json()
        assert (answer["first_version"], answer["events"]) == (answered["first_version"], answered["events"])
        assert answer["again"]
    first = await dora.post(ORDERS, json=ordering.unanswered)
    second = await dora.post(ORDERS, json=ordering.unanswered)
    assert first.status_code == second.status_code == 200, first.text
    assert first.json()["first_version"] == second.json()["first_version"]
    assert second.json()["again"]


async def _played(dora: httpx.AsyncClient) -> None:
    """The round is dealt to its end."""
    for card in ("9S", "8C", "2H", "KD"):
        await asked(dora, {"type": "TypeCard", "card": card}, await open_question(dora))
    await asked(dora, {"type": "Stand", "box": 1}, await open_question(dora))
    await when(lambda: over(dora))
