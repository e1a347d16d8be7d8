"""The whole server in the process of the test, with real sockets; and people who ask it as their terminals would."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from uuid import uuid4

import httpx
import orjson
import uvicorn

from app.api.application import create_app
from app.game import commands as c
from app.house.roles import PersonRole
from app.house.subjects.people.commands import AddPerson
from app.people.caller import Caller
from app.server import Server
from app.settings import Settings
from app.store.codec import encode
from app.store.database import Database
from app.terminal.order_parsing import SAID
from tests.api.answered import check_documented
from tests.store.live import BOOK, opening

PIN, OTHER_PIN = "276841", "315926"
LICENSED = "2999-12-31"
PATIENCE_S = 15.0
OFFICE = Caller("office", frozenset({"administrator"}), "", "the office")
_NUMBERS = itertools.count(1)
Answered = dict[str, Any]


class Here:
    """The server, and its address."""

    def __init__(self, server: Server, port: int, stack: AsyncExitStack) -> None:
        self.server, self.url, self._stack = server, f"http://127.0.0.1:{port}", stack

    async def person(self, *roles: PersonRole, sees_face_down: bool = False) -> "Terminal":
        """Somebody with these roles, signed in."""
        name = await self.account(*roles, sees_face_down=sees_face_down)
        signed_in = await self.server.people.sign_in(name, PIN, name)
        return await self.terminal(name, signed_in.token)

    async def account(self, *roles: PersonRole, sees_face_down: bool = False) -> str:
        """An account with these roles, of which nobody is signed in."""
        name = f"{roles[0]}-{next(_NUMBERS)}-{uuid4().hex[:6]}"
        licence = LICENSED if "dealer" in roles else None
        person = AddPerson(name, name, roles, licensed_through=licence, sees_face_down=sees_face_down)
        await self.server.people.add(OFFICE, person, PIN)
        return name

    async def sign(self, table: str) -> "Terminal":
        """The sign at this table."""
        name = f"sign-{uuid4().hex[:8]}"
        return await self.terminal(name, await self.server.people.add_display(OFFICE, name, table))

    async def terminal(self, name: str, token: str) -> "Terminal":
        """What asks with this token."""
        headers = {"Authorization": f"Bearer {token}"}
        return Terminal(await self._client(headers), name, token)

    async def nobody(self) -> httpx.AsyncClient:
        """A client that has not said who it is; it keeps cookies."""
        return await self._client({})

    async def _client(self, headers: dict[str, str]) -> httpx.AsyncClient:
        """A client that takes no answer of which the document says nothing."""
        base, hooks = f"{self.url}/api/v1", {"response": [check_documented]}
        client = httpx.AsyncClient(base_url=base, headers=headers, event_hooks=hooks, trust_env=False)
        return await self._stack.enter_async_context(client)

    async def dealt(self, number: str, book: str = BOOK) -> tuple["Terminal", "Terminal"]:
        """A table with a shoe in use, its dealer on duty, and a supervisor."""
        supervisor, dealer = await self.person("supervisor"), await self.person("dealer")
        await self.open(number, supervisor, dealer, book)
        await supervisor.done(number, {"type": "ChangeDealer", "dealer": dealer.name})
        return dealer, supervisor

    async def open(self, number: str, supervisor: "Terminal", dealer: "Terminal", book: str = BOOK) -> None:
        """A table set up by this supervisor, with a shoe in use, whose cards both have looked at."""
        first, *others = opening(book)
        assert isinstance(first, c.OpenTable)
        new = {"id": str(uuid4()), "number": number, "ruleset": book, "config": said(first)["config"]}
        await supervisor.ok("POST", "/tables", json=new)
        for command in others:
            inspects = isinstance(command, c.DoStep) and command.who == "dealer"
            await supervisor.done(number, said(command), *[dealer.name] * inspects)

    async def until(self, holds: Callable[[], Any], what: str) -> None:
        """Wait until this is so."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline_s, f"waited in vain {what}"
            await asyncio.sleep(0.01)


class Terminal:
    """Somebody who asks; every answer is kept, so that a test can look through them all."""

    def __init__(self, client: httpx.AsyncClient, name: str, token: str) -> None:
        self.client, self.name, self.token = client, name, token
        self.texts: list[str] = []

    async def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """The answer, whatever it is."""
        answer = await self.client.request(method, path, **sent)
        self.texts.append(answer.text)
        return answer

    async def ok(self, method: str, path: str, **sent: Any) -> Any:
        """The answer, which is none of a problem."""
        answer = await self.ask(method, path, **sent)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    async def get(self, path: str, **parameters: Any) -> Any:
        """What there is to read at this address."""
        return await self.ok("GET", path, params=parameters)

    async def refused(self, method: str, path: str, **sent: Any) -> Answered:
        """The problem that this ends in."""
        answer = await self.ask(method, path, **sent)
        assert answer.is_error, answer.text
        problem: Answered = answer.json()
        assert problem.keys() == {"code", "message", "clause", "do", "retry", "details"}
        return problem

    def order(self, command: Answered, *signers: str, id_: str | None = None, question: str | None = None) -> Answered:
        """The order as it is sent."""
        signed = [{"who": who, "pin": PIN} for who in signers]
        return {"id": id_ or str(uuid4()), "question": question, "command": command, "signed_by": signed}

    async def done(self, number: str, command: Answered, *signers: str, question: str | None = None) -> Answered:
        """The order is taken."""
        order = self.order(command, *signers, question=question)
        done: Answered = await self.ok("POST", f"/tables/{number}/orders", json=order)
        return done

    async def tap(self, number: str, command: Answered, kind: str = "") -> Answered:
        """The order answers the first open question of this kind."""
        seen = await self.get(f"/tables/{number}", audience="dealer")
        asked = [each["id"] for each in seen["view"]["questions"] if each["question"].endswith(kind)]
        return await self.done(number, command, question=asked[0])

    async def deal(self, number: str, cards: str) -> None:
        """These cards come out of the shoe, and are typed."""
        for card in cards.split():
            await self.tap(number, {"type": "TypeCard", "card": card}, "card")

    async def play_round(self, number: str, cards: str = "8S 6D KH KC 5D", cents: int = 1_000) -> None:
        """A round with one bettor, who stands on what is dealt; the dealer draws the rest."""
        await self.done(number, {"type": "OpenBetting"})
        wager = {"type": "PlaceWager", "box": 1, "player": "1A", "kind": "main", "cents": cents}
        await self.done(number, wager)
        await self.deal(number, cards[:8])
        await self.tap(number, {"type": "Stand", "box": 1}, "decide")
        await self.deal(number, cards[9:])


def said(command: c.Command) -> Answered:
    """The command as people say it."""
    written: Answered = orjson.loads(encode(command))
    return {name: value for name, value in written.items() if name not in SAID[type(command)]}


@asynccontextmanager
async def serving(database: Database, settings: Settings) -> AsyncIterator[Here]:
    """The server, let go of at the end."""
    server = Server(settings, database, "http://here.example")
    await server.start()
    config = uvicorn.Config(
        create_app(server), port=0, ws="websockets-sansio", lifespan="off", log_level="critical", access_log=False
    )
    running = uvicorn.Server(config)
    task = asyncio.create_task(running._serve())
    try:
        async with AsyncExitStack() as stack:
            while not running.started:
                await asyncio.sleep(0.005)
            yield Here(server, running.servers[0].sockets[0].getsockname()[1], stack)
    finally:
        running.should_exit = True
        await task
        await server.close()
