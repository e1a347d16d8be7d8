"""Connections to PostgreSQL that give no answer: no table waits for them, and nothing acknowledged is lost or
done twice."""

import asyncio
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.bot.house import House
from tests.servers.unanswered import BET, ROWS, Row, Servers, Told, dealers, measured, not_as_told, servers
from tests.serving.house import client_of, order
from tests.store.waiting import until
from tests.wires import Fault

LEASE_S, TABLES = 2, 3
HELD_ELSEWHERE = 4409
CUT_OFF, FROZEN, KILLED_ONE_UNANSWERED, KILLED_ONE_READ = ROWS[1], *ROWS[3:6]


@pytest.mark.parametrize(
    "row",
    [CUT_OFF._replace(over_after_s=LEASE_S + 4.0), FROZEN, KILLED_ONE_UNANSWERED, KILLED_ONE_READ],
    ids=["cut off", "frozen", "one connection", "one read"],
)
def test_every_table_answers_again_and_nothing_is_lost_or_doubled(row: Row) -> None:
    took_s = measured(row, TABLES, LEASE_S)
    assert took_s, "the struck server kept a table"


@pytest.mark.parametrize(
    "recorded", [[("a", 4)], [("a", 4), ("a", 5), ("a", 9), ("a", 10)], [("a", 5), ("a", 6)], [("b", 4), ("b", 5)], []]
)
def test_an_order_that_is_not_in_the_log_once_is_found(recorded: list[tuple[str, int]]) -> None:
    told = [Told("a", 4, 2)]
    assert not_as_told(told, [("a", 4), ("a", 5), ("b", 6)]) == []
    assert not_as_told(told, recorded) == told


def test_a_server_that_is_cut_off_sends_everybody_on_and_takes_part_again() -> None:
    with servers(2, TABLES, LEASE_S) as made:
        found = asyncio.run(dealers(made))
        until(made.share)
        here, there = made.houses[1], made.houses[0]
        struck = min(made.kept_by(1))
        token = next(each.token for each in found if each.number == struck)
        asyncio.run(_sent_on(made, here, there, struck, token))
        until(lambda: made.kept_by(0) == set(made.numbers))
        assert "is given up: the database has not answered" in here.log.read_text()
        made.wires[1].heal()
        until(lambda: asyncio.run(_ready(here)))
        until(lambda: asyncio.run(_told(there, struck, token))[0] == 200)


def test_a_server_that_cannot_say_so_and_keeps_its_tables_is_there() -> None:
    with servers(1, TABLES, LEASE_S) as made:
        here = made.houses[0]
        until(made.share)
        made.wires[0].strike(Fault("freeze", at=b"INSERT INTO servers"))
        made.wires[0].cut_off([""])
        until(lambda: asyncio.run(_says_nothing(made)))
        until(lambda: f"{here.url}  keeps {TABLES} tables" in here.tablekeeper("servers"))
        assert asyncio.run(_says_nothing(made)), "nor had it said so meanwhile"
        here.kill()
        until(lambda: f"{here.url}  is not there" in here.tablekeeper("servers"))


async def _says_nothing(made: Servers) -> bool:
    async with made.database.connection("app") as connection:
        return bool(await connection.fetchval("SELECT until < clock_timestamp() FROM servers"))


async def _sent_on(made: Servers, here: House, there: House, number: str, token: str) -> None:
    """The sockets of a table and of the wall are closed with the other server's address, and orders are sent there."""
    urls = [
        f"{here.url.replace('http', 'ws', 1)}/ws/v1/{path}" for path in (f"tables/{number}?audience=dealer", "floor")
    ]
    tokens = [token, await here.office.token_of(here.office.manager)]
    closed = [asyncio.create_task(_closed(url, each)) for url, each in zip(urls, tokens, strict=True)]
    await asyncio.sleep(0)
    made.wires[1].strike(Fault("freeze"))
    assert await asyncio.gather(*closed) == [(HELD_ELSEWHERE, there.url)] * 2
    status, said = await _told(here, number, token)
    assert (status, said["code"], said["details"]) == (409, "held_elsewhere", {"address": there.url})
    assert await _closed(urls[1], tokens[1]) == (HELD_ELSEWHERE, there.url), "nor does anybody come back"
    assert not await _ready(here)


async def _closed(url: str, token: str) -> tuple[int | None, str | None]:
    bearer = {"authorization": f"Bearer {token}"}
    async with connect(url, subprotocols=[Subprotocol("tables.v1")], additional_headers=bearer, proxy=None) as socket:
        try:
            while True:
                await socket.recv()
        except ConnectionClosed:
            return socket.close_code, socket.close_reason


async def _told(here: House, number: str, token: str) -> tuple[int, dict[str, Any]]:
    async with client_of(here.url, {"authorization": f"Bearer {token}"}) as client:
        answer = await client.post(f"/api/v1/tables/{number}/orders", json=order(BET))
        return answer.status_code, answer.json()


async def _ready(here: House) -> bool:
    async with client_of(here.url, {}) as client:
        return (await client.get("/readyz")).status_code == 200
