"""A house with one server, a table with a shoe in use, and people who have signed in."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from app.game.core.state import TableConfig
from app.settings import Settings
from app.store.database import Database
from tests.databases import current
from tests.serving.processes import Serving
from tests.store.housed import HousedTables
from tests.store.live import ask, opening

TABLES = Subprotocol("tables.v1")
# A new dealer burns a card.
BURNT = "5D"
BOOK, NUMBER = "ma-pontoon-21-v3", "7"
ANSWERS_WITHIN_S = 20.0
# Made up for these tests.
PINS = {"adele": "918274", "dora": "463829", "sam": "582941"}
ROLES = {"dora": ["dealer"], "sam": ["supervisor"]}


class House(NamedTuple):
    """What the tests need of it."""

    serving: Serving
    data: Path
    setup_token: str
    tokens: dict[str, str]

    @asynccontextmanager
    async def as_(self, name: str | None, **headers: str) -> AsyncIterator[httpx.AsyncClient]:
        """A client who has signed in as this person."""
        signed_in = {"authorization": f"Bearer {self.tokens[name]}"} if name is not None else {}
        async with client_of(self.serving.url, signed_in | headers) as client:
            yield client

    @asynccontextmanager
    async def socket(self, name: str, audience: str) -> AsyncIterator[ClientConnection]:
        """A socket at the table."""
        url = f"{self.serving.url.replace('http', 'ws', 1)}/ws/v1/tables/{NUMBER}?audience={audience}"
        bearer = {"authorization": f"Bearer {self.tokens[name]}"}
        async with connect(url, subprotocols=[TABLES], additional_headers=bearer, proxy=None) as connection:
            yield connection


def client_of(url: str, headers: dict[str, str]) -> httpx.AsyncClient:
    """A client of this server, that asks no proxy."""
    return httpx.AsyncClient(base_url=url, headers=headers, trust_env=False, timeout=ANSWERS_WITHIN_S)


def order(command: dict[str, Any], question: str | None = None, id_: str | None = None) -> dict[str, Any]:
    """An order as a terminal sends it."""
    return {"id": id_ or str(uuid4()), "question": question, "command": command, "signed_by": []}


async def asked(client: httpx.AsyncClient, command: dict[str, Any], question: str | None = None) -> dict[str, Any]:
    """What the table answers to an order that it accepts."""
    answer = await client.post(f"/api/v1/tables/{NUMBER}/orders", json=order(command, question))
    assert answer.status_code == 200, answer.text
    said: dict[str, Any] = answer.json()
    return said


async def open_question(client: httpx.AsyncClient) -> str:
    """The id of the first question that is open."""
    question: str = (await view(client))["questions"][0]["id"]
    return question


async def view(client: httpx.AsyncClient) -> Any:
    """The table as its dealer sees it."""
    answer = await client.get(f"/api/v1/tables/{NUMBER}", params={"audience": "dealer"})
    assert answer.status_code == 200, answer.text
    return answer.json()["view"]


async def over(client: httpx.AsyncClient) -> bool:
    """Whether the round is over, which it is when the card that lies face down has been turned up by itself."""
    return bool((await view(client))["sign"]["phase"] == "complete")


async def with_a_shoe(database: Database, settings: Settings) -> None:
    """Give the database one table, at which cards are typed and the hole card lies face down."""
    tables = HousedTables(database, settings)
    await tables.start()
    try:
        actor = await tables.open(NUMBER, BOOK)
        config = TableConfig(side_bets=(), hole_card="blind")
        answers = await ask(actor, *opening(BOOK, config), book=BOOK)
        refused = [answer.refused for answer in answers if answer.refused is not None]
        assert not refused, refused
    finally:
        await tables.close()


async def peopled(serving: Serving) -> tuple[str, dict[str, str]]:
    """The setup token, which is used, and the tokens of everybody, who have signed in; the dealer is on duty."""
    setup_token, tokens = serving.setup_token, dict[str, str]()
    assert setup_token is not None, serving.said()
    async with client_of(serving.url, {}) as client:
        first = {"token": setup_token, "name": "adele", "shown": "Adele", "pin": PINS["adele"]}
        tokens["adele"] = _token(await client.post("/api/v1/setup", json=first))
        for name, roles in ROLES.items():
            account = {"id": str(uuid4()), "name": name, "shown": name.title(), "roles": roles, "pin": PINS[name]}
            added = await client.post("/api/v1/people", json=account, headers=_bearer(tokens["adele"]))
            assert added.status_code == 201, added.text
            tokens[name] = _token(await client.post("/api/v1/sessions", json={"who": name, "pin": PINS[name]}))
        client.headers.update(_bearer(tokens["dora"]))
        await asked(client, {"type": "ChangeDealer", "dealer": "dora"})
        await asked(client, {"type": "TypeCard", "card": BURNT}, await open_question(client))
    return setup_token, tokens


def _token(answer: httpx.Response) -> str:
    assert answer.status_code == 201, answer.text
    token: str = answer.json()["token"]
    return token


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def made(place: Path) -> House:
    """The house, with its server running."""
    data = place / "data"
    settings = Settings(data)
    with current(settings) as database:
        asyncio.run(with_a_shoe(database, settings))
        serving = Serving(data)
        serving.start()
    return House(serving, data, *asyncio.run(peopled(serving)))
