"""Sessions that nobody uses end; a locked one does nothing, in whatever page; nobody puts out those who watch."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from app.house.subjects.people.commands import AddPerson
from app.house.subjects.sessions.events import SessionEnded, SessionLocked, SessionUnlocked
from app.people.authentication import People
from app.people.caller import Caller
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.table.house_keeping import HouseKeeping
from tests.devices.waiting import until
from tests.people.houses import ADA, ADA_PIN, DANA, DANA_PIN, HERE, OFFICE, SIRI, At, happened, problem_of
from tests.store.live import Clock

MINUTE_US = 60_000_000
Own = tuple[Database, Settings]


@asynccontextmanager
async def dealing(own: Own, dealer: str = "", clock: Clock | None = None) -> AsyncIterator[At]:
    """A server to which ada and dana belong, and at which this dealer is in the middle of a round. With a clock it is
    one more of the same house."""
    database, settings = own
    first, clock = clock is None, clock or Clock()
    log = HouseLog(database, settings.gaming_day, clock)
    keeping = HouseKeeping(log)
    await keeping.start()
    people = People(database, keeping, log, clock, settings.gaming_day, 1_800, lambda name: name == dealer)
    try:
        setup_token = await people.start()
        if first:
            await people.add(OFFICE, ADA, ADA_PIN)
            await people.add(OFFICE, DANA, DANA_PIN)
        yield At(people, keeping, log, clock, setup_token)
    finally:
        await people.close()
        await keeping.close()


async def told(own: Own, kind: type) -> list[Any]:
    """The events of this kind."""
    return [each for each in await happened(own[0]) if isinstance(each, kind)]


async def test_a_clock_that_is_put_back_keeps_no_session(own: Own) -> None:
    async with dealing(own) as at:
        at.clock.us += 600 * MINUTE_US
        session = await at.people.sign_in("dana", DANA_PIN, HERE)
        caller = await at.people.caller(session.token, HERE)
        at.clock.us -= 500 * MINUTE_US
        assert (await _now(at.people, caller)).name == "dana"
        at.clock.us += 30 * MINUTE_US + 1
        assert await problem_of(_now(at.people, caller)) in ("session_expired", "session_ended")


async def test_a_session_that_nobody_uses_for_half_an_hour_is_over(own: Own) -> None:
    async with dealing(own) as at:
        session = await at.people.sign_in("dana", DANA_PIN, HERE)
        at.clock.us += 29 * MINUTE_US
        assert (await at.people.caller(session.token, HERE)).name == "dana"
        at.clock.us += 30 * MINUTE_US
        caller = await at.people.caller(session.token, HERE)
        at.clock.us += 30 * MINUTE_US + 1
        assert await problem_of(at.people.caller(session.token, HERE)) in ("session_expired", "session_ended")
        await until(lambda: not at.house.sessions, "the end")
        assert [each.reason for each in await told(own, SessionEnded)] == ["not used for too long"]
        assert await problem_of(_now(at.people, caller)) == "session_ended"


async def _now(people: People, caller: Caller) -> Caller:
    return people.now(caller)


async def test_what_a_page_asks_by_itself_keeps_nobody_signed_in(own: Own) -> None:
    async with dealing(own) as at:
        session = await at.people.sign_in("ada", ADA_PIN, HERE)
        for _ in range(3):
            at.clock.us += 10 * MINUTE_US
            await at.people.caller(session.token, HERE, used=False)
        at.clock.us += MINUTE_US
        assert await problem_of(at.people.caller(session.token, HERE)) in ("session_expired", "session_ended")


async def test_orders_over_a_socket_are_use_and_a_display_is_never_idle(own: Own) -> None:
    async with dealing(own) as at:
        token = await at.people.add_display(OFFICE, "t7-sign", "7")
        caller = (await at.people.sign_in("dana", DANA_PIN, HERE)).caller
        for _ in range(4):
            at.clock.us += 20 * MINUTE_US
            at.people.used(at.people.now(caller))
        assert (await at.people.caller(token, HERE)).name == "t7-sign"


async def test_a_dealer_in_a_round_is_not_sent_away(own: Own) -> None:
    async with dealing(own, "dana") as at:
        dana = await at.people.sign_in("dana", DANA_PIN, HERE)
        ada = await at.people.sign_in("ada", ADA_PIN, HERE)
        at.clock.us += 120 * MINUTE_US
        await until(lambda: len(at.house.sessions) == 1, "the end of the other")
        assert (await at.people.caller(dana.token, HERE)).name == "dana"
        assert await problem_of(at.people.caller(ada.token, HERE)) == "session_ended"


async def heard(at: At, session: str, used_us: int) -> None:
    """Wait until this server has heard that the session was used then."""
    await until(lambda: at.people._idle._heard_us.get(session) == used_us, "what the other server has seen")


async def test_a_session_that_is_used_at_another_server_is_used_here(own: Own) -> None:
    """A screen that comes from there after hours goes on, and nobody is put out when that server goes away."""
    async with dealing(own) as one, dealing(own, clock=one.clock) as other:
        session = await one.people.sign_in("dana", DANA_PIN, HERE)
        passage = await one.people.passage(session.caller)
        for _ in range(4):
            one.clock.us += 20 * MINUTE_US
            await one.people.caller(session.token, HERE)
            await heard(other, session.caller.session, one.clock.us)
        assert other.people.now(session.caller).name == "dana"
        assert (await other.people.carried(passage, HERE)).caller == session.caller
        one.clock.us += 31 * MINUTE_US
        for at in (one, other):
            assert await problem_of(_now(at.people, session.caller)) in ("session_expired", "session_ended")
        await until(lambda: not one.house.sessions and not other.house.sessions, "the end, at both")
        assert len(await told(own, SessionEnded)) == 1


async def test_a_server_that_is_left_alone_ends_no_session_that_was_used_elsewhere(own: Own) -> None:
    async with dealing(own) as other:
        async with dealing(own, clock=other.clock) as one:
            session = await one.people.sign_in("dana", DANA_PIN, HERE)
            for _ in range(4):
                one.clock.us += 20 * MINUTE_US
                await one.people.caller(session.token, HERE)
                await heard(other, session.caller.session, one.clock.us)
        looked = other.people._heard_s
        await until(lambda: other.people._heard_s > looked, "that it looks again")
        assert (await other.people.caller(session.token, HERE)).name == "dana"
        assert await told(own, SessionEnded) == []


async def test_a_dealer_in_a_round_at_another_server_is_not_sent_away(own: Own) -> None:
    async with dealing(own, "dana") as one, dealing(own, clock=one.clock) as other:
        dana = await one.people.sign_in("dana", DANA_PIN, HERE)
        ada = await one.people.sign_in("ada", ADA_PIN, HERE)
        for _ in range(4):
            one.clock.us += 20 * MINUTE_US
            await heard(other, dana.caller.session, one.clock.us)
        await until(lambda: len(other.house.sessions) == 1, "the end of the other")
        assert other.people.now(dana.caller).name == "dana"
        assert await problem_of(_now(other.people, ada.caller)) == "session_ended"


async def test_a_server_that_starts_counts_from_when_a_session_was_used(own: Own) -> None:
    async with dealing(own) as at:
        clock, session = at.clock, await at.people.sign_in("dana", DANA_PIN, HERE)
        await at.people.caller(session.token, HERE)
        used_us = clock.us
        async with dealing(own, clock=clock) as other:
            await heard(other, session.caller.session, used_us)
    clock.us += 29 * MINUTE_US
    async with dealing(own, clock=clock) as at:
        await heard(at, session.caller.session, used_us)
        assert (await at.people.caller(session.token, HERE, used=False)).name == "dana"
        clock.us += 2 * MINUTE_US
        assert await problem_of(at.people.caller(session.token, HERE)) in ("session_expired", "session_ended")


async def test_a_locked_session_takes_nothing_until_its_person_gives_the_pin(own: Own) -> None:
    async with dealing(own) as at:
        session = await at.people.sign_in("dana", DANA_PIN, HERE)
        await at.people.lock(session.caller)
        await at.people.lock(session.caller)
        assert [each.person for each in await told(own, SessionLocked)] == ["dana"]
        caller = await at.people.caller(session.token, HERE)
        assert await problem_of(_checked(at.people, caller)) == "session_locked"
        assert await problem_of(at.people.prove(caller, ADA_PIN)) == "wrong_credentials"
        assert await problem_of(_checked(at.people, caller)) == "session_locked"
        await at.people.prove(caller, DANA_PIN)
        at.people.used(caller)
        assert len(await told(own, SessionUnlocked)) == 1


async def _checked(people: People, caller: Caller) -> None:
    people.used(caller)


async def test_a_supervisor_signs_out_dealers_and_nobody_who_watches(own: Own) -> None:
    """An insider who is about to do something would begin by sending away who could see it."""
    async with dealing(own) as at:
        sue = AddPerson("sue", "Sue", ("supervisor",))
        both = AddPerson("ben", "Ben", ("supervisor", "administrator"))
        auditor = AddPerson("ali", "Ali", ("auditor",))
        for person, pin in ((sue, "519382"), (both, "640193"), (auditor, "758204"), (SIRI, "863915")):
            await at.people.add(OFFICE, person, pin)
        by = (await at.people.sign_in("sue", "519382", HERE)).caller
        watching = (("ada", ADA_PIN), ("ben", "640193"), ("ali", "758204"), ("siri", "863915"))
        for name, pin in watching:
            session = (await at.people.sign_in(name, pin, HERE)).caller.session
            assert await problem_of(at.people.end_session(by, session, "x")) == "not_allowed", name
            assert session in {each.id for each in at.house.sessions}
        dana = (await at.people.sign_in("dana", DANA_PIN, HERE)).caller.session
        await at.people.end_session(by, dana, "x")
        ada = (await at.people.sign_in("ada", ADA_PIN, HERE)).caller
        ben = next(each.id for each in at.house.sessions if each.person == "ben")
        await at.people.end_session(ada, ben, "x")
        assert not {dana, ben} & {each.id for each in at.house.sessions}
