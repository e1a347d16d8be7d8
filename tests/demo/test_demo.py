"""`make demo` as its visitors have it: real processes, a real database, two starts and a kill. About half a minute."""

import asyncio
import json
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import pytest

from device_simulators.bot.habits import ORDINARY
from device_simulators.bot.pace import FAST
from device_simulators.bot.pay.books import BOOKS
from device_simulators.bot.player import Player
from device_simulators.bot.record import Unrecorded
from device_simulators.bot.terminal.people import Person, Staff, Tokens
from device_simulators.bot.terminal.service import Service
from device_simulators.bot.terminal.table import Place, ServedTable
from device_simulators.bot.view import View
from device_simulators.demo.tables import TABLES
from tests.demo.running import PINS, RunningDemo
from tests.embedded.seen import runs, until

ROUNDS = 2
REFUSED = 2
OK = 200
BETWEEN = ("", "complete", "void", "shoe")
ROLES = {
    "dana": "dealer", "dora": "dealer", "sue": "supervisor", "sam": "supervisor", "eve": "surveillance",
    "ada": "administrator", "otto": "auditor",
}  # fmt: skip
PATIENT = replace(ORDINARY, draws_without_asking=0.0, new_dealer=0.0, new_shoe=0.0, stacked=0.0)


class NobodysHands:
    """The shoe, as a visitor has it who only taps: the demo draws."""

    async def press(self) -> None:
        """The card comes by itself."""

    async def stack(self, cards: list[str]) -> None:
        """Nobody can."""

    def give_to(self, hand: object) -> None:
        """Nobody works it."""

    async def load(self, decks: int, cut_depth: int | None) -> None:
        """The demo has done it."""

    async def last_card(self) -> str:
        """Nobody looks."""
        raise AssertionError

    def close(self) -> None:
        """There is nothing."""


@pytest.fixture
def data() -> Iterator[Path]:
    with TemporaryDirectory(prefix="demo-") as folder:
        Path(folder).chmod(0o711)
        yield Path(folder) / "demo"


@contextmanager
def started(data: Path) -> Iterator[RunningDemo]:
    demo = RunningDemo(data)
    try:
        yield demo
    finally:
        demo.kill()


def test_three_tables_play_are_taken_over_and_go_on_where_they_were(data: Path) -> None:
    assert len({table.book for table in TABLES} & set(BOOKS)) == len(TABLES) == 3
    with started(data) as demo:
        for table in TABLES:
            demo.says(rf"table {table.number}: round \d+ is over", ROUNDS)
        assert {name: role for name, (role, _) in demo.codes.items()} == ROLES
        asyncio.run(codes_are_good_once(demo))
        assert pressed(demo, "dana", seen=10**6) == (
            409,
            "The demo deals here: take the table over first, as a dealer.",
        )
        round_ = asyncio.run(dealt_by_dana(demo))
        demo.says(rf"table 1: round {round_ - 1} is over")
        round_ = drawn_for_dana(demo)
        assert pressed(demo, "eve", seen=10**6) == (409, "dana deals here.")
        assert pressed(demo, "dana", seen=0)[0] == 409, "a tap from before the last card draws none"
        before = drawn(data)
        assert demo.end() == 0, demo.said
        first, said = demo.codes, demo.said
    with started(data) as demo:
        round_ = drawn_for_dana(demo)  # a visitor who was there before the demo can draw, too
        assert drawn(data)[: len(before)] == before, "the shoe's cards are those that they were"
        assert not {code for _, code in demo.codes.values()} & {code for _, code in first.values()}
        asyncio.run(left_by_dana(demo))
        after = demo.says("table 1: nobody deals")
        over = rf"table 1: round {round_} is over"
        if not re.search(over, said + demo.said[:after]):
            demo.says(over, after=after)
        demo.says(rf"table 1: round {round_ + 1} is over", after=after)
        assert len(re.findall(over, said + demo.said)) == 1, "whoever deals, the end of a round is told once"
        server = demo.server
        demo.says(r"table 2: round \d+ is over")
        assert demo.end(signal.SIGKILL) == -signal.SIGKILL
    until(lambda: not runs(server))


def drawn(data: Path) -> list[str]:
    """The cards that have left the shoe of table 1."""
    kept = json.loads((data / "devices" / "t1" / "shoe.json").read_text())
    return [each["card"] for each in kept["machine"]["supply"]["drawn"]]


async def codes_are_good_once(demo: RunningDemo) -> None:
    service = Service(demo.url)

    async def ask(path: str, **body: str) -> tuple[int, Any]:
        status, said = await service.ask("POST", f"/api/v1/{path}", body)
        return status, (said or {}).get("code")

    for who, pin in PINS.items():
        code = demo.codes[who][1]
        assert await ask("sessions", who=who, pin=code) == (403, "choose_pin")
        assert await ask("codes", who=who, code=code, pin=pin) == (204, None)
        assert await ask("codes", who=who, code=code, pin=pin) == (401, "wrong_credentials")
        assert await ask("sessions", who=who, pin=code) == (401, "wrong_credentials")
        me = await demo.office(who).ask("GET", "/sessions/current")
        assert me["roles"] == [ROLES[who]]
    service.close()


