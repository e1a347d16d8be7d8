"""Tables over HTTP: set up, looked at, ordered about, put right."""

from typing import Any
from uuid import uuid4

import pytest

from app.api.routes import tables
from app.house.refusal_in_words import RefusedInWords
from app.house.subjects.alarms.commands import RaiseAlarm
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from tests.api.here import PIN, Answered, Here, serving
from tests.store.housed import HousedTables
from tests.store.live import BOOK, ready

VOIDS = "nz-gazette-2000"  # a round may be void for any reason that two supervisors sign


def new_table(number: str, **config: Any) -> Answered:
    """A table that there was not."""
    return {"id": str(uuid4()), "number": number, "ruleset": BOOK, "config": {"side_bets": [], **config}}


async def test_a_table_is_set_up_once(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        supervisor, new = await here.person("supervisor"), new_table(number, minimum_cents=500)
        made = await supervisor.ok("POST", "/tables", json=new)
        assert made | {"again": True} == await supervisor.ok("POST", "/tables", json=new)
        other = {**new, "config": {"side_bets": [], "minimum_cents": 900}}
        assert (await supervisor.refused("POST", "/tables", json=other))["code"] == "id_reused"
        assert (await supervisor.refused("POST", "/tables", json=new_table(number)))["code"] == "table_is_open"
        listed = {each["number"]: each for each in (await supervisor.get("/tables"))["tables"]}
        assert listed[number] | {"phase": ""} == {
            "number": number, "version": 1, "kept": "here", "ruleset": BOOK, "phase": "", "dealer": "", "round": None,
        }  # fmt: skip


async def test_what_no_table_can_be(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        supervisor = await here.person("supervisor")
        for new, code in (
            ({**new_table(number), "ruleset": "no-such-book"}, "no_such_ruleset"),
            (new_table(number, decks=3), "bad_decks"),
            (new_table(number, boxes="7"), "bad_request"),
            (new_table(number, chairs=7), "bad_message"),
            (new_table("a/b"), "bad_request"),
            ({**new_table(number), "id": "1"}, "bad_request"),
        ):
            assert (await supervisor.refused("POST", "/tables", json=new))["code"] == code, new
        assert (await supervisor.refused("GET", f"/tables/{number}"))["code"] == "no_such_table"
        assert number not in [each["number"] for each in (await supervisor.get("/tables"))["tables"]]
        assert number not in here.server.tables.live() and not here.server.tables.leases.holds(f"table:{number}")


async def test_nobody_makes_up_tables_without_end(
    database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(database, settings) as here:
        supervisor, new = await here.person("supervisor"), new_table(number)
        made = await supervisor.ok("POST", "/tables", json=new)
        monkeypatch.setattr(tables, "MOST_TABLES", 1)
        more = new_table(f"{number}more")
        assert (await supervisor.refused("POST", "/tables", json=more))["code"] == "house_full"
        assert f"{number}more" not in here.server.tables.live()
        async with database.connection("app") as connection:
            others = await connection.fetchval("SELECT count(*) FROM stream_heads WHERE stream LIKE 'table:%'")
        monkeypatch.setattr(tables, "MOST_TABLES", others)
        assert await supervisor.ok("POST", "/tables", json=new) == made | {"again": True}, "it is there already"


async def test_a_number_that_no_table_has_takes_no_lease(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        supervisor = await here.person("supervisor")
        for path in ("", "/events", "/rows", "/corrections", "/replay/1/floor"):
            problem = await supervisor.refused("GET", f"/tables/{number}{path}")
            assert problem["code"] in ("no_such_table", "no_such_version", "not_allowed"), path
        order = supervisor.order({"type": "OpenBetting"})
        problem = await supervisor.refused("POST", f"/tables/{number}/orders", json=order)
        assert problem["code"] == "no_such_table"
        assert (await supervisor.refused("POST", f"/tables/{number}/call", json={"words": "help"}))["code"] == (
            "no_such_table"
        )
        async with database.connection("reader") as connection:
            assert await connection.fetchval("SELECT 1 FROM leases WHERE stream = $1", f"table:{number}") is None


async def test_each_audience_sees_the_table_as_the_policy_says(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number)
        sign, surveillance = await here.sign(number), await here.person("surveillance")
        elsewhere, other = await here.sign("elsewhere"), await here.person("dealer")
        seen = {
            "sign": (sign, dealer, supervisor, surveillance),
            "dealer": (dealer, supervisor),
            "floor": (supervisor, surveillance),
            "surveillance": (surveillance,),
        }
        for audience, people in seen.items():
            for person in (sign, dealer, supervisor, surveillance, elsewhere, other):
                answer = await person.ask("GET", f"/tables/{number}", params={"audience": audience})
                assert answer.is_success == (person in people), (audience, person.name, answer.text)
        assert (await other.refused("GET", f"/tables/{number}"))["code"] == "not_on_duty"
        assert (await elsewhere.refused("GET", f"/tables/{number}", params={"audience": "sign"}))["code"] == (
            "not_allowed"
        )


async def test_a_dealer_deals_at_his_own_table(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number)
        other = await here.person("dealer")
        order = other.order({"type": "OpenBetting"})
        assert (await other.refused("POST", f"/tables/{number}/orders", json=order))["code"] == "not_on_duty"
        await dealer.done(number, {"type": "OpenBetting"})
        relief = supervisor.order({"type": "ChangeDealer", "dealer": other.name})
        await supervisor.ok("POST", f"/tables/{number}/orders", json=relief)
        wager = {"type": "PlaceWager", "box": 1, "player": "1A", "kind": "main", "cents": 1_000}
        problem = await dealer.refused("POST", f"/tables/{number}/orders", json=dealer.order(wager))
        assert problem["code"] == "not_on_duty"
        await other.done(number, wager)


async def test_the_same_order_again_is_answered_again(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, _ = await here.dealt(number)
        await dealer.done(number, {"type": "OpenBetting"})
        wager = {"type": "PlaceWager", "box": 1, "player": "1A", "kind": "main", "cents": 1_000}
        order = dealer.order(wager)
        done = await dealer.ok("POST", f"/tables/{number}/orders", json=order)
        assert await dealer.ok("POST", f"/tables/{number}/orders", json=order) == done | {"again": True}
        other = {**order, "command": {**wager, "cents": 2_000}}
        assert (await dealer.refused("POST", f"/tables/{number}/orders", json=other))["code"] == "id_reused"


async def test_a_rule_refuses_with_its_clause(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, _ = await here.dealt(number)
        await dealer.done(number, {"type": "OpenBetting"})
        wager = {"type": "PlaceWager", "box": 1, "player": "1A", "kind": "main", "cents": 1_000}
        await dealer.done(number, wager)
        await dealer.deal(number, "8S")
        answer = await dealer.ask("POST", f"/tables/{number}/orders", json=dealer.order({**wager, "cents": 2_000}))
        problem = answer.json()
        assert (answer.status_code, problem["code"], problem["retry"]) == (409, "bets_closed", False)
        assert problem["clause"] and problem["do"]


async def test_readings_that_fit_the_cards_are_offered(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, _ = await here.dealt(number)
        await dealer.done(number, {"type": "OpenBetting"})
        for box in (1, 2):
            wager = {"type": "PlaceWager", "box": box, "player": f"{box}A", "kind": "main", "cents": 1_000}
            await dealer.done(number, wager)
        await dealer.deal(number, "5S 6D KH 8H 3H")
        await dealer.tap(number, {"type": "TypeCard", "card": "4C"}, "decide")  # box 1's third, by the record
        offered = await dealer.get(f"/tables/{number}/corrections")
        assert {"correction": "stood", "box": 1, "hand": 1} in offered["corrections"]
        chosen = offered["corrections"][0]
        await dealer.done(number, {"type": "CorrectRecord", "reason": "", **chosen})


async def test_what_a_void_comes_to_is_shown_and_just_that_is_signed(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number, VOIDS)
        second = await here.account("supervisor")
        await dealer.play_round(number)
        remedy = {"type": "Void", "scope": "round", "reason": "fraud", "words": "Marked cards."}
        asked = {"remedy": remedy}
        shown = await supervisor.ok("POST", f"/tables/{number}/remedies/preview", json=asked)
        assert sum(move["cents"] for move in shown["difference"]) == 0
        assert [move["cents"] for move in shown["difference"] if move["account"] == "bettor"] == [1_000]
        sign = {"type": "SignRemedy", "remedy": remedy, "seen": shown["seal"]}
        await supervisor.done(number, sign, supervisor.name)
        again = await supervisor.ok("POST", f"/tables/{number}/remedies/preview", json=asked)
        assert again["signed_by"] == [supervisor.name]
        await supervisor.done(number, sign, second)
        problem = await supervisor.refused("POST", f"/tables/{number}/remedies/preview", json=asked)
        assert problem["code"] == "round_is_void"


async def test_an_earlier_round_is_void_by_its_number(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number, VOIDS)
        second = await here.account("supervisor")
        await dealer.play_round(number)
        await dealer.done(number, {"type": "OpenBetting"})
        asked: Answered = {
            "remedy": {"type": "Void", "scope": "earlier", "reason": "fraud", "words": "Marked cards."},
            "round": 1,
        }
        shown = await supervisor.ok("POST", f"/tables/{number}/remedies/preview", json=asked)
        assert sum(move["cents"] for move in shown["difference"]) == 0
        for name in (supervisor.name, second):
            await supervisor.done(number, {"type": "SignRemedy", "seen": shown["seal"], **asked}, name)
        problem = await supervisor.refused("POST", f"/tables/{number}/remedies/preview", json=asked)
        assert problem["code"] == "round_is_void"
        asked["round"] = 99
        problem = await supervisor.refused("POST", f"/tables/{number}/remedies/preview", json=asked)
        assert problem["code"] == "no_such_round"


async def test_a_call_is_an_alarm_until_somebody_has_looked(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number)
        called = await dealer.ok("POST", f"/tables/{number}/call", json={"words": "a guest complains"})
        assert called == await dealer.ok("POST", f"/tables/{number}/call", json={"words": "he still does"})
        path = f"/alarms/{called['number']}"
        assert (await supervisor.ok("POST", f"{path}/take"))["owner"] == supervisor.name
        await supervisor.ok("POST", f"{path}/acknowledge", json={"words": "talked to the guest"})
        assert (await supervisor.refused("POST", f"{path}/take"))["code"] == "no_such_alarm"
        assert called["number"] not in [each["number"] for each in (await supervisor.get("/alarms"))["alarms"]]


async def test_a_payment_over_the_threshold_is_acknowledged_by_a_signature(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings._replace(payment_threshold_cents=1_000)) as here:
        dealer, supervisor = await here.dealt(number)
        await dealer.play_round(number, "8S 6D KH KC JC")
        alarm = await over_threshold(here, number)
        said: Answered = {"words": "the chips were counted"}
        problem = await supervisor.refused("POST", f"/alarms/{alarm}/acknowledge", json=said)
        assert problem["code"] == "signature_needed"
        said["signed_by"] = [{"who": dealer.name, "pin": PIN}]
        assert (await supervisor.refused("POST", f"/alarms/{alarm}/acknowledge", json=said))["code"] == "not_allowed"
        said["signed_by"] = [{"who": supervisor.name, "pin": PIN}]
        await supervisor.ok("POST", f"/alarms/{alarm}/acknowledge", json=said)


async def test_so_is_one_that_another_server_raised_a_moment_ago(
    database: Database, settings: Settings, number: str
) -> None:
    """This server has not seen it in the log yet."""
    async with serving(database, settings) as here:
        supervisor, log = await here.person("supervisor"), HouseLog(database, settings.gaming_day)
        raised = await log.ask(uuid4(), RaiseAlarm("over_threshold", number, "round 1, 1A", "paid", 1), "server")
        assert not isinstance(raised, RefusedInWords)
        said: Answered = {"words": "the chips were counted"}
        path = f"/alarms/{raised.state.alarms[-1].number}/acknowledge"
        assert (await supervisor.refused("POST", path, json=said))["code"] == "signature_needed"
        said["signed_by"] = [{"who": supervisor.name, "pin": PIN}]
        await supervisor.ok("POST", path, json=said)


async def over_threshold(here: Here, number: str) -> int:
    """The alarm of a payment at this table."""
    keeping = here.server.house

    def found() -> list[int]:
        alarms = keeping.now.alarms
        return [each.number for each in alarms if (each.table, each.kind) == (number, "over_threshold")]

    await here.until(found, "for the alarm")
    return found()[0]


async def test_a_table_that_another_server_keeps_is_told_with_its_address(
    database: Database, settings: Settings, number: str
) -> None:
    other = settings._replace(data=settings.data.parent / "other server")
    elsewhere = HousedTables(database, other, "http://there.example")
    await elsewhere.start()
    try:
        await ready(elsewhere, number)
        async with serving(database, settings) as here:
            supervisor = await here.person("supervisor")
            order = supervisor.order({"type": "OpenTable", "config": {}})
            problem = await supervisor.refused("POST", f"/tables/{number}/orders", json=order)
            assert (problem["code"], problem["details"]) == ("held_elsewhere", {"address": "http://there.example"})
            assert (await supervisor.refused("GET", f"/tables/{number}"))["code"] == "held_elsewhere"
    finally:
        await elsewhere.close()
