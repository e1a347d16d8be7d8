"""Signing in, and what becomes of a session, with a real database."""

import asyncio
from uuid import uuid4

import pytest

from app.game.core.records import replace
from app.house.subjects.people import commands as c
from app.house.subjects.people.events import Refusal
from app.house.subjects.sessions import events as e
from app.house.subjects.sessions.pin_attempts import MOST_FAILURES, WAITS_US
from app.people.authentication import MOST_UNLOCKED, SESSION_US, SignedIn
from app.people.slots import TRIES, TRIES_WITHIN_US
from app.people.tokens import hash_of
from app.problems.problem import Problem
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.surveillance.verifying import verify
from tests.people.houses import (
    ADA_PIN,
    DANA,
    DANA_PIN,
    HERE,
    OFFICE,
    SIRI,
    WRONG_PIN,
    happened,
    problem_of,
    server,
    staffed,
)  # fmt: skip

Own = tuple[Database, Settings]


@pytest.mark.parametrize("who", ["dana", "Dana", "4711"])
async def test_by_name_or_badge(who: str, own: Own) -> None:
    async with staffed(own) as at:
        done = await at.people.sign_in(who, DANA_PIN, HERE)
        assert done.expires_us == at.clock.us + SESSION_US
        assert (done.caller.name, done.caller.roles, done.caller.where) == ("dana", frozenset({"dealer"}), HERE)
        assert await at.people.caller(done.token, HERE) == done.caller == at.people.now(done.caller)
        elsewhere = await at.people.caller(done.token, "10.0.0.8")
        assert elsewhere == done.caller._replace(where="10.0.0.8")
    signed_in = [event for event in await happened(own[0]) if isinstance(event, e.SignedIn)]
    assert [each.session.token_hash for each in signed_in] == [hash_of(done.token)]
    assert {each.what for each in (await verify(*own)).found} <= {"signed heads", "signature"}, "nobody signs here"


async def test_signing_out_ends_this_session_only(own: Own) -> None:
    async with staffed(own) as at:
        one, other = [await at.people.sign_in("dana", DANA_PIN, HERE) for _ in range(2)]
        await at.people.sign_out(one.caller)
        await at.people.sign_out(one.caller)
        assert await problem_of(at.people.caller(one.token, HERE)) == "session_ended"
        with pytest.raises(Problem, match="session is over"):
            at.people.now(one.caller)
        assert await at.people.caller(other.token, HERE) == other.caller


async def test_a_session_runs_out(own: Own) -> None:
    async with staffed(own) as at:
        done = await at.people.sign_in("dana", DANA_PIN, HERE)
        at.clock.us += SESSION_US - 1
        assert at.people.now(done.caller) == done.caller
        at.clock.us += 1
        assert await problem_of(at.people.caller(done.token, HERE)) == "session_expired"
        with pytest.raises(Problem, match="as long as it may"):
            at.people.now(done.caller)
        await at.people.sign_in("ada", ADA_PIN, HERE)
        assert len(at.house.sessions) == 1, "what has run out is dropped"
        assert await problem_of(at.people.caller(done.token, HERE)) == "session_expired"


async def test_nobody_has_this_token(own: Own) -> None:
    async with staffed(own) as at:
        for token in ("", "x", "\0", "\ud800", hash_of("x"), "x" * 10_000):
            assert await problem_of(at.people.caller(token, HERE)) == "not_signed_in"
        done = await at.people.sign_in("dana", DANA_PIN, HERE)
        assert await problem_of(at.people.caller(hash_of(done.token), HERE)) == "not_signed_in"


async def test_wrong_pins_and_names_that_nobody_has_are_told_alike(own: Own) -> None:
    """The same words, the same number of tries, the same lock; and the log grows by as much."""
    async with staffed(own) as at:
        told: dict[str, list[tuple[str, str]]] = {"dana": [], "nobody-here": []}
        for who, words in told.items():
            at.clock.us += TRIES_WITHIN_US
            for _ in range(MOST_FAILURES + 1):
                with pytest.raises(Problem) as caught:
                    await at.people.sign_in(who, WRONG_PIN, HERE)
                words.append((caught.value.code, str(caught.value)))
    assert told["dana"] == told["nobody-here"]
    assert [each[0] for each in told["dana"]] == ["wrong_credentials"] * MOST_FAILURES + ["locked_out"]
    events = await happened(own[0])
    assert len([each for each in events if isinstance(each, e.SignInRefused) and each.name == "dana"]) == MOST_FAILURES
    strangers = [each for each in events if isinstance(each, Refusal) and each.why == "no such name or badge"]
    assert len(strangers) == MOST_FAILURES
    assert not any("nobody-here" in repr(event) for event in events), "it may be a PIN"


