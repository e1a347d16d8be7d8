"""`tablekeeper serve` as a process: how it begins, what it says of itself, and how it ends.

Each start of the server takes a second or two, most of it PostgreSQL's."""

import asyncio
import json
import os
import re
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.serving.run import _leave_token
from app.settings import Settings
from app.store.database import Database
from app.store.signed_heads import SignedHead, read_line
from tests.databases import folder
from tests.embedded.seen import ROOT, of_the_folder, postmaster
from tests.serving.certificates import certificate
from tests.serving.house import BURNT, NUMBER, PINS, TABLES, House, asked, made, open_question, over, view
from tests.serving.processes import Serving
from tests.store.waiting import until, when

STOPS_WITHIN_S = 10.0
CARDS = ("9S", "8C", "2H", "KD")
ELSEWHERE = {"x-forwarded-for": "192.0.2.9"}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with folder("serving tests") as place:
        found = made(place)
        yield found
        found.serving.close()
        until(lambda: not of_the_folder(found.data))


@pytest.fixture(autouse=True)
def _up(house: House) -> None:
    """Each test finds the server running."""
    if house.serving.ended:
        house.serving.start()


# --- how it begins


def test_it_says_where_it_serves_and_how_many_tables(house: House) -> None:
    assert house.serving.tables == 1
    assert house.serving.url.startswith("http://127.0.0.1:")


def test_the_setup_token_is_not_printed_again_when_there_is_an_account(house: House) -> None:
    house.serving.close()
    house.serving.start()
    assert house.serving.setup_token is None


def test_a_port_in_use_is_said_in_words(house: House) -> None:
    number = house.serving.url.rpartition(":")[2]
    ended = _ended(house.data, "--port", number)
    assert ended.returncode == 2
    assert (
        f"port {number} of 127.0.0.1 is in use: stop what serves there, or choose another with --port" in ended.stderr
    )


def test_a_certificate_without_its_key_is_refused_before_anything_is_begun(house: House) -> None:
    ended = _ended(house.data, "--tls-cert", "cert.pem")
    assert ended.returncode == 2
    assert "--tls-cert and --tls-key belong together" in ended.stderr


def test_an_empty_database_is_made_ready(house: House) -> None:
    data = house.data.parent / "empty"
    left = house.data.parent / "setup-token"
    left.write_text("an old one, for everybody to read")
    fresh = Serving(data, "--setup-token-file", str(left))
    fresh._place = _folder(house.data.parent / "fresh logs")
    fresh.start()
    try:
        assert fresh.tables == 0
        assert fresh.setup_token is not None
        assert fresh.setup_token not in fresh.log()
        assert left.read_text().strip() == fresh.setup_token
        assert left.stat().st_mode & 0o777 == 0o600
    finally:
        fresh.close()
    until(lambda: not of_the_folder(data))


def test_the_setup_token_is_not_written_into_what_somebody_else_puts_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder of everybody's, between the old file and the new one."""
    file, elsewhere = tmp_path / "token", tmp_path / "for everybody to read"
    real = Path.unlink

    def unlinked(path: Path, *, missing_ok: bool = False) -> None:
        real(path, missing_ok=missing_ok)
        path.symlink_to(elsewhere)

    elsewhere.touch()
    monkeypatch.setattr(Path, "unlink", unlinked)
    _leave_token(file, "a token")
    assert elsewhere.read_text() == ""


def _folder(place: Path) -> Path:
    place.mkdir()
    return place


def _ended(data: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "app", "serve", "--port", "0", *options]
    return subprocess.run(
        command, cwd=ROOT, env={"TABLEKEEPER_DATA": str(data)}, capture_output=True, text=True, timeout=60, check=False
    )


async def test_over_tls_it_is_the_same(house: House) -> None:
    secure_files = certificate(_folder(house.data.parent / "tls"))
    secure = Serving(house.data, "--tls-cert", str(secure_files[0]), "--tls-key", str(secure_files[1]))
    secure._place = secure_files[0].parent
    await asyncio.to_thread(secure.start)
    try:
        assert secure.url.startswith("https://")
        trusting = ssl.create_default_context(cafile=str(secure_files[0]))
        async with httpx.AsyncClient(base_url=secure.url, verify=trusting, trust_env=False) as client:
            assert (await client.get("/readyz")).json()["ok"] is True
        # The other server keeps the table, and this one says so.
        assert secure.tables == 0
    finally:
        await asyncio.to_thread(secure.close)


