"""Sets of cards between the register and the tables, each in a house of its own: a register binds all its tables."""

from typing import Any
from uuid import uuid4

import pytest

from app.people.caller import Caller
from app.settings import Settings
from app.store.database import Database
from tests.api.here import OFFICE, PIN, Answered, Here, Terminal, serving

REGISTER = {"R4": ("red", 6), "B8": ("blue", 8), "C8": ("green", 8)}


async def received(supervisor: Terminal, *names: str, table: str | None = None) -> None:
    """These sets come into the house, and go to this table."""
    for name in names:
        colour, decks = REGISTER[name]
        new = {"set_id": name, "seal": f"seal {name}", "colour": colour, "decks": decks}
        await supervisor.ok("POST", "/card-sets", json=new | {"id": str(uuid4())})
        if table is not None:
            await issued(supervisor, name, table)


async def issued(supervisor: Terminal, name: str, table: str) -> Answered:
    """The set goes to the table."""
    said = {"id": str(uuid4()), "table": table, "seal": f"seal {name}"}
    answer: Answered = await supervisor.ok("POST", f"/card-sets/{name}/issue", json=said)
    return answer["card_set"]  # type: ignore[no-any-return]


def back(**said: Any) -> dict[str, Any]:
    """A set comes back."""
    return {"json": {"id": str(uuid4()), **said}}


async def brings(dealer: Terminal, table: str, name: str, colour: str | None = None) -> None:
    """The dealer opens the set at the table."""
    await dealer.done(table, {"type": "BringSet", "set_id": name, "colour": colour or REGISTER[name][0]})


async def refused_to_bring(dealer: Terminal, table: str, name: str, colour: str) -> Answered:
    """Why the set is not taken."""
    order = dealer.order({"type": "BringSet", "set_id": name, "colour": colour})
    return await dealer.refused("POST", f"/tables/{table}/orders", json=order)


async def test_a_table_takes_no_set_that_is_not_as_the_register_has_it(own: tuple[Database, Settings]) -> None:
    async with serving(*own) as here:
        dealer, supervisor = await here.dealt("7")
        await received(supervisor, "R4", "B8", table="7")
        for name, colour in (("R4", "blue"), ("R4", "red"), ("B8", "red")):
            problem = await refused_to_bring(dealer, "7", name, colour)
            assert problem["code"] == "bad_set", (name, colour)
            has, decks = REGISTER[name]
            for said in (f"is {has}, of {decks} decks", f"as {colour},", "plays 8 decks"):
                assert said in problem["message"]
        await brings(dealer, "7", "B8")


async def test_a_dealer_sees_which_sets_his_table_may_bring(own: tuple[Database, Settings]) -> None:
    async with serving(*own) as here:
        dealer, supervisor = await here.dealt("7")
        before = await dealer.get("/tables/7/card-sets")
        await received(supervisor, "B8", "C8", table="7")
        await received(supervisor, "R4")
        await brings(dealer, "7", "B8")
        after = await dealer.get("/tables/7/card-sets")
        assert after["registered"] and not any([each["set_id"] == "R4" for each in after["card_sets"]])
        assert [(each["set_id"], each["colour"], each["brought"]) for each in after["card_sets"]] == [
            *[(each["set_id"], each["colour"], False) for each in before["card_sets"]],
            ("B8", "blue", True), ("C8", "green", False),
        ]  # fmt: skip


async def test_a_set_does_not_come_back_before_its_table_has_given_it_up(own: tuple[Database, Settings]) -> None:
    async with serving(*own) as here:
        dealer, supervisor = await here.dealt("7")
        second = await here.account("supervisor")
        await received(supervisor, "B8", "C8", table="7")
        await brings(dealer, "7", "B8")
        for said in ({}, {"seal": "seal B8"}):
            problem = await supervisor.refused("POST", "/card-sets/B8/return", **back(**said))
            assert (problem["code"], "still at table 7" in problem["message"]) == ("set_not_ready", True)
        signed = {"signed_by": [{"who": second, "pin": PIN}]}
        for act, more in (("count", {"cards": 384}), ("destroy", {})):
            sent = {"id": str(uuid4()), **signed, **more}
            assert (await supervisor.refused("POST", f"/card-sets/B8/{act}", json=sent))["code"] == "set_not_ready"
        await brings(dealer, "7", "C8")
        again = back()
        returned = await supervisor.ok("POST", "/card-sets/B8/return", **again)
        assert returned["card_set"]["state"] == "returned"
        assert await supervisor.ok("POST", "/card-sets/B8/return", **again) == returned
        assert (await supervisor.refused("POST", "/card-sets/C8/return", **back()))["code"] == "set_not_ready"
        await supervisor.done("7", {"type": "CloseTable", "reason": "end_of_day"})
        assert (await supervisor.ok("POST", "/card-sets/C8/return", **back()))["card_set"]["state"] == "returned"


async def test_a_set_that_is_just_being_taken_back_is_not_brought(own: tuple[Database, Settings]) -> None:
    async with serving(*own) as here:
        dealer, supervisor = await here.dealt("7")
        await received(supervisor, "B8", table="7")
        with here.server.terminal.leaving.leaves("B8"):
            assert (await refused_to_bring(dealer, "7", "B8", "blue"))["code"] == "set_not_ready"
        await brings(dealer, "7", "B8")