LOCKED_US = WAITS_US[0]


@pytest.mark.parametrize("pauses_us", [(LOCKED_US,) * 4, (LOCKED_US // 2, 0, 0, LOCKED_US // 2)])
async def test_a_name_that_nobody_has_is_locked_when_and_for_as_long_as_another(
    pauses_us: tuple[int, ...], own: Own
) -> None:
    """However the tries are spread over time; a lock lasts from the last of them."""
    async with staffed(own) as at:
        told: dict[str, list[str]] = {"dana": [], "nobody-here": []}
        for who, codes in told.items():
            for pause_us in (*pauses_us, 0, LOCKED_US - 1, 1):
                codes.append(await problem_of(at.people.sign_in(who, WRONG_PIN, HERE)))
                at.clock.us += pause_us
            codes.append(await problem_of(at.people.sign_in(who, WRONG_PIN, HERE)))
            at.clock.us += WAITS_US[1] - 1
            codes.append(await problem_of(at.people.sign_in(who, WRONG_PIN, HERE)))
            at.clock.us += TRIES_WITHIN_US
    wrong, locked = "wrong_credentials", "locked_out"
    assert told["dana"] == told["nobody-here"] == [wrong] * MOST_FAILURES + [locked, locked, wrong, locked]


async def test_the_right_pin_does_not_open_what_is_locked_until_it_is_over(own: Own) -> None:
    async with staffed(own) as at:
        for _ in range(MOST_FAILURES):
            assert await problem_of(at.people.sign_in("dana", WRONG_PIN, HERE)) == "wrong_credentials"
        assert await problem_of(at.people.sign_in("dana", DANA_PIN, HERE)) == "locked_out"
        assert await problem_of(at.people.for_one_act("dana", DANA_PIN, "act", HERE)) == "locked_out"
        at.clock.us += LOCKED_US
        await at.people.sign_in("dana", DANA_PIN, HERE)
    locked = [event for event in await happened(own[0]) if isinstance(event, e.PersonLocked)]
    assert [each.name for each in locked] == ["dana"]


async def test_a_supervisor_who_guesses_does_not_unlock_again_and_again(own: Own) -> None:
    """Four guesses and an unlocking would go on for ever, with no wait and no alarm."""
    async with staffed(own) as at:
        supervisor = OFFICE._replace(name="sam", roles=frozenset({"supervisor"}))

        async def guessed() -> None:
            for _ in range(MOST_FAILURES - 1):
                at.clock.us += 60_000_000
                assert await problem_of(at.people.sign_in("dana", WRONG_PIN, HERE)) == "wrong_credentials"

        for _ in range(MOST_UNLOCKED):
            await guessed()
            await at.people.readmit(supervisor, "dana")
        await guessed()
        assert await problem_of(at.people.readmit(supervisor, "dana")) == "not_allowed"
        await at.people.readmit(OFFICE, "dana")
        await guessed()
        assert await problem_of(at.people.readmit(supervisor, "dana")) == "not_allowed"
        await at.people.sign_in("dana", DANA_PIN, HERE)
        await guessed()
        await at.people.readmit(supervisor, "dana")


async def test_a_supervisor_unlocks_but_does_not_take_back_a_suspension(own: Own) -> None:
    async with staffed(own) as at:
        supervisor = OFFICE._replace(name="sam", roles=frozenset({"supervisor"}))
        for _ in range(MOST_FAILURES):
            await problem_of(at.people.sign_in("dana", WRONG_PIN, HERE))
        await at.people.readmit(supervisor, "dana")
        await at.people.sign_in("dana", DANA_PIN, HERE)
        await at.people.suspend(OFFICE, "dana", "left")
        assert await problem_of(at.people.readmit(supervisor, "dana")) == "not_allowed"
        assert await problem_of(at.people.sign_in("dana", DANA_PIN, HERE)) == "suspended"
        await at.people.readmit(OFFICE, "dana")
        await at.people.sign_in("dana", DANA_PIN, HERE)


async def test_many_tries_at_once_are_no_more_tries(own: Own) -> None:
    """From as many places; all but those that come before the lock find it."""
    async with staffed(own) as at:
        tries = [problem_of(at.people.sign_in("dana", WRONG_PIN, f"10.0.1.{each}")) for each in range(16)]
        codes = await asyncio.gather(*tries)
    assert MOST_FAILURES <= codes.count("wrong_credentials") <= MOST_FAILURES + 1
    assert codes.count("wrong_credentials") + codes.count("locked_out") == len(codes)


async def test_who_is_let_in_uses_up_nobodys_tries(own: Own) -> None:
    """A whole house may come from one address."""
    async with staffed(own) as at:
        for _ in range(TRIES + 2):
            await at.people.sign_in("ada", ADA_PIN, HERE)
            await at.people.for_one_act("ada", ADA_PIN, "act", HERE)
        for each in range(TRIES):
            assert await problem_of(at.people.sign_in(f"stranger-{each}", WRONG_PIN, HERE)) == "wrong_credentials"
        assert await problem_of(at.people.sign_in("ada", ADA_PIN, HERE)) == "too_many_tries"


async def test_tries_from_one_place_are_throttled(own: Own) -> None:
    async with staffed(own) as at:
        for each in range(TRIES):
            await problem_of(at.people.sign_in(f"stranger-{each}", WRONG_PIN, HERE))
        for _ in range(3):
            assert await problem_of(at.people.sign_in("ada", ADA_PIN, HERE)) == "too_many_tries"
        assert await problem_of(at.people.for_one_act("ada", ADA_PIN, "act", HERE)) == "too_many_tries"
        await at.people.sign_in("ada", ADA_PIN, "10.0.0.8")
        at.clock.us += TRIES_WITHIN_US
        await at.people.sign_in("ada", ADA_PIN, HERE)
    throttled = [each for each in await happened(own[0]) if isinstance(each, Refusal) and "too_many" in each.why]
    assert [(each.action, each.where, each.times) for each in throttled] == [
        ("sign_in", HERE, 1), ("act", HERE, 1), ("sign_in", HERE, 2)
    ]  # fmt: skip


async def test_a_licence_that_has_run_out(own: Own) -> None:
    async with staffed(own) as at:
        today = own[1].gaming_day(at.clock.us).isoformat()
        dana = c.ChangePerson("dana", "Dana", ("dealer",), "4711", "L-9", today)
        await at.people.change(OFFICE, dana)
        await at.people.sign_in("dana", DANA_PIN, HERE)
        await at.people.change(OFFICE, replace(dana, licensed_through="2001-01-01"))
        assert await problem_of(at.people.sign_in("dana", DANA_PIN, HERE)) == "licence_expired"
        assert await problem_of(at.people.sign_in("dana", WRONG_PIN, HERE)) == "wrong_credentials"
    refused = [each for each in await happened(own[0]) if isinstance(each, e.SignInRefused)]
    assert [(each.why, each.counts) for each in refused] == [("licence_expired", False), ("wrong PIN: sign_in", True)]


async def test_for_one_act(own: Own) -> None:
    async with staffed(own) as at:
        signer = await at.people.for_one_act("4711", DANA_PIN, "command.SignRemedy", HERE)
        assert (signer.name, signer.roles, signer.session, signer.where) == ("dana", frozenset({"dealer"}), "", HERE)
        assert at.house.sessions == () and at.people.now(signer) == signer
        await at.people.suspend(OFFICE, "dana", "left")
        with pytest.raises(Problem, match="suspended"):
            at.people.now(signer)
        assert await problem_of(at.people.for_one_act("dana", WRONG_PIN, "act", HERE)) == "wrong_credentials"
    acts = [event for event in await happened(own[0]) if isinstance(event, e.SignedForAct)]
    assert acts == [e.SignedForAct("dana", "command.SignRemedy", HERE, at.clock.us, "elsewhere")]


async def test_an_account_without_a_pin_lets_nobody_in(own: Own) -> None:
    async with staffed(own) as at:
        await at.people.add(OFFICE, SIRI)
        for pin in ("", "nobody", WRONG_PIN):
            assert await problem_of(at.people.sign_in("siri", pin, HERE)) == "wrong_credentials"
        for name in ("nobody-here", "a\0b"):
            assert await problem_of(at.people.set_pin(OFFICE, name, "620974")) == "not_found"
        await at.people.set_pin(OFFICE, "siri", "620974")
        assert (await at.people.sign_in("siri", "620974", HERE)).caller.sees_face_down


async def test_a_new_pin_is_the_only_one_and_ends_the_sessions(own: Own) -> None:
    async with staffed(own) as at:
        done: SignedIn = await at.people.sign_in("dana", DANA_PIN, HERE)
        await at.people.set_pin(OFFICE, "dana", "620974")
        assert await problem_of(at.people.caller(done.token, HERE)) == "session_ended"
        assert await problem_of(at.people.sign_in("dana", DANA_PIN, HERE)) == "wrong_credentials"
        await at.people.sign_in("dana", "620974", HERE)


async def test_ones_own_pin_is_changed_with_the_present_one(own: Own) -> None:
    async with staffed(own) as at:
        here, there = [await at.people.sign_in("dana", DANA_PIN, HERE) for _ in range(2)]
        await at.people.set_own_pin(here.caller, DANA_PIN, "620974")
        assert await at.people.caller(here.token, HERE) == here.caller
        assert await problem_of(at.people.caller(there.token, HERE)) == "session_ended"
        assert await problem_of(at.people.sign_in("dana", DANA_PIN, HERE)) == "wrong_credentials"
        await at.people.sign_in("dana", "620974", HERE)
        assert await problem_of(at.people.set_own_pin(here.caller, "620974", "123456")) == "weak_pin"
        assert await problem_of(at.people.set_own_pin(here.caller, "620974", "4711")) == "weak_pin"
        await at.people.sign_in("dana", "620974", HERE)
    async with own[0].connection("reader") as connection:
        rows = await connection.fetch("SELECT actor FROM events WHERE stream = 'house' AND type = 'PinWasSet'")
    assert [row["actor"] for row in rows][-1] == f"person:dana at {HERE}"
    acts = [event.act for event in await happened(own[0]) if isinstance(event, e.SignedForAct)]
    assert set(acts) == {"sessions.own_pin"}
    assert {each.what for each in (await verify(*own)).found} <= {"signed heads", "signature"}, "nobody signs here"


async def test_a_wrong_present_pin_counts_as_it_does_when_signing_in(own: Own) -> None:
    async with staffed(own) as at:
        caller = (await at.people.sign_in("dana", DANA_PIN, HERE)).caller
        told = [await problem_of(at.people.set_own_pin(caller, WRONG_PIN, "620974")) for _ in range(MOST_FAILURES)]
        assert told == ["wrong_credentials"] * MOST_FAILURES
        assert await problem_of(at.people.set_own_pin(caller, DANA_PIN, "620974")) == "locked_out"
        await at.people.sign_in("dana", DANA_PIN, HERE)  # whoever has that screen guesses at that screen only
        assert at.people.now(caller) == caller, "the session goes on"
        at.clock.us += LOCKED_US
        codes = [await problem_of(at.people.set_own_pin(caller, WRONG_PIN, "620974")) for _ in range(TRIES + 1)]
        assert codes[-1] == "too_many_tries"


async def test_who_was_put_out_while_his_pin_was_looked_at_changes_nothing(own: Own) -> None:
    async with staffed(own) as at:
        caller = (await at.people.sign_in("dana", DANA_PIN, HERE)).caller
        await at.people.sign_out(caller)
        assert await problem_of(at.people.set_own_pin(caller, DANA_PIN, "620974")) == "session_ended"
        await at.people.sign_in("dana", DANA_PIN, HERE)


async def test_two_pins_at_once_leave_one_that_is_good(own: Own) -> None:
    async with staffed(own) as at:
        pins = ["620974", "837105", "294618"]
        await asyncio.gather(*[at.people.set_pin(OFFICE, "dana", pin) for pin in pins])
        kept = await at.people._pins.kept("dana", at.house.people[1].pin_seal)
        good = [pin for pin in pins if await at.people._pins.fits(kept, pin)]
        assert len(good) == 1
        await at.people.sign_in("dana", good[0], HERE)


async def test_a_hash_that_was_put_into_the_table_past_the_log_lets_nobody_in(own: Own) -> None:
    async with staffed(own) as at:
        async with own[0].connection("app") as connection:
            await connection.execute("UPDATE pins SET hash = (SELECT hash FROM pins WHERE person = 'dana')")
        assert await problem_of(at.people.sign_in("ada", DANA_PIN, HERE)) == "wrong_credentials"
        await at.people.sign_in("dana", DANA_PIN, HERE)


async def test_a_change_of_roles_is_seen_at_once_and_leaves_the_session(own: Own) -> None:
    async with staffed(own) as at:
        done, told = await at.people.sign_in("dana", DANA_PIN, HERE), list[int]()
        at.people.on_change(lambda: told.append(1))
        await at.people.change(OFFICE, c.ChangePerson("dana", "Dana", ("auditor",), "4711"))
        assert told and at.people.now(done.caller).roles == {"auditor"}
        assert (await at.people.caller(done.token, HERE)).roles == {"auditor"}


async def test_who_did_what_from_where(own: Own) -> None:
    async with staffed(own) as at:
        await at.people.sign_in("ada", ADA_PIN, HERE)
        await at.people.end_session(OFFICE, at.house.sessions[0].id, "left the terminal")
    async with own[0].connection("reader") as connection:
        rows = await connection.fetch("SELECT type, actor FROM events WHERE stream = 'house' ORDER BY version")
    by = "person:office at 10.0.0.1"
    assert [tuple(row) for row in rows] == [
        ("PersonAdded", by), ("PinWasSet", by), ("PersonAdded", by), ("PinWasSet", by),
        ("SignedIn", "person:ada"), ("SessionEnded", by),
    ]  # fmt: skip


async def test_asked_again_with_the_same_id_it_is_done_once(own: Own) -> None:
    async with staffed(own) as at:
        id_ = uuid4()
        person = replace(DANA, name="erin", badge=None)
        for _ in range(2):
            assert (await at.people.add(OFFICE, person, "620974", id_)).name == "erin"
        assert await problem_of(at.people.add(OFFICE, person, "620974")) == "taken"
        await at.people.sign_in("erin", "620974", HERE)


async def test_who_does_not_wait_for_the_answer_is_counted_all_the_same(own: Own) -> None:
    async with staffed(own) as at:
        for _ in range(MOST_FAILURES):
            trying = asyncio.create_task(at.people.sign_in("dana", WRONG_PIN, HERE))
            await asyncio.sleep(0)
            trying.cancel()
            with pytest.raises(asyncio.CancelledError):
                await trying
        assert await problem_of(at.people.sign_in("dana", DANA_PIN, HERE)) == "locked_out"


class Away(HouseLog):
    """A log of the house that cannot be written for a while."""

    away = False

    async def ask(self, *arguments: object) -> object:  # type: ignore[override]
        if self.away:
            raise OSError("the database is away")
        return await super().ask(*arguments)  # type: ignore[arg-type]


async def test_while_the_log_cannot_be_written_nobody_signs_in_and_nobody_guesses(own: Own) -> None:
    async with server(own, log_type=Away) as at:
        assert isinstance(at.log, Away)
        await at.people.add(OFFICE, DANA, DANA_PIN)
        at.log.away = True
        for pin in (DANA_PIN, WRONG_PIN):
            assert await problem_of(at.people.sign_in("dana", pin, HERE)) == "database_away"
        assert await problem_of(at.people.set_pin(OFFICE, "dana", "620974")) == "database_away"
        at.log.away = False
        assert await problem_of(at.people.sign_in("dana", "620974", HERE)) == "wrong_credentials"
        await at.people.sign_in("dana", DANA_PIN, HERE)
