"""Whoever guesses a PIN at two `tablekeeper serve` of one house at the same time has no more guesses than at one."""

import asyncio
from collections import Counter

import httpx

from app.house.subjects.sessions.pin_attempts import MOST_FAILURES
from tests.bot.house import House
from tests.servers.houses import DEALER, Pair, a_pair
from tests.serving.house import client_of

WRONG_PIN = "915273"


def test_guesses_at_both_at_once_are_no_more_guesses() -> None:
    with a_pair() as pair:
        pair.two.start()
        asyncio.run(_guessed(pair))


async def _guessed(pair: Pair) -> None:
    await pair.one.add_person(DEALER, "dealer")
    async with client_of(pair.one.url, {}) as one, client_of(pair.two.url, {}) as two:
        # From now on both know this as a place of the house: it has a lane of its own, and is told of a wait.
        assert [await signs_in(client, DEALER.pin) for client in (one, two)] == ["", ""]
        tries = [signs_in(client, WRONG_PIN) for _ in range(3) for client in (one, two)]
        codes = Counter(await asyncio.gather(*tries))
        assert codes == {"wrong_credentials": MOST_FAILURES, "locked_out": len(tries) - MOST_FAILURES}
        assert [await signs_in(client, DEALER.pin) for client in (one, two)] == ["locked_out"] * 2
        await _unlocked(pair.two)
        assert await signs_in(one, DEALER.pin) == ""


async def signs_in(client: httpx.AsyncClient, pin: str) -> str:
    """The code of the problem; "" if it went well."""
    answer = await client.post("/api/v1/sessions", json={"who": DEALER.who, "pin": pin})
    return str(answer.json().get("code", ""))


async def _unlocked(here: House) -> None:
    await here.ask("DELETE", f"/people/{DEALER.who}/suspension")
