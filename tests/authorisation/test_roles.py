"""Every role, every call and every command: over HTTP it is as it is written, and what was refused changed nothing."""

from uuid import uuid4

import pytest

from app.api.application import PREFIX
from tests.authorisation.cells import (
    AUDIENCES,
    BEHIND_THE_GATE,
    OPEN,
    SIGN_OUT,
    Cell,
    allowed,
    command,
    judged,
    judged_commands,
    judged_routes,
    order,
    over_http,
    refusal,
    refused,
    route,
)
from tests.authorisation.house import EVERYBODY, TOGETHER, House, Somebody
from tests.authorisation.written import ACTIONS


@pytest.mark.parametrize("who", EVERYBODY)
def test_calls_are_as_it_is_written(house: House, who: str) -> None:
    assert house.run(judged(house, house.staff[who], judged_routes(house.staff[who]))) == []


@pytest.mark.parametrize("who", EVERYBODY)
def test_commands_are_as_it_is_written(house: House, who: str) -> None:
    assert house.run(judged(house, house.staff[who], judged_commands(house.staff[who]))) == []


@pytest.mark.parametrize("roles", TOGETHER, ids=" and ".join)
def test_who_has_several_roles_may_what_any_of_them_may(house: House, roles: tuple[str, ...]) -> None:
    async def run() -> list[str]:
        who = await house.person(*roles)
        return await judged(house, who, judged_routes(who)) + await judged(house, who, judged_commands(who))

    assert house.run(run()) == []


@pytest.mark.parametrize("who", EVERYBODY)
def test_signing_out_is_as_it_is_written(house: House, who: str) -> None:
    async def run() -> list[str]:
        somebody = house.staff[who]
        code = refusal(ACTIONS[SIGN_OUT], somebody)
        if code is not None:
            return await refused(house, somebody, [(route(SIGN_OUT, somebody), code)])
        shown = await house.signed_in(somebody.name)
        again = await house.somebody(somebody.name, somebody.roles, shown, own=somebody.own)
        return await allowed(house, again, [route(SIGN_OUT, again)])

    assert house.run(run()) == []


@pytest.mark.parametrize("who", EVERYBODY)
def test_the_table_is_seen_as_those_audiences_whose_feed_is_for_him(house: House, who: str) -> None:
    somebody = house.staff[who]
    asked = [(_looking(somebody, audience), _seen_as(somebody, audience)) for audience in AUDIENCES]
    assert house.run(judged(house, somebody, asked)) == []


def _looking(who: Somebody, audience: str) -> Cell:
    """Refused as the call if that is not his, or else as the feed of the audience."""
    first = refusal(ACTIONS["tables.one"], who) is not None
    cell = route("tables.one", who)
    path = cell.path.partition("?")[0]
    return Cell("tables.one" if first else f"feed.table.{audience}", "get", f"{path}?audience={audience}")


def _seen_as(who: Somebody, audience: str) -> str | None:
    return refusal(ACTIONS["tables.one"], who) or refusal(ACTIONS[f"feed.table.{audience}"], who)


def test_what_is_open_needs_no_session(house: House) -> None:
    async def run() -> dict[str, str | None]:
        nobody = await house.somebody("nobody", ("auditor",), "", own=False)
        return {name: (await over_http(house, nobody, route(name, nobody))).code for name in OPEN}

    codes = house.run(run())
    assert codes.pop("sessions.sign_in") in BEHIND_THE_GATE
    assert codes.pop("codes.redeem") in (*BEHIND_THE_GATE, "weak_pin")
    assert codes == {"sessions.carried": "bad_passage", "setup.first": "bad_setup_token", "server.openapi": None}


def test_who_was_not_granted_it_sees_nothing_that_lay_face_down(house: House) -> None:
    async def run() -> list[str]:
        who, other = await house.person("surveillance", face_down=False), house.staff["surveillance"]
        cell = Cell("rounds.face_down", "get", f"{PREFIX}/rounds/{await house.a_round()}/face-down")
        return await refused(house, who, [(cell, "no_grant")]) + await allowed(house, other, [cell])

    assert house.run(run()) == []


def test_only_an_administrator_takes_a_suspension_back(house: House) -> None:
    async def run() -> list[str]:
        administrator, supervisor = house.staff["administrator"], house.staff["supervisor"]
        name = (await house.person("auditor")).name
        for_him = f"{PREFIX}/people/{name}/suspension"
        suspension = {"id": str(uuid4()), "reason": "left the house"}
        assert (await administrator.client.post(for_him, json=suspension)).is_success
        cell = Cell("people.readmit", "delete", for_him)
        wrong = await refused(house, supervisor, [(cell, "not_allowed")])
        return wrong + await allowed(house, administrator, [cell])

    assert house.run(run()) == []


@pytest.mark.parametrize("who", [who for who in EVERYBODY if who.startswith("dealer")])
def test_a_dealer_sends_no_other_dealer_to_a_table(house: House, who: str) -> None:
    somebody = house.staff[who]
    cell = command("ChangeDealer", somebody)
    sent = cell._replace(body=order("ChangeDealer", somebody, dealer=house.staff["dealer on duty nowhere"].name))
    code = None if who == "dealer on duty nowhere" else "not_allowed"
    assert house.run(judged(house, somebody, [(sent, code)])) == []