async def dealt_by_dana(demo: RunningDemo) -> int:
    """dana takes table 1 over, deals a round to its end and begins another, whose number this gives."""
    dana = Person("dana", PINS["dana"])
    office = demo.office("dana")
    taking = {"id": "5b0c7f3e-31b2-4b0e-9a53-2f5a7d9c0001", "question": None}
    order = {
        **taking,
        "command": {"type": "ChangeDealer", "dealer": "dana"},
        "signed_by": [{"who": "dana", "pin": dana.pin}],
    }
    await office.ask("POST", "/tables/1/orders", order)
    demo.says("table 1: dana deals")
    async with dana_at_the_table(demo) as (table, player):
        if (await player.look()).phase not in BETWEEN:
            await player.finish_round()
        await player.play_round()
        return await in_a_round(table, player)


@asynccontextmanager
async def dana_at_the_table(demo: RunningDemo) -> AsyncIterator[tuple[ServedTable, Player]]:
    """Her screen, and who taps there."""
    staff = Staff((Person("dana", PINS["dana"]),), Person("sue", PINS["sue"]))
    hands = NobodysHands()
    table = ServedTable(Place(demo.url, "1", staff), Tokens(), hands)
    try:
        await table.open(present="dana")
        yield table, Player(table, hands, PATIENT, Random(3), FAST, Unrecorded)
    finally:
        await table.close()


async def in_a_round(table: ServedTable, player: Player) -> int:
    """The number of a round that takes a card now; where the last one is over, another is begun."""
    if now(table.feed.view).phase in BETWEEN:
        await player.open_round()
    await table.feed.until(lambda: takes_a_card(now(table.feed.view)), "a question that a card answers")
    return now(table.feed.view).round


def now(view: dict[str, Any]) -> View:
    """What is shown, with no number."""
    return View({"version": 0, "book": "", "table": view})


def takes_a_card(view: View) -> bool:
    """Whether cards lie on the table, and one more would be the next thing, or a hit."""
    dealt = any([each for (each, *_) in view.boxes.values()])
    return dealt and view.phase not in (*BETWEEN, "betting") and bool([*view.asked("card"), *view.asked("decide")])


def pressed(demo: RunningDemo, who: str, *, seen: int) -> tuple[int, str]:
    """What is answered to the button on the dealer's screen of table 1: it lets a card out of the shoe."""
    asked = urlsplit(demo.url)
    connection = HTTPConnection(str(asked.hostname), asked.port, timeout=20)
    try:
        token = asyncio.run(signed_in(demo, who))
        headers = {"content-type": "application/json", "cookie": f"tablekeeper={token}"}
        connection.request("POST", "/demo/hands/1", json.dumps({"seen": seen}), headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read()).get("message", "")
    finally:
        connection.close()


async def signed_in(demo: RunningDemo, who: str) -> str:
    """A token of this visitor."""
    service = Service(demo.url)
    try:
        _, said = await service.ask("POST", "/api/v1/sessions", {"who": who, "pin": PINS[who]})
        return str(said["token"])
    finally:
        service.close()


def drawn_for_dana(demo: RunningDemo) -> int:
    """The number of the round in which a tap of hers brings a card; one that the demo drew at the same moment makes
    her tap again."""
    for _ in range(10):
        round_ = asyncio.run(dana_in_a_round(demo))
        seen = asyncio.run(demo.office("dana").ask("GET", "/tables/1"))
        if takes_a_card(now(seen["view"])) and pressed(demo, "dana", seen=seen["version"])[0] == OK:
            until_newer(demo, seen["version"])
            return round_
    raise AssertionError("no tap of hers brought a card")


async def dana_in_a_round(demo: RunningDemo) -> int:
    async with dana_at_the_table(demo) as (table, player):
        return await in_a_round(table, player)


def until_newer(demo: RunningDemo, version: int) -> None:
    """Wait until table 1 has moved on."""
    until(lambda: asyncio.run(demo.office("dana").ask("GET", "/tables/1"))["version"] > version)


async def left_by_dana(demo: RunningDemo) -> None:
    """dana, who has the table still, leaves it in the middle of the round."""
    office = demo.office("dana")
    leaving: dict[str, Any] = {"id": "5b0c7f3e-31b2-4b0e-9a53-2f5a7d9c0002", "question": None, "signed_by": []}
    demo.says("table 1: dana deals")
    await office.ask("POST", "/tables/1/orders", {**leaving, "command": {"type": "ChangeDealer", "dealer": ""}})


def test_what_keeps_it_from_starting_is_said(data: Path) -> None:
    data.mkdir(parents=True)
    (data / "data").mkdir()
    (data / "data" / "somebody's").write_text("file")
    demo = RunningDemo(data)
    try:
        assert demo.ended() == REFUSED
    finally:
        demo.kill()
    assert "is not empty and is not a data folder of Tablekeeper's" in demo.said


def test_one_demo_at_a_time_has_a_folder(data: Path) -> None:
    with started(data) as demo:
        demo.says("starting PostgreSQL")
        with started(data) as second:
            assert second.ended() == REFUSED
            assert "A demo is running on" in second.said
        assert demo.end() == 0, "Ctrl-C while it starts"
