"""Two `tablekeeper serve` on one database: they share the tables, one that does not keep a table says who does, and
when one of them is killed, stands still or is told to go, the other goes on where it was."""

import asyncio
import json
import signal
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.bot.house import House
from tests.servers.houses import DEALER, ORDERS, TURNS_TO_IT_S, Pair, a_pair, as_, dealt_by_dora, kept_by, tables_of
from tests.serving.house import NUMBER, asked, open_question, order, over
from tests.store.waiting import until, when

BET = {"type": "PlaceWager", "box": 1, "player": "ann", "kind": "main", "cents": 1000}
MORE = {"type": "PlaceWager", "box": 2, "player": "bob", "kind": "main", "cents": 500}


def test_two_servers_share_the_tables_and_take_them_over() -> None:
    """One after the other with the same two: each begins where the one before has left them."""
    with a_pair() as pair:
        _one_that_dies_in_a_round_is_followed_by_the_other(pair)
        _one_that_stood_still_for_too_long_writes_nothing_any_more(pair)
        _one_that_is_to_go_gives_its_tables_away_one_by_one(pair)
        _what_one_keeps_when_it_is_stopped_the_other_has_at_once(pair)


async def told(client: httpx.AsyncClient, asked_: dict[str, Any]) -> dict[str, Any]:
    """The answer, as soon as the server gives one that is none to ask again."""
    while True:
        answer = await client.post(ORDERS, json=asked_)
        said: dict[str, Any] = answer.json()
        if answer.status_code == 200 or not said["retry"]:
            return said
        await asyncio.sleep(TURNS_TO_IT_S)


async def _sent_elsewhere(here: House, token: str, address: str) -> None:
    """By HTTP and by socket whoever asks this server for the table is told where it is."""
    async with as_(here, token) as client:
        problem = (await client.post(ORDERS, json=order(BET))).json()
    assert (problem["code"], problem["details"]) == ("held_elsewhere", {"address": address})
    url = f"{here.url.replace('http', 'ws', 1)}/ws/v1/tables/{NUMBER}?audience=dealer"
    bearer = {"authorization": f"Bearer {token}"}
    async with connect(url, subprotocols=[Subprotocol("tables.v1")], additional_headers=bearer, proxy=None) as socket:
        with pytest.raises(ConnectionClosed):
            await socket.recv()
    assert (socket.close_code, socket.close_reason) == (4409, address)


def _one_that_dies_in_a_round_is_followed_by_the_other(pair: Pair) -> None:
    """The table rests with the second server as soon as that is there; it is killed while a command is unanswered."""
    token = asyncio.run(dealt_by_dora(pair.one))
    asyncio.run(pair.one.add_table("8", "nz-division-15", {}))
    pair.two.start()
    until(lambda: sorted(tables_of(pair.one).values()) == sorted(["here", pair.two.url]))
    keeper = pair.keeps()
    other = pair.other(keeper)
    asyncio.run(_sent_elsewhere(other, token, keeper.url))
    asyncio.run(_the_wall_has_all(other, keeper))
    asyncio.run(_one_table_for_each_dealer(other, token))
    unanswered = asyncio.run(_killed_under_a_command(keeper, token))
    until(lambda: kept_by(other) and kept_by(other, "8"))
    asyncio.run(_goes_on(other, token, unanswered))
    keeper.start()


async def _the_wall_has_all(here: House, there: House) -> None:
    """The wall of each server has the tables of both, and says where the others are."""
    url = f"{here.url.replace('http', 'ws', 1)}/ws/v1/floor"
    bearer = {"authorization": f"Bearer {await here.office.token_of(here.office.manager)}"}
    seen: dict[str, str] = {}
    async with connect(url, subprotocols=[Subprotocol("tables.v1")], additional_headers=bearer, proxy=None) as socket:
        while seen != {NUMBER: there.url, "8": ""}:
            message = json.loads(await asyncio.wait_for(socket.recv(), 15))
            told_ = message["tables"] if message["type"] == "floor_hello" else [message.get("summary")]
            seen |= {each["number"]: each["kept_by"] for each in told_ if each}


