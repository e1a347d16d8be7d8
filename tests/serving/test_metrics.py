"""The figures, of a server with a real device on a real line, and the page that says what they mean."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from app.api.bounds import Bounds
from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset
from app.house.subjects.devices.commands import DetachDevice
from app.server import Server
from app.serving.connections import Connections, Limits
from app.serving.front import Front
from app.serving.metrics import Metrics
from app.serving.proxies import Network
from app.serving.readiness import Lag, readiness
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.table.actor import Frozen
from app.table.requests import Meant, Request
from tests.api.here import serving
from tests.devices.waiting import until
from tests.simulation.playing import Playing, attach
from tests.simulation.simulator import Simulator, simulators

NZ, SHOE = "nz-division-15", ("shoe", "--seed", "7")
PAGE = Path(__file__).parents[2] / "docs" / "operations.md"


@asynccontextmanager
async def measured(
    database: Database, settings: Settings, number: str, devices: list[Simulator]
) -> AsyncIterator[tuple[Playing, Metrics]]:
    """A whole server with this table, whose figures are taken."""
    house_log = HouseLog(database, settings.gaming_day)
    for each in devices:
        await attach(house_log, number, each, each.url)
    server, lag = Server(settings, database), Lag()
    metrics = Metrics(server, lag)
    await server.start()
    lag.start()
    metrics.start()
    try:
        actor = await server.tables.open(number, NZ)
        here = Playing(server.tables, actor, number, {each.kind: each for each in devices})
        await here.until(lambda: all(each.connected for each in here.health()), "for the lines")
        yield here, metrics
    finally:
        await server.close()
        await lag.close()
        for each in devices:  # the next test's device may have the same serial number
            await house_log.ask(uuid4(), DetachDevice(f"t{number}-{each.kind}"), "test")


async def figures(metrics: Metrics) -> dict[str, float]:
    """Each sample by its name with its labels."""
    lines = [line.rpartition(" ") for line in (await metrics.text()).decode().splitlines() if line[0] != "#"]
    return {name: float(value) for name, _, value in lines}


async def test_from_a_card_s_frame_to_everybody_and_how_the_device_is(
    database: Database, settings: Settings, number: str
) -> None:
    async with simulators(*SHOE) as devices, measured(database, settings, number, devices) as (here, metrics):
        await here.open()
        before = await figures(metrics)
        await here.bet(1)
        await here.deal("9S", "8C", "2H")
        after = await figures(metrics)
        shoe = f'device="t{number}-shoe",table="{number}"'
        assert after[f"tablekeeper_device_running{{{shoe}}}"] == 1
        assert 0 <= after[f"tablekeeper_device_age_seconds{{{shoe}}}"] < 5
        assert after[f"tablekeeper_device_reports_waiting{{{shoe}}}"] == 0
        latency = "tablekeeper_card_to_publish_seconds"
        assert after[f"{latency}_count"] - before.get(f"{latency}_count", 0) == 3
        assert 0 < after[f"{latency}_sum"] < 10
        drawn = 'tablekeeper_commands_total{outcome="done",type="DrawCard"}'
        assert after[drawn] - before.get(drawn, 0) == 3


async def test_a_table_that_stands_still_is_counted_and_the_server_stays_ready(
    database: Database, settings: Settings, number: str
) -> None:
    async with measured(database, settings, number, []) as (here, metrics):
        server = metrics._server
        before = await figures(metrics)
        with pytest.raises(Frozen):
            await here.actor.ask(Request(uuid4(), None, "test", meaning=defect))
        after = await figures(metrics)
        assert after["tablekeeper_tables_frozen"] == 1
        assert after["tablekeeper_tables"] == before["tablekeeper_tables"] - 1
        checks = {check.name: check for check in readiness(server)}
        assert all([check.ok for check in checks.values()])
        assert number in checks["tables"].words


def defect(_table: Table, _rules: Ruleset) -> Meant:
    """What nobody has foreseen."""
    raise LookupError("a defect")


async def test_a_busy_loop_is_seen() -> None:
    lag = Lag()
    lag.start()
    assert lag.worst_s == 0
    await asyncio.sleep(0)
    _hold_the_loop(0.8)
    await until(lambda: lag.worst_s > 0, "that it was looked at")
    assert 0.1 < lag.worst_s < 5
    await lag.close()


def _hold_the_loop(seconds: float) -> None:
    end_s = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < end_s:
        pass


async def test_the_page_names_every_figure_and_no_other(database: Database, settings: Settings, number: str) -> None:
    async with simulators(*SHOE) as devices, measured(database, settings, number, devices) as (_, metrics):
        metrics.request(200, 0.1)
        text = (await metrics.text()).decode()
    told = re.findall(r"^# TYPE (tablekeeper_\w+) (\w+)$", text, re.MULTILINE)
    served = {name.removeprefix("tablekeeper_") for name, _ in told if not name.endswith("_created")}
    rows = [line.split("|")[1] for line in PAGE.read_text("utf-8").partition("## Figures")[2].splitlines()[5:]]
    assert {name for row in rows for name in re.findall(r"`(\w+)", row)} == served


def test_the_page_names_every_option_and_no_other() -> None:
    options = re.findall(r"add_argument\(\s*\"(--[\w-]+)\"", (PAGE.parents[1] / "app" / "cli" / "serve.py").read_text())
    table = PAGE.read_text("utf-8").partition("## Stopping")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `--")]
    assert [name for row in rows for name in re.findall(r"`(--[\w-]+)`", row)] == options


@pytest.mark.parametrize(
    ("networks", "where", "headers", "status"),
    [
        (("10.0.8.0/24",), "10.0.8.4", {}, 200),
        (("10.0.8.0/24",), "::ffff:10.0.8.4", {}, 200),
        (("10.0.8.0/24",), "10.0.9.4", {}, 401),
        (("10.0.8.0/24", "2001:db8::/64"), "2001:db8::7", {}, 200),
        (("10.0.8.0/24",), "10.0.8.4", {"x-forwarded-for": "10.0.8.5"}, 401),
        ((), "127.0.0.1", {}, 200),
        ((), "127.0.0.1", {"forwarded": "for=10.0.9.4"}, 401),
        (None, "10.0.9.4", {"x-forwarded-for": "10.0.9.5"}, 200),
    ],
)
async def test_who_gets_the_figures(
    database: Database,
    settings: Settings,
    networks: tuple[str, ...] | None,
    where: str,
    headers: dict[str, str],
    status: int,
) -> None:
    server, lag = Server(settings, database), Lag()
    given: tuple[Network, ...] | None = None if networks is None else tuple([ip_network(each) for each in networks])
    front = Front(_nothing_else, server, Metrics(server, lag), lag, given)
    transport = httpx.ASGITransport(app=front, client=(where, 40_000))
    async with httpx.AsyncClient(transport=transport, base_url="http://here.example") as client:
        assert (await client.get("/metrics", headers=headers)).status_code == status


async def test_a_locked_session_gets_no_figures(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        auditor, lag = await here.person("auditor"), Lag()
        front = Front(_nothing_else, here.server, Metrics(here.server, lag), lag, ())
        transport = httpx.ASGITransport(app=front, client=("10.0.9.4", 40_000))
        shown = {"Authorization": f"Bearer {auditor.token}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=shown) as client:
            assert (await client.get("/metrics")).status_code == 200
            session = (await auditor.get("/sessions/current"))["session"]
            await auditor.ok("POST", "/sessions/current/lock", json={"session": session})
            refused = await client.get("/metrics")
            assert (refused.status_code, refused.json()["code"]) == (403, "session_locked")
            assert here.server.people.refusals()["operations.metrics"] == 1


async def _nothing_else(*_: object) -> None:
    raise AssertionError("the figures are answered before the application")


async def test_connections_are_among_the_figures(database: Database, settings: Settings) -> None:
    connections = Connections(Limits(most=8, most_of_one=1))
    metrics = Metrics(Server(settings, database), Lag(), connections)
    assert [connections.take("203.0.113.9") is not None for _ in range(3)] == [True, False, False]
    told = await figures(metrics)
    assert (told["tablekeeper_connections"], told["tablekeeper_connections_refused_total"]) == (1, 2)


async def test_who_hangs_up_in_a_request_is_no_failure_of_the_server(database: Database, settings: Settings) -> None:
    """Else any stranger could have the house believe that its server fails."""
    server, lag = Server(settings, database), Lag()
    metrics = Metrics(server, lag)
    front = Front(Bounds(_nothing_else), server, metrics, lag, ())
    said: list[dict[str, Any]] = [
        {"type": "http.disconnect"},
        {"type": "http.request", "body": b"{", "more_body": True},
    ]
    scope = {"type": "http", "method": "POST", "path": "/api/v1/sessions", "query_string": b"", "headers": []}

    async def receive() -> dict[str, Any]:
        return said.pop()

    async def send(message: Any) -> None:
        raise AssertionError(f"nobody is there to be answered: {message}")

    await front({**scope, "headers": [(b"host", b"127.0.0.1")], "client": ("203.0.113.9", 4_000)}, receive, send)
    assert 'status="5xx"' not in (await metrics.text()).decode()


async def test_a_request_that_fails_is_counted_as_that(database: Database, settings: Settings) -> None:
    server, lag = Server(settings, database), Lag()
    metrics = Metrics(server, lag)
    front = Front(_nothing_else, server, metrics, lag, ())
    transport = httpx.ASGITransport(app=front, client=("203.0.113.9", 4_000))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        with pytest.raises(AssertionError, match="before the application"):
            await client.get("/api/v1/tables")
    assert 'http_request_seconds_count{status="5xx"} 1.0' in (await metrics.text()).decode()