# --- what it says of itself


async def test_it_lives_and_is_ready_and_tells_this_machine_why(house: House) -> None:
    async with house.as_(None) as client:
        assert (await client.get("/healthz")).json().keys() == {"ok", "loop_lag_ms"}
        ready = await client.get("/readyz")
    assert (ready.status_code, ready.json()["ok"]) == (200, True)
    assert all([check["ok"] for check in ready.json()["checks"].values()])
    assert ready.json()["checks"]["leases"]["words"] == "1 tables are held"


async def test_strangers_are_told_no_more_than_that(house: House) -> None:
    async with house.as_(None, **ELSEWHERE) as client:
        assert (await client.get("/healthz")).json() == {"ok": True}
        assert (await client.get("/readyz")).json() == {"ok": True}
        refused = await client.get("/metrics")
    assert (refused.status_code, refused.json()["code"]) == (401, "not_signed_in")


async def test_the_figures_are_for_this_machine_and_for_who_may_see_them(house: House) -> None:
    for name, status in (("adele", 200), ("dora", 403)):
        async with house.as_(name, **ELSEWHERE) as client:
            assert (await client.get("/metrics")).status_code == status
    async with house.as_(None) as client:
        figures = (await client.get("/metrics")).text
    assert "tablekeeper_tables 1.0" in figures
    assert "tablekeeper_database_available 1.0" in figures
    assert re.search(r'tablekeeper_refused_total\{action="operations.metrics"\} \d', figures)


async def test_the_figures_move_with_what_happens(house: House) -> None:
    async with house.as_("dora") as dora, house.as_(None) as client, house.socket("sam", "floor") as sam:
        await asyncio.wait_for(sam.recv(), STOPS_WITHIN_S)
        before = _figures((await client.get("/metrics")).text)
        await a_round(dora)
        wrong = await client.post("/api/v1/sessions", json={"who": "sam", "pin": "000111"})
        assert wrong.status_code == 401
        after = _figures((await client.get("/metrics")).text)
    moved = {name: value - before.get(name, 0) for name, value in after.items()}
    assert moved["tablekeeper_sign_ins_refused_total"] == 1
    assert moved['tablekeeper_commands_total{outcome="done",type="DrawCard"}'] == 3
    assert moved['tablekeeper_commands_total{outcome="done",type="TurnUpHole"}'] == 1
    assert moved['tablekeeper_events_total{type="RoundOpened"}'] == 1
    assert moved["tablekeeper_appends_total"] >= moved["tablekeeper_append_statements_total"] >= 8
    assert moved['tablekeeper_http_request_seconds_count{status="2xx"}'] >= 7
    assert after['tablekeeper_sockets{audience="floor"}'] == 1
    assert (after["tablekeeper_writer_waiting"], after["tablekeeper_inbox_waiting"]) == (0, 0)
    assert after["tablekeeper_signature_age_seconds"] < 120


def _figures(text: str) -> dict[str, float]:
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


async def test_each_request_has_a_name(house: House) -> None:
    async with house.as_(None) as client:
        answers = [await client.get(path) for path in ("/healthz", "/api/v1/tables", "/api/v1/nothing")]
    names = {answer.headers["x-request-id"] for answer in answers}
    assert len(names) == 3
    assert all([re.fullmatch(r"[0-9a-f]{16}", name) for name in names])
    assert all(["server" not in answer.headers for answer in answers])


async def a_round(dora: httpx.AsyncClient) -> None:
    """A whole round with a card that lies face down until the end."""
    await asked(dora, {"type": "OpenBetting"})
    await asked(dora, {"type": "PlaceWager", "box": 1, "player": "ann", "kind": "main", "cents": 1000})
    for card in CARDS:
        await asked(dora, {"type": "TypeCard", "card": card}, await open_question(dora))
    await asked(dora, {"type": "Stand", "box": 1}, await open_question(dora))
    await when(lambda: over(dora))


