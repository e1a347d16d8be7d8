"""The whole server with two tables, and everybody who may come to it, each from an address of his own."""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

import httpx
import uvicorn
from fastapi import FastAPI
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from app.api.application import create_app
from app.game import commands as c
from app.game.core.cards import Card
from app.house.records import HouseEvent
from app.house.subjects.people.commands import AddPerson
from app.house.subjects.people.events import Refusal
from app.people.caller import Caller
from app.server import Server
from app.serving.front import Front
from app.serving.metrics import Metrics
from app.serving.readiness import Lag
from app.settings import Settings
from app.store import schema
from app.store.database import Database
from app.store.house_log import STREAM
from app.store.log_reader import entries, event_of
from tests.realtime.here import Clock
from tests.store.live import ask, bet_and_deal, ready

# Made up for these tests.
PIN, OTHER_PIN, LICENSED = "276841", "315926", "2999-12-31"
HERE, ELSEWHERE = "t1", "t2"
OFFICE = Caller("office", frozenset({"administrator"}), "", "the office")
MINUTE_US = 60_000_000
WITHIN_S, PATIENCE_S = 30.0, 15.0
# Metrics are open to this machine itself: whoever comes through a proxy has to say who he is.
PROXIED = [("x-forwarded-for", "192.0.2.1")]
# Who has cells of the matrix, and who has several roles.
EVERYBODY = (
    "dealer on duty here", "dealer on duty at another table", "dealer on duty nowhere", "supervisor", "surveillance",
    "administrator", "auditor", "sign at this table", "sign at another table",
)  # fmt: skip
TOGETHER = (
    ("dealer", "auditor"), ("dealer", "surveillance"), ("supervisor", "surveillance"), ("administrator", "auditor"),
    ("dealer", "supervisor", "surveillance", "administrator", "auditor"),
)  # fmt: skip

Result = TypeVar("Result")
Noted = Counter[tuple[str, str, str, str]]


class Somebody(NamedTuple):
    """Who asks: what he shows for it, from where, and whether table t1 is his own."""

    name: str
    roles: tuple[str, ...]
    shown: str
    where: str
    own: bool
    client: httpx.AsyncClient

    @property
    def actor(self) -> str:
        """As it stands in the record."""
        return f"display:{self.name}" if "sign" in self.roles else f"person:{self.name}"


class House:
    """The server, and who comes to it. `cells`: how many cells of the matrix were asked."""

    def __init__(self, server: Server, app: FastAPI, clock: Clock, runner: asyncio.Runner) -> None:
        self.server, self.app, self.clock, self.cells = server, app, clock, 0
        self.port = 0
        self._runner, self.stack = runner, AsyncExitStack()
        self._numbers = itertools.count(2)
        self.staff: dict[str, Somebody] = {}

    def run(self, asked: Coroutine[Any, Any, Result], within_s: float = 120.0) -> Result:
        """What this comes to, with the server running meanwhile."""
        return self._runner.run(asyncio.wait_for(asked, within_s))

    # --- who comes

    async def person(self, *roles: Any, own: bool = False, face_down: bool = True) -> Somebody:
        """Somebody new with these roles, who has signed in."""
        name = f"{roles[0]}-{next(self._numbers)}"
        licence = LICENSED if "dealer" in roles else None
        sees = face_down and "surveillance" in roles
        person = AddPerson(name, name, roles, licensed_through=licence, sees_face_down=sees)
        await self.server.people.add(OFFICE, person, PIN)
        return await self.somebody(name, roles, await self.signed_in(name), own=own)

    async def signed_in(self, name: str) -> str:
        """What this person shows who has signed in anew."""
        return f"Bearer {(await self.server.people.sign_in(name, PIN, f'{name} {next(self._numbers)}')).token}"

    async def sign(self, table: str) -> Somebody:
        """A new sign at this table."""
        name = f"sign-{next(self._numbers)}"
        token = await self.server.people.add_display(OFFICE, name, table)
        return await self.somebody(name, ("sign",), f"Bearer {token}", own=table == HERE)

    def address(self) -> str:
        """An address of this machine that nobody else comes from."""
        number = next(self._numbers)
        return f"127.0.{number // 250}.{number % 250 + 2}"

    async def somebody(
        self, name: str, roles: tuple[str, ...], shown: str, *, own: bool, where: str | None = None
    ) -> Somebody:
        """Who comes and shows this in the header, from this address or one of his own."""
        where = where or self.address()
        client = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{self.port}",
            transport=httpx.AsyncHTTPTransport(local_address=where),
            headers=[*PROXIED, *_authorization(shown)],
            timeout=WITHIN_S,
        )
        return Somebody(name, roles, shown, where, own, await self.stack.enter_async_context(client))

    async def newcomer(self, role: str) -> Somebody:
        """Somebody new of this role, at his own table if he has one: a dealer on duty at t1, or the sign there."""
        if role == "sign":
            return await self.sign(HERE)
        who = await self.person(role, own=role == "dealer")
        if role == "dealer":
            await self.takes_over(who)
        return who

    async def back_on_duty(self) -> None:
        """The dealer of table t1 has it again, if another had it."""
        who = self.staff["dealer on duty here"]
        if self.server.tables.live()[HERE].table.dealer != who.name:
            await self.takes_over(who)

    def socket(self, who: Somebody, feed: str, more: str = "") -> connect:
        """A socket of this feed; of a table's, at table t1. `more` stands at the end of its address."""
        place = "floor" if feed == "feed.floor" else f"tables/{HERE}?audience={feed.rpartition('.')[2]}"
        return connect(
            f"ws://127.0.0.1:{self.port}/ws/v1/{place}{more}",
            subprotocols=[Subprotocol("tables.v1")],
            additional_headers=_authorization(who.shown),
            local_addr=(who.where, 0),
            compression=None,
            ping_interval=None,
            close_timeout=2,
            proxy=None,
        )

    async def order(self, who: Somebody, command: dict[str, Any], number: str = HERE, *signers: str) -> httpx.Response:
        """The answer to this order."""
        signed = [{"who": signer, "pin": PIN} for signer in signers]
        said: dict[str, Any] = {"id": str(uuid4()), "question": None, "command": command, "signed_by": signed}
        return await who.client.post(f"/api/v1/tables/{number}/orders", json=said)

    async def takes_over(self, who: Somebody, number: str = HERE) -> None:
        """A dealer comes on duty at this table."""
        answer = await self.order(who, {"type": "ChangeDealer", "dealer": who.name}, number, who.name)
        assert answer.is_success, answer.text

    async def a_round(self) -> str:
        """The name of a round that was played at a third table."""
        actor = await ready(self.server.tables, "t3")
        await ask(actor, *bet_and_deal(), c.Stand(1), c.DrawCard(Card("KC")), c.DrawCard(Card("5D")))
        found = await self.staff["surveillance"].client.get("/api/v1/rounds?table=t3")
        name: str = found.json()["rounds"][0]["round"]
        return name

    # --- what is recorded

    async def versions(self) -> tuple[int, ...]:
        """Where the tables are."""
        return tuple([self.server.tables.live()[number].version for number in (HERE, ELSEWHERE)])

    async def happened(self, after: int) -> list[HouseEvent]:
        """What the log of the house has behind this version."""
        async with self.server.database.connection("app") as connection:
            found = await entries(connection, STREAM, schema.events.c.version > after)
        return [event_of(entry) for entry in found]  # type: ignore[misc]

    async def house_version(self) -> int:
        """Where the log of the house is, once all notes are in it."""
        keeping = self.server.house
        await until(lambda: not keeping.waiting, "for the notes")
        return (await self.server.house_log.read()).version

    def a_minute_later(self) -> None:
        """What is refused from now on is told anew, and who tried too often may try again."""
        self.clock.ahead_us += MINUTE_US + 1_000_000

    async def noted(self, after: int, expected: Noted, besides: tuple[type, ...] = ()) -> list[str]:
        """What is wrong with the log of the house: just these refusals should stand in it behind this version, besides
        events of these types. What was refused more than once stands there as how often, once the minute is over."""
        self.a_minute_later()
        deadline_s, events = time.monotonic() + PATIENCE_S, list[HouseEvent]()
        while _tally(events) != expected and time.monotonic() < deadline_s:
            await asyncio.sleep(0.01)
            events += await self.happened(after + len(events))
        others = [each for each in events if not isinstance(each, (Refusal, *besides))]
        missing, unexpected = expected - _tally(events), _tally(events) - expected
        wrong = [f"recorded though it was refused: {each}" for each in others]
        wrong += [f"not in the log of the house: {count} times {each}" for each, count in missing.items()]
        return wrong + [f"in the log of the house: {count} times {each}" for each, count in unexpected.items()]


