"""A table of the real server behind the interface that the bot plays through.

The dealer on duty has the socket; what takes a supervisor is asked by one over HTTP, with the supervisor's own account.
A dealer is relieved by the next one's signature, who then has a socket of his own. What is accepted is waited for until
the view shows it, and what the table does by itself (it turns the hole card up) until it has done it.
"""

import asyncio
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from device_simulators.bot.interface import Json
from device_simulators.bot.player import DEALERS
from device_simulators.bot.terminal.feed import Away, Feed, Heard
from device_simulators.bot.terminal.people import Person, Staff, Tokens
from device_simulators.bot.terminal.servers import Servers
from device_simulators.bot.terminal.service import NoAnswer, Service
from device_simulators.bot.terminal.shoe import InsertedInto, TableShoe

SUPERVISORS = ("OrderShuffle", "PermitSqueeze")
HELD_ELSEWHERE = "held_elsewhere"
DEALER = 0
AGAIN_S, TRIES = 0.2, 300


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is: the server, its number, the people who work at it, and the address its terminal asks from.
    `others`: the other servers of the house, one of which may keep the table."""

    server: str
    number: str
    staff: Staff
    own_address: str | None = None
    others: tuple[str, ...] = ()


class ServedTable:
    """One table, with a dealer on duty."""

    def __init__(
        self,
        place: Place,
        tokens: Tokens,
        shoe: TableShoe,
        reader: InsertedInto | None = None,
        heard: Heard | None = None,
    ) -> None:
        self._place, self._tokens, self._shoe, self._reader, self._heard = place, tokens, shoe, reader, heard
        self._servers = Servers(place.server, *place.others)
        self._service = Service(self._servers, place.own_address)
        self._dealer = place.staff.dealers[0]
        self._feed: Feed | None = None
        self._cut_depth: int | None = None
        self._acts = {
            "ChangeDealer": self._change_dealer,
            "PlaceCutCard": self._place_cut_card,
            "LoadShoe": self._load_shoe,
            "ReadHole": self._read_hole,
        }
        shoe.give_to(self)

    @property
    def feed(self) -> Feed:
        """The socket of the dealer on duty."""
        assert self._feed is not None, "the table was not opened"
        return self._feed

    @property
    def dealer(self) -> str:
        """Who deals for the bot."""
        return self._dealer.who

    async def open(self, present: str = "") -> None:
        """Have a dealer at the table: who of them is `present`, else the first; he may be there from an earlier run."""
        self._dealer = next((each for each in self._place.staff.dealers if each.who == present), self._dealer)
        change = {"type": "ChangeDealer", "dealer": self._dealer.who}
        await self._must(change, self._by_supervisor, unless="no_change")
        await self._sit_down()

    async def close(self) -> None:
        """Leave the table."""
        if self._feed is not None:
            await self._feed.close()
        self._service.close()
        self._shoe.close()
        if self._reader is not None:
            self._reader.close()

    # --- what the bot calls

    async def view(self) -> Json:
        """The dealer's view, with all done that the table does by itself."""
        await self.feed.until(lambda: not _by_itself(self.feed.view), "what the table does by itself")
        view = self.feed.view
        return {"version": self.feed.version, "book": view["sign"]["ruleset"], "table": view}

    async def wait(self, newer_than: int) -> Json:
        """The first view that is newer."""
        await self.feed.until(lambda: self.feed.version > newer_than, "a newer view")
        return await self.view()

    async def do(self, command: Json) -> Json:
        """The answer; of what was accepted, when the view shows it."""
        return await self._acts.get(command["type"], self._do)(command)

    async def tap(self, command: Json) -> None:
        """What the hand at the shoe says for the shoe."""
        await self._must(command, self._by_dealer)

    # --- acts that are more than an order

    async def _do(self, command: Json) -> Json:
        return await self._asked(command, self._by_supervisor if _takes_supervisor(command) else self._by_dealer)

    async def _change_dealer(self, command: Json) -> Json:
        """The next dealer signs at the terminal of the one on duty."""
        dealers = self._place.staff.dealers
        relief = dealers[DEALERS.index(command["dealer"]) % len(dealers)]
        if relief == self._dealer:
            return _answer(None)
        change: Json = {"type": "ChangeDealer", "dealer": relief.who}
        order = _order(change, None) | {"signed_by": [{"who": relief.who, "pin": relief.pin}]}
        try:
            problem = await self._sent(order, self._by_dealer)
        except Away:  # he was off duty before the answer had come
            problem = None
        if problem is None:
            await self._relieved_by(relief)
        return _answer(problem)

    async def _relieved_by(self, relief: Person) -> None:
        old, self._dealer = self.feed, relief
        await self._sit_down()
        await old.close()

    async def _place_cut_card(self, command: Json) -> Json:
        self._cut_depth = command["cards"]
        return await self._do(command)

    async def _load_shoe(self, command: Json) -> Json:
        """The cards go in, and then it is tapped."""
        await self._shoe.load(self.feed.view["config"]["decks"], self._cut_depth)
        self._cut_depth = None
        return await self._do(command)

    async def _read_hole(self, _command: Json) -> Json:
        """The hole card goes into the reader, and the reader answers."""
        assert self._reader is not None, "this table has no reader"
        version = self.feed.version
        await self._reader.read(await self._shoe.last_card())
        await self.wait(version)
        return _answer(None)

    # --- orders

    async def _sit_down(self) -> None:
        token = await self._tokens.of(self._dealer, self._service)
        url = f"{self._place.server}/ws/v1/tables/{self._place.number}"
        address = self._place.own_address
        self._feed = Feed(url, token, audience="dealer", own_address=address, heard=self._heard, servers=self._servers)
        await self._feed.open()

    async def _must(self, command: Json, ask: Any, unless: str = "") -> None:
        problem = await self._sent(_order(command, None), ask)
        if problem is not None and problem["code"] != unless:
            raise Away(f"table {self._place.number}: {command['type']}: {problem['code']}, {problem['message']}")

    async def _asked(self, command: Json, ask: Any) -> Json:
        fields = {name: value for name, value in command.items() if name != "question"}
        return _answer(await self._sent(_order(fields, command.get("question")), ask))

    async def _sent(self, order: Json, ask: Any) -> Json | None:
        """The problem, or None when it is done and shown; what the server cannot answer now is asked again."""
        for _ in range(TRIES):
            version, problem = await ask(order)
            if problem is None:
                await self._shown(version)
                return None
            if not problem.get("retry"):
                return dict(problem)
            await asyncio.sleep(AGAIN_S)
        return dict(problem)

    async def _shown(self, version: int) -> None:
        if self._feed is not None:
            await self._feed.until(lambda: self.feed.version >= version, "what was accepted")

    async def _by_dealer(self, order: Json) -> tuple[int, Json | None]:
        answer = await self.feed.order(order)
        return (int(answer["version"]), None) if answer["ok"] else (0, answer["problem"])

    async def _by_supervisor(self, order: Json) -> tuple[int, Json | None]:
        status, said = await self._supervisor_told(order)
        if status == 200:
            return int(said["version"]), None
        self._follow(said)
        return 0, said

    async def _supervisor_told(self, order: Json) -> tuple[int, Json]:
        """What the server answers the supervisor; 0 and a problem of ours where it does not."""
        token = await self._tokens.of(self._place.staff.supervisor, self._service)
        path = f"/api/v1/tables/{self._place.number}/orders"
        try:
            return await self._service.ask("POST", path, order, token)
        except NoAnswer as error:
            return 0, {"code": "no_answer", "message": str(error), "retry": True}

    def _follow(self, problem: Json) -> None:
        """Ask where the table is from now on, if that is what was told."""
        if problem["code"] == HELD_ELSEWHERE and problem["details"]["address"]:
            self._servers.go_to(problem["details"]["address"])


def _takes_supervisor(command: Json) -> bool:
    return command["type"] in SUPERVISORS or command.get("who") == "supervisor"


def _by_itself(view: Json) -> bool:
    """Whether something is open that nobody has to answer; the face-down card waits for offers that can be closed."""
    asked = view["questions"]
    waits = any([each["question"] == "proceed" for each in asked])
    return not waits and any([each["question"] == "turn_up" and each["box"] == DEALER for each in asked])


def _order(command: Json, question: str | None) -> Json:
    return {"id": str(uuid4()), "question": question, "command": command}


def _answer(problem: Json | None) -> Json:
    if problem is None:
        return {"accepted": True, "code": None, "message": None}
    return {"accepted": False, "code": problem["code"], "message": problem["message"]}
