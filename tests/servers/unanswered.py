"""How long tables are without an answer when a connection to PostgreSQL gives none.

`python -m tests.servers.unanswered`: real servers, a wire between each of them and PostgreSQL, and a client at each
table that does as a screen does: it goes where it is sent, elsewhere when nobody answers, and sends again what has no
answer.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import httpx

from app.cli import main as main_of_app
from app.game.core.state import TableConfig
from app.settings import Settings
from app.store.database import Database
from device_simulators.bot.terminal.people import Person
from tests.bot.house import House
from tests.databases import current, folder
from tests.serving.house import BOOK, BURNT, client_of, order
from tests.store.housed import HousedTables
from tests.store.live import ask, opening
from tests.store.places import socket_of, url_of
from tests.store.waiting import until
from tests.wires import Fault, Wire, wire

BET = {"type": "PlaceWager", "box": 2, "player": "bob", "kind": "main", "cents": 500}
BACK = {"type": "WithdrawWagers", "box": 2, "player": "bob"}
TURNS_TO_IT_S, NOBODY_ANSWERS_S = 0.05, 4.6
# Until every table has answered again, at most.
LONGEST_S = 150.0
SETTLED_S = 3.0
SLOW_S, AHEAD_NS = 0.05, 5_000_000_000
MANY = 20


class Servers(NamedTuple):
    """The servers of one house on this database, and the wire of each."""

    database: Database
    houses: tuple[House, ...]
    wires: tuple[Wire, ...]
    numbers: tuple[str, ...]

    def addresses(self) -> list[str]:
        """Where those are that have served."""
        return [each.url for each in self.houses if each.url]

    def kept_by(self, at: int) -> set[str]:
        """The tables that this one keeps, as it says."""
        if self.houses[at].process is None:
            return set()
        said = asyncio.run(self.houses[at].ask("GET", "/tables"))
        return {each["number"] for each in said["tables"] if each["kept"] == "here"}

    def share(self) -> bool:
        """Whether each that runs has some of the tables, and all are kept."""
        kept = [self.kept_by(at) for at, each in enumerate(self.houses) if each.process is not None]
        return all(kept) and set().union(*kept) == set(self.numbers)


@contextmanager
def servers(count: int, tables: int, lease_s: int, *, absent: int = 0, ahead: bool = False) -> Iterator[Servers]:
    """So many, with tables at which wagers can be placed, each with a dealer. `absent`: so many that do not run yet;
    `ahead`: the first one's clock is."""
    numbers = tuple([str(number) for number in range(1, tables + 1)])
    with ExitStack() as ends:
        place = ends.enter_context(folder("unanswered"))
        settings = Settings(place / "data")
        database = ends.enter_context(current(settings))
        asyncio.run(_with_tables(database, settings, numbers))
        wires, houses = list[Wire](), list[House]()
        for at in range(count):
            short = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="wire", dir="/tmp")))
            wires.append(ends.enter_context(wire(socket_of(database), short)))
            there = {
                "TABLEKEEPER_LEASE_S": str(lease_s),
                "TABLEKEEPER_DATABASE_URL": url_of(database, "tablekeeper", short),
            }
            houses.append(House(place / "servers", "--host", f"127.0.0.{at + 1}", name=f"server {at + 1}", **there))
        (place / "servers").mkdir(mode=0o700)
        houses[0].add_staff()
        if ahead:
            houses[0].program = serve_ahead
        made = Servers(database, tuple(houses), tuple(wires), numbers)
        try:
            for each in houses[: count - absent]:
                each.start()
            yield made
        finally:
            for way in wires:
                way.heal()
            for each in houses:
                each.kill()


async def _with_tables(database: Database, settings: Settings, numbers: tuple[str, ...]) -> None:
    tables = HousedTables(database, settings)
    await tables.start()
    try:
        for number in numbers:
            config = TableConfig(side_bets=(), hole_card="blind")
            answers = await ask(await tables.open(number, BOOK), *opening(BOOK, config), book=BOOK)
            assert all([answer.refused is None for answer in answers])
    finally:
        await tables.close()


class Told(NamedTuple):
    """An order that was acknowledged: its id, the version of its first event, and how many it has."""

    id: str
    first: int
    events: int


