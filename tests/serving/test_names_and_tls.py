"""Under which names the server may be asked, and what TLS adds: the cookie's name, HSTS, a key for the server alone."""

import asyncio
import re
import ssl
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from app.serving.host_names import HostNames
from app.serving.port import PortRefused, check_certificate
from tests.databases import folder
from tests.embedded.seen import of_the_folder, until
from tests.serving.certificates import certificate
from tests.serving.house import PINS, House, made
from tests.serving.processes import Serving


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with folder("serving tests") as place:
        found = made(place)
        yield found
        found.serving.close()
        until(lambda: not of_the_folder(found.data))


NAMES = HostNames("https://tables-1.example:8765", ("floor.example",))


@pytest.mark.parametrize(
    "host",
    [
        "tables-1.example", "TABLES-1.example:443", "floor.example", "localhost:8765", "127.0.0.1:8765", "10.0.0.5",
        "[::1]:8765",
    ],
)  # fmt: skip
def test_its_own_names_and_addresses(host: str) -> None:
    assert NAMES.allows({"headers": [(b"host", host.encode())]})


@pytest.mark.parametrize(
    "hosts",
    [
        (), ("evil.example",), ("tables-1.example.evil.example",), ("",), ("127.0.0.1.evil.example",),
        ("tables-1.example@evil.example",), ("evil.example/tables-1.example",), ("tables-1.example", "evil.example"),
        ("tables-1.example:0",), ("tables-1.example:x",), ("0x7f.1",),
    ],
)  # fmt: skip
def test_no_other_name_and_no_two(hosts: tuple[str, ...]) -> None:
    assert not NAMES.allows({"headers": [(b"host", host.encode()) for host in hosts]})


@pytest.mark.parametrize("path", ["/", "/readyz", "/metrics", "/api/v1/about", "/api/v1/sessions/current"])
async def test_whoever_asks_under_another_name_learns_nothing_else(house: House, path: str) -> None:
    async with house.as_("adele", host="evil.example") as client:
        answer = await client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_host")


async def test_a_request_of_two_lengths_is_the_last_over_its_line(house: House) -> None:
    """A proxy may go by the one and this server by the other, and what is behind it be taken for another's request."""
    asked = (
        b"POST /api/v1/sessions HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n"
        b"0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n"
    )
    at = httpx.URL(house.serving.url)
    reader, writer = await asyncio.open_connection(at.host, at.port)
    writer.write(asked)
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    assert answer.startswith(b"HTTP/1.1 400") and answer.count(b"HTTP/1.1") == 1 and b"not both" in answer


async def test_a_socket_under_another_name_is_refused(house: House) -> None:
    upgrade = {
        "connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "sec-websocket-protocol": "tables.v1",
    }  # fmt: skip
    async with house.as_("adele", **upgrade, host="evil.example") as client:
        assert (await client.get("/ws/v1/floor")).status_code == 403


async def test_over_tls_the_cookie_is_bound_to_this_host_and_browsers_stay_with_tls(house: House) -> None:
    place = house.data.parent / "tls-names"
    place.mkdir()
    files = certificate(place)
    secure = Serving(house.data, "--tls-cert", str(files[0]), "--tls-key", str(files[1]))
    secure._place = place
    await asyncio.to_thread(secure.start)
    try:
        trusting = ssl.create_default_context(cafile=str(files[0]))
        async with httpx.AsyncClient(base_url=secure.url, verify=trusting, trust_env=False) as client:
            begun = await client.post("/api/v1/sessions", json={"who": "adele", "pin": PINS["adele"]})
            assert begun.status_code == 201, begun.text
            cookie = begun.headers["set-cookie"]
            assert re.match(r"__Host-tablekeeper=[\w-]+;", cookie), cookie
            assert "Secure" in cookie and "Path=/" in cookie and "Domain" not in cookie and "HttpOnly" in cookie
            for path in ("/", "/readyz", "/api/v1/sessions/current", "/nothing"):
                assert (await client.get(path)).headers["strict-transport-security"] == "max-age=31536000"
            assert (await client.get("/api/v1/sessions/current")).status_code == 200
            client.cookies.clear()
            planted = {"cookie": f"tablekeeper={begun.json()['token']}"}
            assert (await client.get("/api/v1/sessions/current", headers=planted)).status_code == 401
    finally:
        await asyncio.to_thread(secure.close)


async def test_without_tls_there_is_no_hsts_and_the_plain_cookie(house: House) -> None:
    async with house.as_(None) as client:
        begun = await client.post("/api/v1/sessions", json={"who": "adele", "pin": PINS["adele"]})
    assert begun.headers["set-cookie"].startswith("tablekeeper=")
    assert "strict-transport-security" not in begun.headers


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620])
def test_a_key_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    cert, key = certificate(tmp_path)
    assert check_certificate(cert, key)
    key.chmod(mode)
    with pytest.raises(PortRefused, match=r"can be read by others \(mode 0\d{3}\).*chmod 600"):
        check_certificate(cert, key)