async def test_a_set_comes_back_over_the_server_that_keeps_its_table(own: tuple[Database, Settings]) -> None:
    database, settings = own
    other = settings._replace(data=settings.data.parent / "second server")
    async with serving(database, settings) as here, serving(database, other) as there:
        _, supervisor = await here.dealt("7")
        await received(supervisor, "B8", table="7")
        elsewhere = await there.terminal(supervisor.name, supervisor.token)
        problem = await elsewhere.refused("POST", "/card-sets/B8/return", **back())
        assert (problem["code"], problem["details"]) == ("held_elsewhere", {"address": here.server.address})
        assert (await supervisor.ok("POST", "/card-sets/B8/return", **back()))["card_set"]["state"] == "returned"


async def test_a_set_goes_to_no_table_that_is_not_there(own: tuple[Database, Settings]) -> None:
    async with serving(*own) as here:
        supervisor = await here.person("supervisor")
        await received(supervisor, "B8")
        said = {"id": str(uuid4()), "table": "999", "seal": "seal B8"}
        assert (await supervisor.refused("POST", "/card-sets/B8/issue", json=said))["code"] == "no_such_table"
        [listed] = (await supervisor.get("/card-sets"))["card_sets"]
        assert listed["state"] == "sealed"


async def test_a_set_that_went_to_the_wrong_table_goes_back_sealed(own: tuple[Database, Settings]) -> None:
    async with serving(*own) as here:
        _, supervisor = await here.dealt("7")
        await received(supervisor, "B8", table="7")
        wrong = await supervisor.refused("POST", "/card-sets/B8/return", **back(seal="seal X"))
        assert wrong["code"] == "seal_differs"
        put = (await supervisor.ok("POST", "/card-sets/B8/return", **back(seal="seal B8")))["card_set"]
        assert (put["state"], put["table"]) == ("sealed", None)
        assert await _put_back(here) == [f"person:{supervisor.name}"]
        assert (await issued(supervisor, "B8", "7"))["state"] == "in_use"


async def test_a_set_that_was_opened_does_not_go_back_sealed(own: tuple[Database, Settings]) -> None:
    """Not even when its table has another set by now; a new set of the same name has nothing to do with it."""
    async with serving(*own) as here:
        dealer, supervisor = await here.dealt("7")
        second = await here.account("supervisor")
        await received(supervisor, "B8", "C8", table="7")
        await brings(dealer, "7", "B8")
        await brings(dealer, "7", "C8")
        problem = await supervisor.refused("POST", "/card-sets/B8/return", **back(seal="seal B8"))
        assert (problem["code"], "was brought at table 7" in problem["message"]) == ("set_not_ready", True)
        await supervisor.ok("POST", "/card-sets/B8/return", **back())
        signed = {"signed_by": [{"who": second, "pin": PIN}]}
        for act, more in (("count", {"cards": 384}), ("destroy", {})):
            await supervisor.ok("POST", f"/card-sets/B8/{act}", json={"id": str(uuid4()), **signed, **more})
        await received(supervisor, "B8", table="7")
        put = await supervisor.ok("POST", "/card-sets/B8/return", **back(seal="seal B8"))
        assert put["card_set"]["state"] == "sealed"
        assert await _put_back(here) == [f"person:{supervisor.name}"]


async def _put_back(here: Here) -> list[str]:
    """By whom sets went back sealed, as the log of the house has it."""
    async with here.server.database.connection("reader") as connection:
        rows = await connection.fetch("SELECT actor FROM events WHERE stream = 'house' AND type = 'SetPutBack'")
    return [row["actor"].partition(" at ")[0] for row in rows]


async def test_who_signs_for_a_set_still_may_when_all_have_signed(
    own: tuple[Database, Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signature takes a while: meanwhile somebody else suspends who signs, or ends the session that asks."""
    async with serving(*own) as here:
        supervisor, second = await here.person("supervisor"), await here.account("supervisor")
        await received(supervisor, "B8")
        people = here.server.people
        signs, session = people.for_one_act, (await supervisor.get("/sessions/current"))["session"]
        destroyed = {"signed_by": [{"who": second, "pin": PIN}]}

        async def suspended_meanwhile(*signing: Any) -> Caller:
            signed = await signs(*signing)
            await people.suspend(OFFICE, second, "left")
            return signed

        monkeypatch.setattr(people, "for_one_act", suspended_meanwhile)
        refused = await supervisor.refused("POST", "/card-sets/B8/destroy", **back(**destroyed))
        assert refused["code"] == "suspended"
        await people.readmit(OFFICE, second)

        async def ended_meanwhile(*signing: Any) -> Caller:
            signed = await signs(*signing)
            await people.end_session(OFFICE, session, "ended by another")
            return signed

        monkeypatch.setattr(people, "for_one_act", ended_meanwhile)
        refused = await supervisor.refused("POST", "/card-sets/B8/destroy", **back(**destroyed))
        assert refused["code"] == "session_ended"
        house = (await here.server.house_log.read()).state
        assert [each.id for each in house.card_sets] == ["B8"]