class Dealing:
    """A dealer at one table, who orders one thing after the other, each until it is answered."""

    def __init__(self, number: str, token: str, addresses: list[str]) -> None:
        self.number, self.token, self._addresses, self._at = number, token, addresses, 0
        self._headers = {"authorization": f"Bearer {token}"}
        self._clients: dict[str, httpx.AsyncClient] = {}
        self.answered_s = list[float]()
        self.acknowledged = list[Told]()

    async def go_on(self, stop: asyncio.Event) -> None:
        """Until told to stop."""
        for command in cycle((BET, BACK)):
            if stop.is_set() and command is BET:
                break
            asked = order(command)
            said = await self.answer(asked)
            self.answered_s.append(time.monotonic())
            self.acknowledged.append(Told(asked["id"], said["first_version"], said["events"]))
        await self.hang_up()

    async def hang_up(self) -> None:
        """Let go of every connection; they belong to the loop that opened them."""
        for client in self._clients.values():
            await client.aclose()
        self._clients.clear()

    async def question(self) -> str:
        """The id of the first question that is open."""
        found: str = (await self._told("GET", ""))["view"]["questions"][0]["id"]
        return found

    async def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """To this order, wherever the table is, as soon as there is one."""
        return await self._told("POST", "/orders", asked)

    async def _told(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        while True:
            address = self._addresses[self._at % len(self._addresses)]
            try:
                whole = f"/api/v1/tables/{self.number}{path}"
                answer = await self._client(address).request(method, whole, json=body)
            except httpx.TransportError:
                self._at += 1
            else:
                if answer.status_code == 200:
                    said: dict[str, Any] = answer.json()
                    return said
                self._follow(answer.json())
            await asyncio.sleep(TURNS_TO_IT_S)

    def _client(self, address: str) -> httpx.AsyncClient:
        if address not in self._clients:
            self._clients[address] = client_of(address, self._headers)
            self._clients[address].timeout = httpx.Timeout(NOBODY_ANSWERS_S)
        return self._clients[address]

    def _follow(self, problem: dict[str, Any]) -> None:
        assert problem["retry"], problem
        address = (problem.get("details") or {}).get("address")
        if address is not None:
            if address not in self._addresses:
                self._addresses.append(address)
            self._at = self._addresses.index(address)

    def longest_s(self, since_s: float) -> float:
        """The longest time without an answer that ended after this moment."""
        after = [at_s for at_s in self.answered_s if at_s > since_s]
        before = [at_s for at_s in self.answered_s if at_s <= since_s][-1:]
        times = [*before, *after]
        return max([later - earlier for earlier, later in pairwise(times)])


async def dealers(made: Servers) -> list[Dealing]:
    """One at each table, where betting is open."""
    found = []
    here = made.houses[0]
    for number in made.numbers:
        person = Person(f"dealer-{number}", f"4638{11 + 7 * int(number)}")
        await here.add_person(person, "dealer")
        token = await here.office.token_of(person)
        dealing = Dealing(number, token, made.addresses())
        for command in (
            {"type": "ChangeDealer", "dealer": person.who},
            {"type": "TypeCard", "card": BURNT},
            {"type": "OpenBetting"},
        ):
            question = await dealing.question() if command["type"] == "TypeCard" else None
            await dealing.answer(order(command, question))
        await dealing.hang_up()
        found.append(dealing)
    return found


def serve_ahead(arguments: list[str]) -> int:
    """The program, by a clock that is ahead."""
    now_ns = time.time_ns

    def ahead_ns() -> int:
        return now_ns() + AHEAD_NS

    with patch("time.time_ns", ahead_ns), patch("app.devices.clock.time_ns", ahead_ns):
        return main_of_app(arguments)


class Row(NamedTuple):
    """A fault: how many servers there are, what happens, and after how long it is over (None: with the measurement).
    `absent`: so many servers do not run before; `ahead`: the clock of the first is; `whole`: the tables of all servers
    are looked at, not only those of the last; `wires`: it is the wires' fault."""

    name: str
    servers: int
    happens: Callable[[Servers], None]
    over_after_s: float | None = None
    absent: int = 0
    ahead: bool = False
    whole: bool = False
    wires: bool = False


def _kill(made: Servers) -> None:
    made.houses[-1].kill()


def _cut_off(made: Servers) -> None:
    made.wires[-1].strike(Fault("freeze"))


def _freeze(made: Servers) -> None:
    made.wires[-1].strike(Fault("freeze", whose="open"))


def _kill_and_leave_one_unanswered(made: Servers) -> None:
    made.wires[0].strike(Fault("freeze", whose="new", connections=1))
    _kill(made)


def _kill_and_freeze_a_read(made: Servers) -> None:
    for each in made.wires[:-1]:
        each.strike(Fault("freeze", connections=1, at=b"FROM events"))
    _kill(made)


def _tell_to_go(made: Servers) -> None:
    made.houses[-1].end()


def _kill_all(made: Servers) -> None:
    for each in made.houses:
        each.kill()
    for each in made.houses:
        each.start()


def _slow_down(made: Servers) -> None:
    made.wires[-1].strike(Fault("delay", delay_s=SLOW_S))


def _join(made: Servers) -> None:
    made.houses[-1].start()
    until(lambda: bool(made.kept_by(len(made.houses) - 1)))


ROWS = (
    Row("kill -9 of one of two", 2, _kill),
    Row("one of two cut from PostgreSQL for 25 s", 2, _cut_off, 25.0, wires=True),
    Row("one of two cut from PostgreSQL for 84 s", 2, _cut_off, 84.0, wires=True),
    Row("its open connections frozen, new ones work", 2, _freeze, wires=True),
    Row("a kill, then one new connection unanswered", 2, _kill_and_leave_one_unanswered, wires=True),
    Row("a kill of one of three, then one read of the log unanswered", 3, _kill_and_freeze_a_read, wires=True),
    Row("SIGTERM to one of two", 2, _tell_to_go),
    Row("both killed, and started again", 2, _kill_all, whole=True),
    Row("a slow link: 50 ms each way, for 25 s", 2, _slow_down, 25.0, wires=True),
    Row("kill -9 of one of two, the other's clock 5 s ahead", 2, _kill, ahead=True),
    Row("a third server joins", 3, _join, absent=1, whole=True),
    Row("a third server leaves by SIGTERM", 3, _tell_to_go, whole=True),
)


def measured(row: Row, tables: int, lease_s: int) -> list[float]:
    """For each table that the struck server kept, how long it was without an answer. Whatever was acknowledged is in
    the log once."""
    with servers(row.servers, tables, lease_s, absent=row.absent, ahead=row.ahead) as made:
        found = asyncio.run(dealers(made))
        until(made.share)
        struck = set(made.numbers) if row.whole else made.kept_by(len(made.houses) - 1)
        since_s = asyncio.run(_played_through(row, made, found))
        asyncio.run(_assert_kept(made.database, found))
        return [each.longest_s(since_s) for each in found if each.number in struck]


async def _assert_kept(database: Database, found: list[Dealing]) -> None:
    async with database.connection("reader") as connection:
        for each in found:
            rows = await connection.fetch(_EVENTS, f"table:{each.number}")
            wrong = not_as_told(each.acknowledged, [(str(row["command"]), row["version"]) for row in rows])
            assert not wrong, f"table {each.number}: {wrong}"


def not_as_told(acknowledged: list[Told], recorded: list[tuple[str, int]]) -> list[Told]:
    """The orders whose events in the log, by id and version, are not those that their sender was told: lost, or done
    more than once."""
    versions = defaultdict[str, list[int]](list)
    for id_, version in recorded:
        versions[id_].append(version)
    return [each for each in acknowledged if versions[each.id] != list(range(each.first, each.first + each.events))]


_EVENTS = "SELECT command, version FROM events WHERE stream = $1 AND command IS NOT NULL ORDER BY version"


async def _played_through(row: Row, made: Servers, found: list[Dealing]) -> float:
    """When it happened."""
    stop = asyncio.Event()
    playing = [asyncio.create_task(each.go_on(stop)) for each in found]
    await _answers(found, 0.0)
    since_s = time.monotonic()
    await asyncio.to_thread(row.happens, made)
    if row.over_after_s is not None:
        await asyncio.sleep(row.over_after_s)
        await asyncio.to_thread(made.wires[-1].heal)
    await _answers(found, since_s + SETTLED_S)
    stop.set()
    await asyncio.gather(*playing)
    assert any([each.struck for each in made.wires]) == row.wires, "no byte was held"
    return since_s


async def _answers(found: list[Dealing], since_s: float) -> None:
    """Wait until every table has answered many times since then."""
    async with asyncio.timeout(LONGEST_S):
        while min([sum([at_s > since_s for at_s in each.answered_s]) for each in found]) < MANY:
            await asyncio.sleep(TURNS_TO_IT_S)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.servers.unanswered", description=__doc__)
    parser.add_argument("--tables", type=int, default=6, help="so many that two and three servers have as many each")
    parser.add_argument("--lease-s", type=int, default=10)
    parser.add_argument("--times", type=int, default=1, help="how often each fault is measured")
    parser.add_argument("--only", type=int, action="append", help="the number of a row, from 1")
    options = parser.parse_args()
    print("| fault | median / worst s until the struck tables answer |", flush=True)
    print("|---|---|", flush=True)
    for number, row in enumerate(ROWS, 1):
        if options.only and number not in options.only:
            continue
        took = [each for _ in range(options.times) for each in measured(row, options.tables, options.lease_s)]
        print(f"| {row.name} | {statistics.median(took):.1f} / {max(took):.1f} |", flush=True)


if __name__ == "__main__":
    main()
