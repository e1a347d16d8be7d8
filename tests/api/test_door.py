"""Who gets in, and what is said to who does not."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from app.settings import Settings
from app.store import schema
from app.store.database import Database
from app.store.house_log import STREAM
from app.store.log_reader import entries, event_of
from tests.api.here import OTHER_PIN, PIN, Here, serving

SAID = ("cache-control", "x-content-type-options", "content-security-policy", "referrer-policy")


async def signed_in(here: Here, *roles: Any) -> tuple[httpx.AsyncClient, dict[str, Any]]:
    """A browser whose person has signed in."""
    browser = await here.nobody()
    answer = await browser.post("/sessions", json={"who": await here.account(*roles), "pin": PIN})
    assert answer.status_code == 201, answer.text
    return browser, answer.json()


async def test_signing_in_gives_a_token_and_a_cookie_that_no_script_reads(
    database: Database, settings: Settings
) -> None:
    async with serving(database, settings) as here:
        browser = await here.nobody()
        name = await here.account("supervisor", "auditor")
        answer = await browser.post("/sessions", json={"who": name, "pin": PIN})
        cookie = answer.headers["set-cookie"]
        assert all([part in cookie for part in ("HttpOnly", "SameSite=strict", "Path=/", "tablekeeper=")])
        assert "Secure" not in cookie  # this server speaks no TLS
        me = answer.json()["me"]
        assert (me["name"], me["roles"], me["table"]) == (name, ["auditor", "supervisor"], None)
        terminal = await here.terminal(name, answer.json()["token"])
        assert await terminal.get("/sessions/current") == me
        assert (await browser.get("/sessions/current")).json() == me


async def test_signing_out_ends_the_session_everywhere(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        browser, admitted = await signed_in(here, "supervisor")
        answer = await browser.delete("/sessions/current", headers={"Origin": here.url})
        assert answer.status_code == 204 and 'tablekeeper=""' in answer.headers["set-cookie"]
        terminal = await here.terminal("he", admitted["token"])
        assert (await terminal.refused("GET", "/tables"))["code"] == "session_ended"


async def test_with_a_cookie_a_change_comes_from_a_page_of_ours(database: Database, settings: Settings) -> None:
    async with serving(database, settings._replace(origins=("https://floor.example",))) as here:
        browser, _ = await signed_in(here, "supervisor")
        for origin, status in (
            (None, 403),
            ("https://elsewhere.example", 403),
            ("null", 403),
            (here.url.replace("http:", "https:"), 403),
            (here.url, 201),
            ("https://floor.example", 201),
        ):
            headers = {"Origin": origin} if origin is not None else {}
            answer = await browser.post("/tickets", headers=headers)
            assert answer.status_code == status, (origin, answer.text)
            assert status == 201 or answer.json()["code"] == "bad_origin"
        assert (await browser.get("/tables")).status_code == 200  # looking changes nothing


async def test_nobody_signs_in_from_another_page(database: Database, settings: Settings) -> None:
    """Else a page could sign its reader in under a name of its own."""
    async with serving(database, settings) as here:
        browser = await here.nobody()
        said = {"who": await here.account("dealer"), "pin": PIN}
        answer = await browser.post("/sessions", json=said, headers={"Origin": "https://elsewhere.example"})
        assert answer.json()["code"] == "bad_origin"


async def test_without_a_token_nothing_is_answered(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        nobody = await here.nobody()
        assert (await nobody.get("/tables")).json()["code"] == "not_signed_in"
        nobody.headers["Authorization"] = "Bearer made-up"
        assert (await nobody.get("/tables")).json()["code"] == "not_signed_in"
        nobody.headers["Authorization"] = "Basic bWFkZTp1cA=="
        assert (await nobody.get("/tables")).json()["code"] == "not_signed_in"


async def test_a_wrong_pin_is_told_as_a_wrong_name_is(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        nobody = await here.nobody()
        name = await here.account("dealer")
        wrong = (await nobody.post("/sessions", json={"who": name, "pin": OTHER_PIN})).json()
        unknown = (await nobody.post("/sessions", json={"who": "nobody-at-all", "pin": PIN})).json()
        assert wrong == unknown
        assert wrong["code"] == "wrong_credentials"


async def test_a_refusal_is_noted_in_the_log_of_the_house(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        dealer = await here.person("dealer")
        assert (await dealer.refused("GET", "/people"))["code"] == "not_allowed"
    async with database.connection("app") as connection:
        rows = await entries(connection, STREAM, schema.events.c.type == "Refusal")
    noted: list[Any] = [event_of(row) for row in rows]
    assert [(each.action, each.why) for each in noted if each.who == f"person:{dealer.name}"] == [
        ("people.list", "not_allowed")
    ]


async def test_every_answer_is_kept_nowhere_and_is_what_it_says(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        supervisor = await here.person("supervisor")
        for path in ("/tables", "/nothing", "/people/x/pin", "/openapi.json"):
            answer = await supervisor.ask("GET", path)
            assert all([name in answer.headers for name in SAID]), path
            assert answer.headers["cache-control"] == "no-store"
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "bad_request"),
        (b"{", "bad_message"),
        (b"\xff\xfe", "bad_message"),
        (b"[" * 20_000, "too_large"),
        (b'{"who": ' + b"[" * 40 + b"]" * 40 + b', "pin": "1"}', "too_large"),
        (b'{"who": "' + b"[" * 40 + b'", "pin": "111"}', "wrong_credentials"),
        ('{"who": "a", "pin": "111"}'.encode("utf-16"), "bad_message"),
        (b'{"who": 3, "pin": "1"}', "bad_request"),
        (b'{"who": "a\\ud800", "pin": "1"}', "bad_request"),
        (b'{"who": "a\\u0000", "pin": "1"}', "bad_request"),
        (b'{"who": "a", "pin": "1", "more\\ud800": 1}', "bad_request"),
        (b'{"who": "a", "pin": NaN}', "bad_request"),
        (b'{"who": "' + b"a" * 70_000 + b'", "pin": "1"}', "too_large"),
    ],
)
async def test_bodies_that_are_none(database: Database, settings: Settings, body: bytes, code: str) -> None:
    async with serving(database, settings) as here:
        nobody = await here.nobody()
        answer = await nobody.post("/sessions", content=body, headers={"Content-Type": "application/json"})
        assert answer.json()["code"] == code, answer.text


@pytest.mark.parametrize(
    ("body", "type_"),
    [(b'{"who": "a", "pin": "1"}', "application/x-www-form-urlencoded"), (b"[]", "application/json"), (b"", None)],
)
async def test_what_a_body_has_to_be_is_said(
    database: Database, settings: Settings, body: bytes, type_: str | None
) -> None:
    async with serving(database, settings) as here:
        nobody = await here.nobody()
        answer = await nobody.post("/sessions", content=body, headers={"Content-Type": type_} if type_ else {})
        assert answer.status_code == 422
        assert answer.json()["message"] == "body: it has to be a JSON object, sent with Content-Type: application/json"


async def test_a_body_without_a_length_is_bounded_too(database: Database, settings: Settings) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 1_000

    async with serving(database, settings) as here:
        nobody = await here.nobody()
        answer = await nobody.post("/sessions", content=endless(), headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_what_was_wrong_is_said_and_what_was_sent_is_not(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        nobody = await here.nobody()
        answer = await nobody.post("/sessions", json={"who": "x", "pin": 276841})
        assert answer.status_code == 422
        assert answer.json()["details"]["fields"][0]["at"] == "body.pin"
        assert "276841" not in answer.text


async def test_addresses_and_methods_that_there_are_not(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        supervisor = await here.person("supervisor")
        assert (await supervisor.refused("GET", "/nothing"))["code"] == "not_found"
        assert (await supervisor.refused("GET", "/tables/"))["code"] == "not_found"
        answer = await supervisor.ask("PATCH", "/tables")
        assert (answer.status_code, answer.json()["code"]) == (405, "bad_method")
        assert answer.headers["allow"]


async def test_a_defect_goes_out_as_a_reference_alone(
    database: Database, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(database, settings) as here:
        supervisor = await here.person("supervisor")
        del here.server.alarms
        answer = await supervisor.ask("POST", "/alarms/1/take")
        assert (answer.status_code, answer.json()["code"]) == (500, "internal")
        reference = answer.json()["details"]["reference"]
        assert "attribute" not in answer.text
        assert any([reference in record.getMessage() and record.exc_info for record in caplog.records])
        here.server.alarms = Closed()  # type: ignore[assignment]


class Closed:
    """What there is to close in the place of what a test has taken away."""

    async def close(self) -> None:
        """Nothing is left to close."""


async def test_a_server_that_stops_takes_nothing_new(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        supervisor = await here.person("supervisor")
        here.server.stopping = True
        problem = await supervisor.refused("GET", "/tables")
        assert (problem["code"], problem["retry"]) == ("stopping", True)


async def test_a_ticket_opens_one_socket(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        supervisor = await here.person("supervisor")
        ticket = (await supervisor.ok("POST", "/tickets"))["ticket"]
        assert here.server.people.redeem(ticket).name == supervisor.name


async def test_the_first_account_is_made_with_the_token_of_the_start(own: tuple[Database, Settings]) -> None:
    async with serving(*own) as here:
        nobody, token = await here.nobody(), here.server.setup_token
        said = {"token": "x" * 22, "name": "ada", "shown": "Ada", "pin": PIN}
        assert (await nobody.post("/setup", json=said)).json()["code"] == "bad_setup_token"
        answer = await nobody.post("/setup", json={**said, "token": token})
        assert answer.status_code == 201
        assert answer.json()["me"]["roles"] == ["administrator"]
        assert (await nobody.post("/setup", json={**said, "token": token})).is_error


async def test_who_is_signed_in_is_listed_and_put_out(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        supervisor, dealer = await here.person("supervisor"), await here.person("dealer")
        sessions = (await supervisor.get("/sessions"))["sessions"]
        his = next(each for each in sessions if each["person"] == dealer.name)
        await supervisor.ok("DELETE", f"/sessions/{his['session']}")
        assert (await dealer.refused("GET", "/tables"))["code"] == "session_ended"
        assert (await supervisor.refused("DELETE", f"/sessions/{uuid4().hex}"))["code"] == "not_found"