def _authorization(shown: str) -> list[tuple[str, str]]:
    return [("authorization", shown)] if shown else []


def _tally(events: Iterable[HouseEvent]) -> Noted:
    tally: Noted = Counter()
    for each in events:
        if isinstance(each, Refusal):
            tally[each.who, each.action, each.why, each.where] += each.times
    return tally


async def until(holds: Callable[[], Any], what: str) -> None:
    """Wait until this is so."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline_s, f"waited in vain {what}"
        await asyncio.sleep(0.005)


async def _staffed(house: House) -> None:
    """Everybody whose cells the matrix has: each role, and dealers and signs here, elsewhere and nowhere."""
    makes: dict[str, Awaitable[Somebody]] = {
        "dealer on duty here": house.person("dealer", own=True),
        "dealer on duty at another table": house.person("dealer"),
        "dealer on duty nowhere": house.person("dealer"),
        "supervisor": house.person("supervisor"),
        "surveillance": house.person("surveillance"),
        "administrator": house.person("administrator"),
        "auditor": house.person("auditor"),
        "sign at this table": house.sign(HERE),
        "sign at another table": house.sign(ELSEWHERE),
    }
    for what, made in makes.items():
        house.staff[what] = await made
    await house.takes_over(house.staff["dealer on duty here"])
    await house.takes_over(house.staff["dealer on duty at another table"], ELSEWHERE)


@asynccontextmanager
async def serving(database: Database, settings: Settings, runner: asyncio.Runner) -> AsyncIterator[House]:
    """The server as it is run, let go of at the end."""
    clock = Clock()
    # The clock goes on by a minute and more between cells, in which nobody touches a screen.
    unhurried = settings._replace(idle_s=30 * 86_400)
    server = Server(unhurried, database, "http://here.example", clock)
    await server.start()
    app, lag = create_app(server), Lag()
    front = Front(app, server, Metrics(server, lag), lag, ())
    config = uvicorn.Config(
        front, port=0, ws="websockets-sansio", lifespan="off", log_level="critical", access_log=False
    )  # fmt: skip
    running = uvicorn.Server(config)
    task = asyncio.create_task(running._serve())
    house = House(server, app, clock, runner)
    await until(lambda: running.started, "for the server")
    house.port = running.servers[0].sockets[0].getsockname()[1]
    for number in (HERE, ELSEWHERE):
        await ready(server.tables, number)
    await _staffed(house)
    try:
        async with house.stack:
            yield house
    finally:
        running.should_exit = True
        await task
        await server.close()