async def test_no_card_no_pin_and_no_token_is_in_the_log(house: House) -> None:
    async with house.as_("dora") as dora, house.as_("sam") as sam:
        await a_round(dora)
        ticket = (await sam.post("/api/v1/tickets")).json()["ticket"]
        url = f"{house.serving.url.replace('http', 'ws', 1)}/ws/v1/floor?ticket={ticket}"
        async with connect(url, subprotocols=[TABLES], proxy=None) as socket:
            await asyncio.wait_for(socket.recv(), STOPS_WITHIN_S)
        with pytest.raises(ConnectionClosed):  # it was for one use
            async with connect(url, subprotocols=[TABLES], proxy=None) as socket:
                await asyncio.wait_for(socket.recv(), STOPS_WITHIN_S)
        for path in ("/api/v1/sessions", "/api/v1/setup"):
            await sam.post(path, json={"who": "sam", "pin": PINS["dora"], "token": house.setup_token})
        await sam.post(f"/api/v1/tables/{NUMBER}/orders", content=b'{"command": {"card": "8S"}, "pin"')
    await asyncio.to_thread(house.serving.close)
    written = house.serving.everything_said()
    assert "serving" in written
    for secret in (*house.tokens.values(), *PINS.values(), house.setup_token, ticket):
        assert secret not in written
    assert not re.search(rf"\b({'|'.join((*CARDS, BURNT))})\b", written)
    for line in written.splitlines():
        assert {"time", "level", "logger", "event"} <= json.loads(line).keys()


async def test_a_head_that_does_not_come_to_an_end_is_not_read_for_long(house: House) -> None:
    reader, writer = await connected(house)
    writer.write(b"GET / HTTP/1.1\r\nx: " + b"x" * 17_000)
    assert (await asyncio.wait_for(reader.readline(), STOPS_WITHIN_S)).startswith(b"HTTP/1.1 400")
    writer.close()


@pytest.mark.parametrize(("size", "code"), [(100_000, 4413), (400_000, 1009)])
async def test_a_frame_that_is_too_large_ends_the_socket(house: House, size: int, code: int) -> None:
    async with house.socket("sam", "floor") as socket:
        await socket.send("x" * size)
        assert (await closed(socket))[0] == code


async def test_while_the_database_is_away_it_is_not_ready_and_then_it_is_again(house: House) -> None:
    async with house.as_(None) as client:
        os.kill(postmaster(house.data), signal.SIGKILL)
        await when(lambda: ready_is(client, ok=False))
        assert (await client.get("/healthz")).status_code == 200
        await when(lambda: ready_is(client, ok=True))


async def ready_is(client: httpx.AsyncClient, *, ok: bool) -> bool:
    """Whether it is ready, or is not because of the database."""
    ready = await client.get("/readyz")
    assert (ready.status_code == 200) is ready.json()["ok"]
    return ready.json()["checks"]["database"]["ok"] is ok and (ok is False or ready.json()["ok"])


# --- how it ends


async def test_told_to_stop_it_answers_what_was_asked_and_lets_nobody_in(house: House) -> None:
    async with house.as_(None) as client, house.as_("dora") as dora, house.socket("sam", "floor") as socket:
        async with nothing_recorded(house):
            under_way = asyncio.create_task(asked(dora, {"type": "OpenBetting"}))
            await when(lambda: is_waiting(client))
            house.serving.signal(signal.SIGTERM)
            await when(lambda: is_stopping(client))
            refused = await client.get("/api/v1/tables", headers={"authorization": f"Bearer {house.tokens['sam']}"})
            assert (refused.status_code, refused.json()["code"]) == (503, "stopping")
            with pytest.raises(ConnectionClosed) as turned_away:
                async with house.socket("sam", "floor") as late:
                    await late.recv()
            assert turned_away.value.rcvd is not None
            assert turned_away.value.rcvd.code == 4410
            assert not under_way.done()
        assert (await under_way)["again"] is False
        code, reason = await closed(socket)
    assert code == 4410
    assert "come back after" in str(reason)
    assert await asyncio.to_thread(house.serving.ends) == 0
    until(lambda: not of_the_folder(house.data))
    assert "stopped" in house.serving.log().splitlines()[-1]
    assert await let_go(house) == (0, 0)
    async with again(house) as dora:
        assert (await view(dora))["sign"]["phase"] == "betting"


