"""People, signs, devices and sets of cards over HTTP."""

import asyncio
from typing import Any
from uuid import uuid4, uuid5

from app.alarms.alarm_keeper import RAISED
from app.house.subjects.people.commands import AddPerson
from app.settings import Settings
from app.store.database import Database
from tests.api.here import OFFICE, OTHER_PIN, PIN, Answered, Here, Terminal, serving
from tests.simulation.simulator import simulators


def account(name: str, **more: Any) -> Answered:
    """An account as it is asked for."""
    return {"id": str(uuid4()), "name": name, "shown": name.title(), "roles": ["dealer"], "pin": PIN, **more}


async def test_somebody_gets_an_account_once(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        office, name = await here.person("administrator"), f"dana-{number}"
        said = account(name, badge=f"b{number}", licence="L-9", licensed_through="2999-12-31")
        made = await office.ok("POST", "/people", json=said)
        assert (made["name"], made["licensed_through"], made["has_pin"]) == (name, "2999-12-31", True)
        assert await office.ok("POST", "/people", json=said) == made
        assert (await office.refused("POST", "/people", json=account(name)))["code"] == "taken"
        assert made in (await office.get("/people"))["people"]
        signed_in = await here.server.people.sign_in(f"b{number}", PIN, number)
        assert signed_in.caller.name == name


async def test_accounts_that_cannot_be(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        office = await here.person("administrator")
        for more, code in (
            ({"pin": "111111"}, "weak_pin"),
            ({"pin": 276841}, "bad_request"),
            ({"roles": []}, "bad_request"),
            ({"roles": ["sign"]}, "bad_request"),
            ({"licensed_through": "2026-02-30"}, "bad_request"),
            ({"shown": "a\nb"}, "bad_request"),
            ({"pin_seal": "x"}, "bad_message"),
        ):
            problem = await office.refused("POST", "/people", json=account(f"x-{number}", **more))
            assert problem["code"] == code, more


async def test_an_account_is_changed_suspended_and_readmitted(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        office, dealer = await here.person("administrator"), await here.person("dealer")
        change = {"id": str(uuid4()), "shown": "Dana", "roles": ["supervisor"]}
        changed = await office.ok("PUT", f"/people/{dealer.name}", json=change)
        assert (changed["shown"], changed["roles"]) == ("Dana", ["supervisor"])
        assert (await dealer.get("/sessions/current"))["roles"] == ["supervisor"]  # without signing in again
        reason = {"id": str(uuid4()), "reason": "chips are missing"}
        await office.ok("POST", f"/people/{dealer.name}/suspension", json=reason)
        assert (await dealer.ask("GET", "/tables")).status_code in (401, 403)
        supervisor = await here.person("supervisor")
        assert (await supervisor.refused("DELETE", f"/people/{dealer.name}/suspension"))["code"] == "not_allowed"
        await office.ok("DELETE", f"/people/{dealer.name}/suspension")
        await office.ok("PUT", f"/people/{dealer.name}/pin", json={"pin": OTHER_PIN})
        nobody = await here.nobody()
        assert (await nobody.post("/sessions", json={"who": dealer.name, "pin": OTHER_PIN})).status_code == 201
        assert (await office.refused("PUT", "/people/nobody-at-all", json=change))["code"] == "id_reused"
        change["id"] = str(uuid4())
        assert (await office.refused("PUT", "/people/nobody-at-all", json=change))["code"] == "not_found"


async def test_a_sign_sees_its_table_and_nothing_else(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        await here.dealt(number)
        office, name = await here.person("administrator"), f"sign-{number}"
        admitted = await office.ok("POST", "/displays", json={"display": name, "table": number})
        sign = await here.terminal(name, admitted["token"])
        seen = await sign.get(f"/tables/{number}", audience="sign")
        assert seen["view"]["phase"]
        assert (await sign.get("/sessions/current"))["roles"] == ["sign"]
        for path in ("/tables", "/rounds", "/people", f"/tables/{number}/events", "/devices", "/reports"):
            assert (await sign.refused("GET", path))["code"] == "not_allowed", path
        order = sign.order({"type": "OpenBetting"})
        assert (await sign.refused("POST", f"/tables/{number}/orders", json=order))["code"] == "not_allowed"
        assert {"display": name, "table": number} in (await office.get("/displays"))["displays"]
        await office.ok("DELETE", f"/displays/{name}")
        assert (await sign.ask("GET", f"/tables/{number}", params={"audience": "sign"})).status_code == 401


async def test_a_device_is_attached_asked_and_detached(database: Database, settings: Settings, number: str) -> None:
    arguments = ("shoe", "--dialect", "table-link", "--listen", "pty", "--decks", "8", "--seed", "41")
    async with simulators(*arguments) as [shoe], serving(database, settings) as here:
        _, supervisor = await here.dealt(number)
        name = f"t{number}-shoe"
        new = {"name": name, "table": number, "role": "shoe", "dialect": "table-link", "url": shoe.url}
        new["id"] = str(uuid4())
        await supervisor.ok("POST", "/devices", json=new)
        assert (await supervisor.ok("POST", "/devices", json=new))["name"] == name
        bound: Answered = {"id": str(uuid4()), "serial": shoe.serial, "signed_by": []}
        assert (await supervisor.refused("POST", f"/devices/{name}/bindings", json=bound))["code"] == "bad_request"
        for who, code in ((supervisor.name, "same_person"), (await here.account("dealer"), "not_allowed")):
            alone = {**bound, "signed_by": [{"who": who, "pin": PIN}]}
            assert (await supervisor.refused("POST", f"/devices/{name}/bindings", json=alone))["code"] == code
        assert not (await supervisor.get("/devices"))["devices"][-1]["serials"]
        bound["signed_by"] = [{"who": await here.account("supervisor"), "pin": PIN}]
        await supervisor.ok("POST", f"/devices/{name}/bindings", json=bound)
        devices = here.server.tables.devices.of(number)
        await here.until(lambda: [each for each in devices.health() if each.state == "running"], "for the line")
        wish = {"id": str(uuid4()), "wish": "lock"}
        outcome = await supervisor.ok("POST", f"/devices/{name}/wishes", json=wish)
        assert outcome["outcome"] == "done"
        assert await supervisor.ok("POST", f"/devices/{name}/wishes", json=wish) == outcome
        problem = await supervisor.refused("POST", f"/devices/{name}/wishes", json={**wish, "wish": "dance"})
        assert problem["code"] == "bad_wish"
        [shown] = [each for each in (await supervisor.get("/devices"))["devices"] if each["name"] == name]
        assert (shown["serials"], shown["connected"], shown["state"]) == ([shoe.serial], True, "running")
        await _two_people_move_it(here, supervisor, {**new, "url": "socket://127.0.0.1:7"})
        await supervisor.ok("DELETE", f"/devices/{name}")
        assert (await supervisor.refused("DELETE", f"/devices/{name}"))["code"] == "house_refused"
        await _two_people_move_it(here, supervisor, {**new, "url": "socket://127.0.0.1:8", "dialect": "angel-eye"})
        await supervisor.ok("DELETE", f"/devices/{name}")


def _attached(told: Answered) -> list[Answered]:
    """All that is said of each device but when its line was last heard, which changes at any moment."""
    moments = ("since_us", "last_byte_us", "last_report_us")
    return [{name: value for name, value in each.items() if name not in moments} for each in told["devices"]]


async def _two_people_move_it(here: Here, supervisor: Terminal, moved: Answered) -> None:
    """A bound device goes to another line, or another device comes into its place: one person alone is refused."""
    before = _attached(await supervisor.get("/devices"))
    assert {"table": moved["table"], "kind": "shoe"} in (await supervisor.get("/devices"))["signed_places"]
    for signed_by, code in (
        ([], "signature_needed"),
        ([{"who": supervisor.name, "pin": PIN}], "same_person"),
        ([{"who": await here.account("dealer"), "pin": PIN}], "not_allowed"),
        ([{"who": await here.account("supervisor"), "pin": OTHER_PIN}], "wrong_credentials"),
    ):
        body = {**moved, "id": str(uuid4()), "signed_by": signed_by}
        problem = await supervisor.refused("POST", "/devices", json=body)
        assert problem["code"] == code, problem
    assert _attached(await supervisor.get("/devices")) == before
    body = {**moved, "id": str(uuid4()), "signed_by": [{"who": await here.account("administrator"), "pin": PIN}]}
    assert (await supervisor.ok("POST", "/devices", json=body))["url"] == moved["url"]


async def test_nobody_takes_the_id_of_an_alarm(database: Database, settings: Settings, number: str) -> None:
    """Under that id the alarm would be taken for what came before, and nobody would be called."""
    async with serving(database, settings) as here:
        supervisor = await here.person("supervisor")
        id_ = str(uuid5(RAISED, f"{number}/over_threshold/round 1, 1A"))
        new = {"id": id_, "set_id": f"s{number}", "seal": number, "colour": "red", "decks": 8}
        assert (await supervisor.refused("POST", "/card-sets", json=new))["code"] == "bad_request"


async def test_devices_that_cannot_be(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        supervisor = await here.person("supervisor")
        new: Answered = {"name": f"x{number}", "table": number, "role": "shoe", "dialect": "angel-eye"}
        for more, code in (
            ({"url": "carrier-pigeon://loft"}, "bad_device"),
            ({"url": "/dev/ttyUSB0", "options": {"wings": "two"}}, "bad_device"),
            ({"url": "/dev/ttyUSB0", "role": "reader"}, "bad_device"),
            ({"url": "/dev/ttyUSB0", "role": "waiter"}, "bad_request"),
            ({"url": "socket://10.0.0.9:5432"}, "bad_device"),
            ({"url": "/etc/passwd"}, "bad_device"),
            ({"url": "/dev/ttyUSB/../../etc/passwd"}, "bad_device"),
            ({"url": "/dev/null"}, "bad_device"),
            ({"url": "/dev/ttyUSB0"}, "no_such_table"),
        ):
            problem = await supervisor.refused("POST", "/devices", json={**new, "id": str(uuid4()), **more})
            assert problem["code"] == code, more


async def test_a_sign_is_put_up_only_at_a_table_that_there_is(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        office = await here.person("administrator")
        problem = await office.refused("POST", "/displays", json={"display": f"sign-{number}", "table": number})
        assert problem["code"] == "no_such_table"


async def test_a_set_of_cards_from_its_seal_to_its_end(own: tuple[Database, Settings]) -> None:
    """In a house of its own: from the first set on, tables bring only sets that were issued to them."""
    async with serving(*own) as here:
        supervisor, second = await here.person("supervisor"), await here.account("supervisor")
        dealer = await here.account("dealer")
        await here.dealt("7")
        new = {"id": str(uuid4()), "set_id": "set 12", "seal": "S-12", "colour": "blue", "decks": 8}
        received = await supervisor.ok("POST", "/card-sets", json=new)
        assert (received["card_set"]["id"], received["card_set"]["state"]) == ("set 12", "sealed")
        assert await supervisor.ok("POST", "/card-sets", json=new) == received
        at, id_ = "/card-sets/set%2012", {"id": str(uuid4())}
        wrong = {**id_, "table": "7", "seal": "S-13"}
        assert (await supervisor.refused("POST", f"{at}/issue", json=wrong))["code"] == "seal_differs"
        issued = await supervisor.ok("POST", f"{at}/issue", json={**wrong, "seal": "S-12"})
        assert (issued["card_set"]["state"], issued["card_set"]["table"]) == ("in_use", "7")
        await supervisor.ok("POST", f"{at}/return", json={"id": str(uuid4())})
        count: Answered = {"id": str(uuid4()), "cards": 384, "signed_by": [{"who": supervisor.name, "pin": PIN}]}
        assert (await supervisor.refused("POST", f"{at}/count", json=count))["code"] == "same_person"
        count["signed_by"] = [{"who": second, "pin": OTHER_PIN}]
        assert (await supervisor.refused("POST", f"{at}/count", json=count))["code"] == "wrong_credentials"
        count["signed_by"] = [{"who": dealer, "pin": PIN}]
        assert (await supervisor.refused("POST", f"{at}/count", json=count))["code"] == "not_allowed"
        givers = OFFICE._replace(name=supervisor.name)
        given = f"given-{uuid4().hex[:6]}"
        await here.server.people.add(givers, AddPerson(given, given, ("supervisor",)), PIN)
        count["signed_by"] = [{"who": given, "pin": PIN}]
        assert (await supervisor.refused("POST", f"{at}/count", json=count))["code"] == "same_person", "he gave the PIN"
        count["signed_by"] = [{"who": second, "pin": PIN}]
        counted = await supervisor.ok("POST", f"{at}/count", json=count)
        assert (counted["card_set"]["state"], counted["card_set"]["missing"]) == ("counted_out", 0)
        end = {"id": str(uuid4()), "signed_by": count["signed_by"]}
        assert await supervisor.ok("POST", f"{at}/destroy", json=end) == {"card_set": None}
        assert (await supervisor.get("/card-sets"))["card_sets"] == []


async def test_who_asks_is_told_what_runs_here(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, _ = await here.dealt(number)
        about = await dealer.get("/server")
        assert number in about["tables_here"] and about["address"] == "http://here.example"
        books = (await dealer.get("/rulesets"))["rulesets"]
        assert books == about["rulesets"]
        for book in books:
            shown = await dealer.get(f"/rulesets/{book['id']}")
            assert shown["book"] == book and shown["rules"]["odds"] and len(shown["text"]) > 50
            procedures = (await dealer.get(f"/rulesets/{book['id']}/procedures"))["procedures"]
            missed = next(each for each in procedures["irregularities"] if each["code"] == "missed_card")
            money = ["paid"] * (book["id"] == "sg-pontoon-plus-v5")  # 5.10.1
            assert (missed["report"], missed["needs"]) == ("Report", ["box", "felt", *money]) and missed["rulings"]
            clauses = (await dealer.get(f"/rulesets/{book['id']}/clauses"))["clauses"]
            named = {line["clause"] for line in shown["rules"]["lines"]}
            assert named and named <= {each["clause"] for each in clauses}
        for path in ("", "/procedures", "/clauses"):
            assert (await dealer.refused("GET", f"/rulesets/house-rules{path}"))["code"] == "not_found"


async def test_two_servers_hear_of_it_within_a_second(own: tuple[Database, Settings]) -> None:
    database, settings = own
    other = settings._replace(data=settings.data.parent / "second server")
    async with serving(database, settings) as here, serving(database, other) as there:
        dealer, office = await here.person("dealer"), await here.person("administrator")
        elsewhere = await there.terminal(dealer.name, dealer.token)
        assert (await elsewhere.get("/sessions/current"))["name"] == dealer.name
        reason = {"id": str(uuid4()), "reason": "chips are missing"}
        await office.ok("POST", f"/people/{dealer.name}/suspension", json=reason)
        loop = asyncio.get_running_loop()
        deadline_s = loop.time() + 1.0
        while (await elsewhere.ask("GET", "/sessions/current")).is_success:
            assert loop.time() < deadline_s
            await asyncio.sleep(0.01)
