"""Orders over the socket, their answers, and all that is no order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import orjson

from app.realtime.socket_orders import MOST_BYTES, MOST_GARBAGE, MOST_WAITING
from app.settings import Settings
from app.store.database import Database
from tests.realtime.here import Here, Screen, serving
from tests.realtime.stuck import BINARY, TEXT, close_code, frame, raw
from tests.store.live import bet_and_deal

HIT, STAND = {"type": "Hit", "box": 1}, {"type": "Stand", "box": 1}


@asynccontextmanager
async def dealing(database: Database, settings: Settings, number: str) -> AsyncIterator[tuple[Here, Screen]]:
    """A dealer's socket at a table where box 1 is to decide."""
    async with serving(database, settings) as here:
        dealer = await here.person(number, "dealer")
        await here.ready(number, dealer.name)
        await here.do(number, *bet_and_deal())
        async with here.look(dealer, number, "dealer") as screen:
            await screen.first("hello")
            yield here, screen


async def test_an_order_is_answered_and_shown(database: Database, settings: Settings, number: str) -> None:
    async with dealing(database, settings, number) as (here, screen):
        question, id_ = here.questions(number)[0].id, str(uuid4())
        answer = await screen.order(STAND, question, id_)
        assert answer["ok"] and not answer["again"] and answer["version"] >= answer["first_version"]
        await screen.at(answer["version"])
        again = await screen.order(STAND, question, id_)
        assert again["ok"] and again["again"] and again["first_version"] == answer["first_version"]
        other = await screen.order(HIT, question, id_)
        assert not other["ok"] and other["problem"]["code"] == "id_reused"
        closed = await screen.order(STAND, question)
        assert not closed["ok"] and closed["problem"]["code"] == "question_closed"


async def test_a_refusal_names_the_clause(database: Database, settings: Settings, number: str) -> None:
    async with dealing(database, settings, number) as (_, screen):
        wager = {"type": "PlaceWager", "box": 2, "player": "bob", "kind": "main", "cents": 1_000, "seated": True}
        answer = await screen.order(wager)
        assert not answer["ok"] and answer["problem"]["clause"], answer
        assert answer["problem"]["code"] == "bets_closed"


async def test_orders_are_answered_in_their_order(database: Database, settings: Settings, number: str) -> None:
    async with dealing(database, settings, number) as (here, screen):
        question = here.questions(number)[0].id
        ids = [str(uuid4()) for _ in range(10)]
        for id_ in ids:
            order = {"type": "order", "id": id_, "question": question, "command": STAND}
            await screen.send(orjson.dumps(order).decode())
        await screen.nth("answer", len(ids))
        answers = screen.all("answer")
        assert [each["id"] for each in answers] == ids
        assert [each["ok"] for each in answers] == [True] + [False] * 9


async def test_more_orders_than_can_wait_are_refused(database: Database, settings: Settings, number: str) -> None:
    async with dealing(database, settings, number) as (here, screen):
        held = asyncio.Event()
        ask = here.terminal.order

        async def slow(*order: object) -> object:
            await held.wait()
            return await ask(*order)  # type: ignore[arg-type]

        here.terminal.order = slow  # type: ignore[assignment,method-assign]
        for _ in range(MOST_WAITING + 5):
            await screen.send(orjson.dumps({"type": "order", "id": str(uuid4()), "command": STAND}).decode())
        await screen.nth("answer", 4)
        assert {each["problem"]["code"] for each in screen.all("answer")} == {"busy"}
        held.set()
        await screen.nth("answer", MOST_WAITING + 5)
        codes = [each["problem"]["code"] for each in screen.all("answer")]
        assert codes.count("busy") == 4


