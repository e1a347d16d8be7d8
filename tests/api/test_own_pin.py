"""One's own PIN over HTTP: another one, and a screen that is unlocked with it."""

from typing import Any
from uuid import UUID

import pytest

from app.settings import Settings
from app.store.database import Database
from tests.api.here import OTHER_PIN, PIN, serving

ROLES = ("dealer", "supervisor", "surveillance", "administrator", "auditor")


@pytest.mark.parametrize("role", ROLES)
async def test_everybody_changes_his_own_pin(database: Database, settings: Settings, role: Any) -> None:
    async with serving(database, settings) as here:
        person = await here.person(role)
        other = (await here.server.people.sign_in(person.name, PIN, "elsewhere")).token
        elsewhere = await here.terminal(person.name, other)
        await person.ok("PUT", "/me/pin", json={"pin": PIN, "new_pin": OTHER_PIN})
        assert (await person.get("/sessions/current"))["name"] == person.name
        assert (await elsewhere.refused("GET", "/sessions/current"))["code"] == "session_ended"
        nobody = await here.nobody()
        assert (await nobody.post("/sessions", json={"who": person.name, "pin": PIN})).status_code == 401
        assert (await nobody.post("/sessions", json={"who": person.name, "pin": OTHER_PIN})).status_code == 201


async def test_without_the_present_pin_or_with_a_weak_new_one_nothing_changes(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        dealer, sign = await here.person("dealer"), await here.sign(number)
        for pin, new_pin, code in (
            (OTHER_PIN, "620974", "wrong_credentials"),
            (PIN, "111111", "weak_pin"),
            (PIN, "12", "weak_pin"),
            (PIN, "", "bad_request"),
        ):
            said = {"pin": pin, "new_pin": new_pin}
            assert (await dealer.refused("PUT", "/me/pin", json=said))["code"] == code, said
        said = {"pin": PIN, "new_pin": OTHER_PIN}
        assert (await dealer.refused("PUT", "/me/pin", json={**said, "who": "another"}))["code"] == "bad_message"
        assert (await sign.refused("PUT", "/me/pin", json=said))["code"] == "not_allowed"
        await here.server.people.sign_in(dealer.name, PIN, number)
        assert not [text for text in dealer.texts if PIN in text or OTHER_PIN in text]


async def test_a_locked_screen_is_unlocked_with_ones_own_pin(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        dealer, sign = await here.person("dealer"), await here.sign(number)
        await dealer.ok("POST", "/sessions/current/unlock", json={"pin": PIN})
        assert (await dealer.get("/sessions/current"))["name"] == dealer.name
        wrong = await dealer.refused("POST", "/sessions/current/unlock", json={"pin": OTHER_PIN})
        assert wrong["code"] == "wrong_credentials"
        assert (await sign.refused("POST", "/sessions/current/unlock", json={"pin": PIN}))["code"] == "not_allowed"
        assert not [text for text in dealer.texts if PIN in text or OTHER_PIN in text]


async def test_a_lock_holds_in_every_page_of_the_session(database: Database, settings: Settings, number: str) -> None:
    """A new tab has the same cookie, and another server the same session: the lock is the session's."""
    async with serving(database, settings) as here:
        dealer, _ = await here.dealt(number)
        assert (await dealer.refused("POST", "/sessions/current/lock", json={"session": "x"}))["code"] == "not_found"
        session = (await dealer.get("/sessions/current"))["session"]
        await dealer.ok("POST", "/sessions/current/lock", json={"session": session})
        tab = await here.terminal(dealer.name, dealer.token)
        assert (await tab.get("/sessions/current"))["locked"] is True
        order = tab.order({"type": "OpenBetting"})
        for method, path, sent in (
            ("POST", f"/tables/{number}/orders", {"json": order}),
            ("GET", f"/tables/{number}", {"params": {"audience": "dealer"}}),
            ("PUT", "/me/pin", {"json": {"pin": PIN, "new_pin": OTHER_PIN}}),
        ):
            assert (await tab.refused(method, path, **sent))["code"] == "session_locked", path
        assert (await tab.refused("POST", "/sessions/current/unlock", json={"pin": OTHER_PIN}))["code"] != "ok"
        assert (await tab.get("/sessions/current"))["locked"] is True
        await tab.ok("POST", "/sessions/current/unlock", json={"pin": PIN})
        assert (await dealer.get("/sessions/current"))["locked"] is False
        await dealer.done(number, {"type": "OpenBetting"})


async def test_an_id_that_is_nobodys_is_refused(database: Database, settings: Settings, number: str) -> None:
    """Two who both send it would be taken for one who asks again."""
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number)
        for id_ in (str(UUID(int=0)), str(UUID(int=2**128 - 1))):
            order = dealer.order({"type": "OpenBetting"}, id_=id_)
            assert (await dealer.refused("POST", f"/tables/{number}/orders", json=order))["code"] == "bad_request"
            new = {"id": id_, "set_id": f"nil-{number}", "seal": number, "colour": "red", "decks": 8}
            assert (await supervisor.refused("POST", "/card-sets", json=new))["code"] == "bad_request"
