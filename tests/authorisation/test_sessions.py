"""Whoever has no session, or has one no more: every call, every command and every feed, and the sockets that were open
when it ended. Every way in which a session ends is gone through with every role."""

from collections import Counter
from contextlib import AsyncExitStack
from uuid import uuid4

import pytest

from app.people.authentication import SESSION_US
from tests.authorisation.cells import (
    ROUTES,
    SIGN_OUT,
    Asked,
    Cell,
    command,
    judged,
    judged_commands,
    judged_routes,
    over,
    route,
)
from tests.authorisation.ending import ENDS, administrator, ends_with, taken_down
from tests.authorisation.house import House, Noted, Somebody
from tests.authorisation.sockets import CLOSED, feed, first, knocks, looking, out
from tests.authorisation.written import (
    COMMANDS,
    DOWNGRADED,
    ENDED,
    EXPIRED,
    FEEDS,
    NOBODY,
    OFF_DUTY,
    ROLES,
    Session,
)

PEOPLE = tuple(role for role in ROLES if role != "sign")


@pytest.mark.parametrize("way", ENDS)
def test_who_is_signed_in_no_more_is_out_everywhere(house: House, way: str) -> None:
    async def run() -> list[str]:
        gone, wrong = list[Somebody](), list[str]()
        for role in PEOPLE:
            who = await house.newcomer(role)
            wrong += await ends_with(house, who, ENDS[way], ENDED.close)
            gone.append(who)
        await house.back_on_duty()
        return wrong + await _all_refused(house, gone, ENDED)

    assert house.run(run()) == []


def test_a_sign_that_was_taken_down_is_out_everywhere(house: House) -> None:
    async def run() -> list[str]:
        sign = await house.newcomer("sign")
        wrong = await ends_with(house, sign, taken_down, ENDED.close)
        return wrong + await _all_refused(house, [sign], ENDED)

    assert house.run(run()) == []


def test_whose_session_has_run_out_is_out_everywhere(house: House) -> None:
    """The clock is put back afterwards, for everybody else's session has run out as well."""

    async def run() -> list[str]:
        who, wrong = [await house.newcomer(role) for role in PEOPLE], list[str]()
        async with AsyncExitStack() as stack:
            sockets = [await looking(house, each, stack) for each in who]
            house.clock.ahead_us += SESSION_US
            for each, open_ in zip(who, sockets, strict=True):
                wrong += await out(house, each, open_, EXPIRED.close)
        wrong += await _all_refused(house, who, EXPIRED)
        house.clock.ahead_us -= SESSION_US
        await house.back_on_duty()
        return wrong

    assert house.run(run()) == []


def test_who_never_had_a_session_gets_nowhere(house: House) -> None:
    """Whatever he shows for it: nothing, something else than a token, or a token that nobody has."""
    shown = (
        "", "x", "Bearer", "Basic bm9ib2R5OjI3MTgyOA==", "Bearer,x", "Bearer made-up-by-somebody", "Bearer %00",
        f"Bearer {'x' * 4_000}",
    )  # fmt: skip

    async def run() -> list[str]:
        strangers = [await house.somebody("nobody", ("auditor",), each, own=False) for each in shown]
        return await _all_refused(house, strangers, NOBODY)

    assert house.run(run()) == []


def test_a_ticket_is_good_no_longer_than_the_session(house: House) -> None:
    async def run() -> Asked:
        who = await house.person("supervisor")
        ticket = (await who.client.post("/api/v1/tickets")).json()["ticket"]
        await ENDS["signed out"](house, who)
        stranger = who._replace(shown="")
        async with house.socket(stranger, "feed.table.floor", f"&ticket={ticket}") as connection:
            return await first(connection)

    assert house.run(run()) == (ENDED.close - CLOSED, ENDED.code)


@pytest.mark.parametrize("role", PEOPLE)
def test_who_has_lost_the_role_may_what_the_other_may_and_is_out(house: House, role: str) -> None:
    other = "administrator" if role == "auditor" else "auditor"

    async def loses(house: House, who: Somebody) -> None:
        account = {"id": str(uuid4()), "shown": who.name, "roles": [other]}
        assert (await administrator(house).client.put(f"/api/v1/people/{who.name}", json=account)).is_success

    async def run() -> list[str]:
        who = await house.newcomer(role)
        wrong = await ends_with(house, who, loses, DOWNGRADED.close)
        await house.back_on_duty()
        now = who._replace(roles=(other,), own=False)
        wrong += await judged(house, now, [each for each in judged_routes(now) if each[1] is not None])
        return wrong + await judged(house, now, judged_commands(now))

    assert DOWNGRADED[:2] == (403, "not_allowed")
    assert house.run(run()) == []


@pytest.mark.parametrize("how", ["relieved", "left"])
def test_a_dealer_who_is_not_on_duty_any_more_is_out(house: House, how: str) -> None:
    async def goes(house: House, who: Somebody) -> None:
        if how == "relieved":
            await house.back_on_duty()
        else:
            assert (await house.order(who, {"type": "ChangeDealer", "dealer": ""})).is_success

    async def run() -> list[str]:
        who = await house.newcomer("dealer")
        wrong = await ends_with(house, who, goes, OFF_DUTY.close)
        now = who._replace(own=False)
        wrong += await judged(house, now, [each for each in judged_commands(now) if each[1] is not None])
        wrong += await judged(house, now, [each for each in judged_routes(now) if each[1] is not None])
        await house.back_on_duty()
        return wrong

    assert OFF_DUTY[:2] == (403, "not_on_duty")
    assert house.run(run()) == []


async def _all_refused(house: House, gone: list[Somebody], session: Session) -> list[str]:
    """What was not refused to these, who all come from one place, so that the log says it once."""
    before, versions, where = await house.house_version(), await house.versions(), house.address()
    wrong, noted = list[str](), Noted()
    for each in gone:
        who = await house.somebody(each.name, each.roles, each.shown, own=each.own, where=where)
        found, told = await over(house, who, session, _everything(who))
        wrong, noted = wrong + found, noted + told + await _knocked(house, who, session, wrong)
    if await house.versions() != versions:
        wrong.append("a table went on")
    return wrong + await house.noted(before, noted)


async def _knocked(house: House, who: Somebody, session: Session, wrong: list[str]) -> Noted:
    """No feed lets him in, and what is to be noted of that."""
    for name in FEEDS:
        asked = await knocks(house, who, feed(name))
        if asked != (session.close - CLOSED, session.code):
            wrong.append(f"{who.actor} without a session, {name}: {asked}, not {session.close} {session.code}")
    return Counter({("nobody", name, session.code, who.where): 1 for name in FEEDS})


def _everything(who: Somebody) -> list[Cell]:
    return [*[route(name, who) for name in (*ROUTES, SIGN_OUT)], *[command(name, who) for name in COMMANDS]]
