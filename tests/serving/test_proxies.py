"""Forwarding headers are believed of the house's own proxies, and of nobody else; nothing behind one is local."""

from ipaddress import ip_network
from typing import Any

import httpx
import pytest

from app.api.application import create_app
from app.server import Server
from app.serving.front import Front, _is_local
from app.serving.metrics import Metrics
from app.serving.proxies import PROXIED, Proxies, address_in
from app.serving.readiness import Lag
from app.settings import BadSetting, Settings, read_settings
from app.store.database import Database

PROXIES = Proxies((ip_network("10.0.8.0/24"), ip_network("127.0.0.1"), ip_network("2001:db8::/64")))


def placed(peer: str | None, *forwarded: str, also: tuple[bytes, ...] = ()) -> dict[str, Any]:
    headers = [(b"X-Forwarded-For", each.encode()) for each in forwarded] + [(name, b"x") for name in also]
    scope: dict[str, Any] = {"type": "http", "client": (peer, 4711) if peer else None, "headers": headers}
    PROXIES.place(scope)
    return scope


@pytest.mark.parametrize(
    ("peer", "forwarded", "where"),
    [
        ("203.0.113.9", (), "203.0.113.9"),
        ("203.0.113.9", ("10.0.0.1",), "203.0.113.9"),
        ("10.0.8.4", ("203.0.113.9",), "203.0.113.9"),
        ("10.0.8.4", ("1.2.3.4, 203.0.113.9",), "203.0.113.9"),
        ("10.0.8.4", ("1.2.3.4", "203.0.113.9"), "203.0.113.9"),
        ("10.0.8.4", ("203.0.113.9, 10.0.8.5",), "203.0.113.9"),
        ("10.0.8.4", ("10.0.8.6, 10.0.8.5",), "10.0.8.6"),
        ("10.0.8.4", ("203.0.113.9:5123",), "203.0.113.9"),
        ("10.0.8.4", ("[2001:db8:7::1]:5123",), "2001:db8:7::1"),
        ("2001:db8::1", ("::ffff:203.0.113.9",), "203.0.113.9"),
        ("::ffff:10.0.8.4", ("203.0.113.9",), "203.0.113.9"),
        ("10.0.8.4", ("203.0.113.9, not an address",), "10.0.8.4"),
        ("10.0.8.4", ("fe80::1%<b> signed in\t",), "fe80::1"),
        ("10.0.8.4", ("[fe80::1%eth0]:5123",), "fe80::1"),
        ("10.0.8.4", (), "10.0.8.4"),
        ("10.0.8.4", ("127.0.0.1",), "127.0.0.1"),
        ("10.0.8.4", (", ".join(["1.2.3.4", *["10.0.8.5"] * 40]),), "10.0.8.5"),
    ],
)
def test_where_a_request_comes_from(peer: str, forwarded: tuple[str, ...], where: str) -> None:
    assert placed(peer, *forwarded)["client"][0] == where


@pytest.mark.parametrize("header", [b"forwarded", b"x-real-ip", b"X-Forwarded-For"])
def test_nothing_that_came_through_a_proxy_is_local(header: bytes) -> None:
    assert _is_local(placed("127.0.0.2"))
    assert not _is_local(placed("127.0.0.2", also=(header,)))
    assert not _is_local(placed("127.0.0.1")), "the proxy itself, which says nothing"
    assert not _is_local(placed("10.0.8.4", "127.0.0.1"))
    assert not _is_local(placed("10.0.8.4", "::1"))
    assert not _is_local(placed(None)) and not placed(None)["state"][PROXIED]


@pytest.mark.parametrize("text", ["", "unknown", "_hidden", "10.0.0", "10.0.0.1.2", "1:2:3", "a" * 10_000])
def test_what_is_no_address(text: str) -> None:
    assert address_in(text) is None


def test_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings().trusted_proxies == ()
    monkeypatch.setenv("TABLEKEEPER_TRUSTED_PROXIES", "10.0.8.4  2001:db8::/64")
    assert read_settings().trusted_proxies == (ip_network("10.0.8.4"), ip_network("2001:db8::/64"))
    for wrong in ("10.0.8.4/8", "proxy.example", "10.0.8.4,10.0.8.5", "0.0.0.0/0", "::/0"):
        monkeypatch.setenv("TABLEKEEPER_TRUSTED_PROXIES", wrong)
        with pytest.raises(BadSetting, match="TABLEKEEPER_TRUSTED_PROXIES"):
            read_settings()


async def test_who_signs_in_through_the_proxy_is_known_by_his_own_address(
    database: Database, settings: Settings
) -> None:
    server, lag = Server(settings._replace(trusted_proxies=(ip_network("10.0.8.4"),)), database), Lag()
    await server.start()
    try:
        front = Front(create_app(server), server, Metrics(server, lag), lag, ())
        said = {"who": "nobody-here", "pin": "915273"}
        codes = []
        for peer, where in [("10.0.8.4", "203.0.113.9")] * 11 + [
            ("10.0.8.4", "203.0.113.8"),
            ("10.0.8.5", "203.0.113.9"),
        ]:
            transport = httpx.ASGITransport(app=front, client=(peer, 40_000))
            async with httpx.AsyncClient(transport=transport, base_url="http://here.example") as client:
                headers = {"X-Forwarded-For": where}
                codes.append((await client.post("/api/v1/sessions", json=said, headers=headers)).json()["code"])
        assert codes[-3:] == ["too_many_tries", "locked_out", "locked_out"], "by address; and by name from outside"
    finally:
        await server.close()
    async with database.connection("reader") as connection:
        rows = await connection.fetch("SELECT payload::jsonb ->> 'where' AS place FROM events WHERE type = 'Refusal'")
    assert {row["place"] for row in rows} >= {"203.0.113.9", "203.0.113.8", "10.0.8.5"}