async def _one_table_for_each_dealer(other: House, token: str) -> None:
    async with as_(other, token) as dora:
        answer = await dora.post("/api/v1/tables/8/orders", json=order({"type": "ChangeDealer", "dealer": "dora"}))
    assert (answer.json()["code"], answer.json()["details"]) == ("on_duty_elsewhere", {"table": NUMBER})


async def _killed_under_a_command(keeper: House, token: str) -> dict[str, Any]:
    async with as_(keeper, token) as dora:
        await asked(dora, BET)
        unanswered = order(MORE)
        asking = asyncio.create_task(dora.post(ORDERS, json=unanswered))
        assert keeper.process is not None
        keeper.process.send_signal(signal.SIGSTOP)  # it has the command, or will have it, and answers it never
        await asyncio.sleep(0.05)
        await asyncio.to_thread(keeper.kill)
        with pytest.raises(httpx.TransportError):
            await asking
    return unanswered


async def _goes_on(other: House, token: str, unanswered: dict[str, Any]) -> None:
    """The command under its id is done once; then the round is dealt to its end."""
    async with as_(other, token) as dora:
        first, again = await told(dora, unanswered), await told(dora, unanswered)
        assert (again["again"], again["first_version"]) == (True, first["first_version"])
        for card in ("9S", "8C", "9H", "KD", "7C", "8H"):
            await asked(dora, {"type": "TypeCard", "card": card}, await open_question(dora))
        for box in (1, 2):
            await asked(dora, {"type": "Stand", "box": box}, await open_question(dora))
        await when(lambda: over(dora))


def _one_that_stood_still_for_too_long_writes_nothing_any_more(pair: Pair) -> None:
    until(lambda: len(set(tables_of(pair.one).values())) == 2)
    keeper = pair.keeps()
    other = pair.other(keeper)
    token = asyncio.run(other.office.token_of(DEALER))
    assert keeper.process is not None
    late = asyncio.run(_stood_still(keeper, other, token))
    assert late["code"] in ("held_elsewhere", "database_away")
    asyncio.run(_known_by_nobody(other, token, late["asked"]))
    asyncio.run(_sent_elsewhere(keeper, token, other.url))
    assert "Nothing was changed" in pair.one.tablekeeper("verify")


async def _stood_still(keeper: House, other: House, token: str) -> dict[str, Any]:
    """What was asked of it while it stood still is refused when it goes on: the other has the table."""
    assert keeper.process is not None
    async with as_(keeper, token) as slow, as_(other, token) as dora:
        await slow.get("/healthz")  # the line is open
        keeper.process.send_signal(signal.SIGSTOP)
        late = order({"type": "OpenBetting"})
        asking = asyncio.create_task(slow.post(ORDERS, json=late))
        await when(lambda: asyncio.to_thread(kept_by, other))
        await told(dora, order({"type": "OpenBetting"}))
        await told(dora, order(MORE))
        await told(dora, order({"type": "WithdrawWagers", "box": 2, "player": "bob"}))
        keeper.process.send_signal(signal.SIGCONT)
        answer: dict[str, Any] = (await asking).json()
    return {**answer, "asked": late}


async def _known_by_nobody(other: House, token: str, late: dict[str, Any]) -> None:
    async with as_(other, token) as dora:
        assert (await told(dora, late))["code"] != "again", "it is refused by the table as it is now"


def _one_that_is_to_go_gives_its_tables_away_one_by_one(pair: Pair) -> None:
    """For maintenance: it keeps none when it is stopped, and takes its share again afterwards."""
    said = pair.one.tablekeeper("servers")
    assert pair.one.url in said
    assert pair.two.url in said
    pair.one.tablekeeper("servers", "leave", pair.two.url)
    until(lambda: "here" not in tables_of(pair.two).values())
    assert f"{pair.two.url}  keeps 0 tables; lets go of them" in pair.one.tablekeeper("servers")
    pair.two.end()
    assert "is not there" in pair.one.tablekeeper("servers")
    pair.two.start()
    until(lambda: sorted(tables_of(pair.two).values()) == sorted(["here", pair.one.url]))


def _what_one_keeps_when_it_is_stopped_the_other_has_at_once(pair: Pair) -> None:
    pair.one.end()
    until(lambda: set(tables_of(pair.two).values()) == {"here"})