@asynccontextmanager
async def nothing_recorded(house: House) -> AsyncIterator[None]:
    """Somebody holds the end of the table's log meanwhile."""
    with Database(Settings(house.data), print) as database:
        async with database.connection("app") as connection, connection.transaction():
            await connection.fetch("SELECT FROM stream_heads WHERE stream = $1 FOR UPDATE", f"table:{NUMBER}")
            yield


async def let_go(house: House) -> tuple[int, int]:
    """How many leases are left, and how many heads have moved since they were signed."""
    with Database(Settings(house.data), print) as database:
        async with database.connection("app") as connection:
            leases = await connection.fetchval("SELECT count(*) FROM leases")
            lines = await connection.fetch("SELECT line FROM head_signatures ORDER BY number")
            heads = await connection.fetch("SELECT stream, version, hash FROM stream_heads WHERE version > 0")
    signed = {head.stream: head for row in lines for head in read_line(row["line"]).heads}
    return leases, len([head for head in heads if signed.get(head["stream"]) != SignedHead(*head.values())])


@asynccontextmanager
async def again(house: House) -> AsyncIterator[httpx.AsyncClient]:
    """The dealer at the server that was started anew."""
    await asyncio.to_thread(house.serving.start)
    async with house.as_("dora") as dora:
        yield dora


async def is_waiting(client: httpx.AsyncClient) -> bool:
    """Whether an append is under way."""
    return _figures((await client.get("/metrics")).text)["tablekeeper_writer_waiting"] > 0


async def connected(house: House) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A bare connection to the server."""
    host, _, number = house.serving.url.removeprefix("http://").partition(":")
    return await asyncio.open_connection(host, int(number))


async def half_asked(house: House, body: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A request that the server has begun to read."""
    reader, writer = await connected(house)
    kind = "host: localhost\r\ncontent-type: application/json"
    head = f"POST /api/v1/sessions HTTP/1.1\r\n{kind}\r\ncontent-length: {len(body)}"
    writer.write(head.encode() + b"\r\nexpect: 100-continue\r\n\r\n")
    assert (await reader.readline()).startswith(b"HTTP/1.1 100")  # whoever reads the body has asked for it
    await reader.readline()
    writer.write(body[:10])
    return reader, writer


async def is_stopping(client: httpx.AsyncClient) -> bool:
    """Whether it says that it is not ready any more."""
    ready = await client.get("/readyz")
    return ready.status_code == 503 and not ready.json()["checks"]["serving"]["ok"]


async def closed(socket: ClientConnection) -> tuple[int | None, str | None]:
    """With what it was closed, whatever it was told before."""
    await asyncio.wait_for(_read_to_the_end(socket), STOPS_WITHIN_S)
    return socket.close_code, socket.close_reason


async def _read_to_the_end(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()


async def test_a_second_signal_ends_it_at_once(house: House) -> None:
    _, writer = await half_asked(house, b"{" + b" " * 100)
    async with house.as_(None) as client:
        house.serving.signal(signal.SIGTERM)
        await when(lambda: is_stopping(client))
        began_s = time.monotonic()
        house.serving.signal(signal.SIGTERM)
        assert await asyncio.to_thread(house.serving.ends) == 128 + signal.SIGTERM
    assert time.monotonic() - began_s < 1
    writer.close()
    until(lambda: not of_the_folder(house.data))


async def test_whoever_keeps_it_waiting_is_waited_for_a_while_and_no_longer(house: House) -> None:
    """Slow on purpose: it waits as long as the server does."""
    _, writer = await half_asked(house, b"{" + b" " * 100)
    began_s = time.monotonic()
    house.serving.signal(signal.SIGTERM)
    assert await asyncio.to_thread(house.serving.ends) == 0
    assert time.monotonic() - began_s < STOPS_WITHIN_S
    writer.close()
    assert "not every request was answered in time" in house.serving.log()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_told_to_stop_while_it_starts_it_ends_and_leaves_nothing(house: House, number: signal.Signals) -> None:
    house.serving.close()
    until(lambda: not of_the_folder(house.data))
    house.serving.start(wait=False)
    until(lambda: bool(of_the_folder(house.data)))
    house.serving.signal(number)
    assert house.serving.ends() in (0, 128 + number, -number), house.serving.log()
    until(lambda: not of_the_folder(house.data))