async def test_who_only_looks_sends_no_orders(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor", "surveillance")
        await here.ready(number)
        for audience in ("sign", "surveillance"):
            async with here.look(boss, number, audience) as screen:
                answer = await screen.order({"type": "OpenBetting"})
                assert answer["problem"]["code"] == "not_allowed"
        async with here.look(boss, None) as wall:
            answer = await wall.order({"type": "OpenBetting"})
            assert answer["problem"]["code"] == "not_allowed"
        async with here.look(boss, number, "floor") as floor:
            assert (await floor.order({"type": "OpenBetting"}))["ok"]


GARBAGE: list[tuple[str | bytes, str]] = [
    ("", "bad_message"),
    ("{", "bad_message"),
    ("[]", "bad_message"),
    ("null", "bad_message"),
    ('{"type": "pong"}', "bad_message"),
    ('{"type": "order"}', "bad_message"),
    ('{"type": "order", "id": 7}', "bad_message"),
    ('{"type": "order", "id": "7"}', "bad_message"),
    ('{"type": "order", "id": "{6a5f2f0e-54f4-5d0c-9f43-3f1d6f0c6a11}"}', "bad_message"),
    (b'{"type": "order"}', "bad_message"),
    ("[" * 60_000, "bad_message"),
    ('{"a":' * 10_000 + "1" + "}" * 10_000, "bad_message"),
    ("9" * 60_000, "bad_message"),
    ('"\\ud800"', "bad_message"),
]


async def test_what_is_no_order_is_said_to_be_none(database: Database, settings: Settings, number: str) -> None:
    async with dealing(database, settings, number) as (_, screen):
        for count, (garbage, code) in enumerate(GARBAGE, 1):
            await screen.send(garbage)
            problem = await screen.nth("problem", count)
            assert problem["problem"]["code"] == code, garbage[:60]
        assert (await screen.order(STAND))["problem"]["code"] == "question_closed"


async def test_orders_that_say_the_wrong_things(database: Database, settings: Settings, number: str) -> None:
    async with dealing(database, settings, number) as (_, screen):
        deep: object = 1
        for _ in range(200):
            deep = [deep]
        for command in ({"type": "DrawCard", "card": "8S"}, {"type": "Hit"}, {"type": "Hit", "box": "1"}, 7, deep):
            answer = await screen.order(command)  # type: ignore[arg-type]
            assert not answer["ok"] and answer["problem"]["code"] in ("bad_request", "bad_message", "too_large")
        answer = await screen.order({**HIT, "more": 1})
        assert answer["problem"]["code"] == "bad_message"


async def test_too_much_garbage_closes_the_socket(database: Database, settings: Settings, number: str) -> None:
    async with dealing(database, settings, number) as (_, screen):
        for _ in range(MOST_GARBAGE + 1):
            await screen.send("what?")
        assert (await screen.closed())[0] == 4400
        assert len(screen.all("problem")) == MOST_GARBAGE


async def test_a_large_frame_closes_the_socket(database: Database, settings: Settings, number: str) -> None:
    async with dealing(database, settings, number) as (_, screen):
        await screen.send(" " * MOST_BYTES)
        await screen.first("problem")
        await screen.send(" " * (MOST_BYTES + 1))
        assert (await screen.closed())[0] == 4413


async def test_characters_count_as_their_bytes(database: Database, settings: Settings, number: str) -> None:
    async with dealing(database, settings, number) as (_, screen):
        await screen.send("é" * (MOST_BYTES // 2 + 1))
        assert (await screen.closed())[0] == 4413


async def test_bytes_that_are_no_text(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        await here.ready(number)
        loop = asyncio.get_running_loop()
        broken = (frame(TEXT, b'{"type": "\xff"}'), 1007), (frame(TEXT, b"\xed\xa0\x80"), 1007), (b"\xff" * 64, 1002)
        for sent, code in broken:
            async with raw(f"{here.url(number, 'floor')}&ticket={here.people.ticket(boss)}") as line:
                await loop.sock_sendall(line, sent)
                assert await close_code(line) == code
        async with raw(f"{here.url(number, 'floor')}&ticket={here.people.ticket(boss)}") as line:
            await loop.sock_sendall(line, frame(BINARY, b"\xff") * (MOST_GARBAGE + 1))
            assert await close_code(line) == 4400
        await here.until(lambda: here.feeds.sockets()["floor"] == 0, "for the sockets to be gone")


async def test_an_order_under_way_outlives_its_socket(database: Database, settings: Settings, number: str) -> None:
    async with dealing(database, settings, number) as (here, screen):
        version = here.tables.live()[number].version
        question = here.questions(number)[0].id
        order = {"type": "order", "id": str(uuid4()), "question": question, "command": STAND}
        await screen.send(orjson.dumps(order).decode())
        screen.connection.transport.abort()
        await here.until(lambda: here.tables.live()[number].version > version, "for the order")
        await here.until(lambda: here.feeds.sockets()["dealer"] == 0, "for the socket to be gone")
