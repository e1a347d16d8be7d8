"""Two servers on one database: who is signed in at one is at the other, and who is put out is out everywhere."""

import asyncio
import time

import pytest

from app.house.subjects.people.commands import ChangePerson
from app.house.subjects.sessions.pin_attempts import FORGOTTEN_US, MOST_FAILURES
from app.people.authentication import STRAYS
from app.people.caller import Caller
from app.people.pins import Pins
from app.people.slots import TRIES, TRIES_WITHIN_US
from app.problems.problem import Problem
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from tests.devices.waiting import until
from tests.people.houses import DANA_PIN, HERE, OFFICE, WRONG_PIN, At, problem_of, server, staffed
from tests.store.waiting import when

Own = tuple[Database, Settings]
WITHIN_S = 1.0


def is_out(at: At, caller: Caller) -> bool:
    try:
        at.people.now(caller)
    except Problem:
        return True
    return False


async def test_who_signed_in_at_one_is_known_at_the_other_at_once(own: Own) -> None:
    async with staffed(own) as one, server(own) as other:
        done = await one.people.sign_in("dana", DANA_PIN, HERE)
        assert await other.people.caller(done.token, HERE) == done.caller


async def test_a_session_goes_on_at_the_other_once_and_from_the_same_machine(own: Own) -> None:
    async with staffed(own) as one, server(own) as other:
        done = await one.people.sign_in("dana", DANA_PIN, HERE)
        passage = await one.people.passage(done.caller)
        assert await problem_of(one.people.caller(passage, HERE)) == "not_signed_in", "it is no token"
        assert await problem_of(other.people.carried(passage, "198.51.100.7")) == "bad_passage"
        carried = await other.people.carried(passage, HERE)
        assert carried.token != done.token
        assert (carried.caller, carried.expires_us) == (done.caller, done.expires_us)
        assert await one.people.caller(carried.token, HERE) == await other.people.caller(done.token, HERE)
        for at in (one, other):
            assert await problem_of(at.people.carried(passage, HERE)) == "bad_passage", "it was shown already"


async def test_a_whole_house_goes_on_at_another_server_at_once(own: Own) -> None:
    """More sessions than one address has tries, with passages of which the other server has not heard yet."""
    async with staffed(own) as one, server(own) as other:
        done = await one.people.sign_in("dana", DANA_PIN, HERE)
        passages = [await one.people.passage(done.caller) for _ in range(STRAYS + 3)]
        carried = await asyncio.gather(*[other.people.carried(each, HERE) for each in passages])
        assert {each.caller.session for each in carried} == {done.caller.session}


async def test_nobody_keeps_a_session_from_going_on_by_guessing_the_pin(own: Own) -> None:
    """While nobody may sign in under a name, whoever is signed in under it goes on, there as here."""
    async with staffed(own) as one, server(own) as other:
        done = await one.people.sign_in("dana", DANA_PIN, HERE)
        passage = await one.people.passage(done.caller)
        for place in range(MOST_FAILURES):
            assert await problem_of(one.people.sign_in("dana", WRONG_PIN, f"10.0.1.{place}")) == "wrong_credentials"
        assert await problem_of(one.people.sign_in("dana", DANA_PIN, "10.0.1.99")) == "locked_out"
        assert (await other.people.carried(passage, HERE)).caller == done.caller


async def test_whoever_signs_out_at_one_is_out_at_the_other_and_so_is_the_passage(own: Own) -> None:
    async with staffed(own) as one, server(own) as other:
        done = await one.people.sign_in("dana", DANA_PIN, HERE)
        passages = [await one.people.passage(done.caller) for _ in range(2)]
        carried = await other.people.carried(passages[0], HERE)
        await one.people.sign_out(done.caller)
        await until(lambda: is_out(other, carried.caller), "that he is out there too")
        assert await problem_of(other.people.caller(carried.token, HERE)) == "session_ended"
        assert await problem_of(other.people.carried(passages[1], HERE)) == "bad_passage"


@pytest.mark.parametrize("what", ["suspend", "set_pin", "end_session"])
async def test_who_is_put_out_at_one_is_out_at_the_other_within_a_second(own: Own, what: str) -> None:
    async with staffed(own) as one, server(own) as other:
        done, told = await one.people.sign_in("dana", DANA_PIN, HERE), list[float]()
        caller = await other.people.caller(done.token, HERE)
        other.people.on_change(lambda: told.append(time.monotonic()))
        await {
            "suspend": lambda: one.people.suspend(OFFICE, "dana", "left"),
            "set_pin": lambda: one.people.set_pin(OFFICE, "dana", "620974"),
            "end_session": lambda: one.people.end_session(OFFICE, caller.session, "left"),
        }[what]()
        since_s = time.monotonic()
        assert is_out(one, done.caller), "here at once"
        await until(lambda: is_out(other, caller), "that he is out there too")
        assert told[-1] - since_s < WITHIN_S
        assert await problem_of(other.people.caller(done.token, HERE)) in ("session_ended", "suspended")


async def test_a_pin_that_was_set_at_one_is_good_at_the_other_at_once(own: Own) -> None:
    async with staffed(own) as one, server(own) as other:
        await one.people.set_pin(OFFICE, "dana", "620974")
        await other.people.sign_in("dana", "620974", HERE)


async def test_a_change_of_roles_is_seen_at_the_other(own: Own) -> None:
    async with staffed(own) as one, server(own) as other:
        done = await one.people.sign_in("dana", DANA_PIN, HERE)
        caller = await other.people.caller(done.token, HERE)
        await one.people.change(OFFICE, ChangePerson("dana", "Dana", ("auditor",)))
        await until(lambda: other.people.now(caller).roles == {"auditor"}, "the other role")


class Counting(HouseLog):
    """A log of the house that counts for whom it was looked at: who follows it does so from a task of his own."""

    looks = 0

    async def moved(self, version: int) -> bool:
        task = asyncio.current_task()
        self.looks += task is not None and task.get_name() != "house"
        return await super().moved(version)


async def test_made_up_tokens_do_not_make_the_log_be_looked_at_for_ever(own: Own) -> None:
    """However many there are, they share a look; whoever comes later waits for another one."""
    async with server(own, log_type=Counting) as at:
        assert isinstance(at.log, Counting)
        for _ in range(2):
            at.log.looks = 0
            codes = await asyncio.gather(*[problem_of(at.people.caller(f"made up {n}", HERE)) for n in range(200)])
            assert set(codes) == {"not_signed_in"} and at.log.looks == 1


async def test_guesses_at_two_servers_at_once_are_no_more_guesses(own: Own, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes its place before the PIN is looked at, by name or by badge."""
    looked_at: list[str | None] = []
    fits = Pins.fits

    async def counting(pins: Pins, hash_: str | None, pin: str) -> bool:
        looked_at.append(hash_)
        return await fits(pins, hash_, pin)

    monkeypatch.setattr(Pins, "fits", counting)
    async with staffed(own) as one, server(own) as other:
        tries = [
            problem_of(at.people.sign_in(who, WRONG_PIN, f"203.0.113.{n}"))
            for n in range(MOST_FAILURES)
            for at, who in ((one, "dana"), (other, "dana"), (one, "4711"), (other, "4711"))
        ]
        codes = await asyncio.gather(*tries)
        assert len([each for each in looked_at if each is not None]) == MOST_FAILURES
        assert set(codes) == {"wrong_credentials"}, "nobody outside learns which of them were looked at"
        assert await problem_of(other.people.sign_in("dana", DANA_PIN, "203.0.113.99")) == "locked_out"


@pytest.mark.parametrize("where", [HERE, "203.0.113.9"])
async def test_a_place_has_so_many_tries_at_all_servers_together(own: Own, where: str) -> None:
    async with staffed(own) as one, server(own, one.clock) as other:
        await one.people.sign_in("dana", DANA_PIN, HERE)
        codes = []
        for n in range(TRIES):
            tries = [problem_of(at.people.sign_in(f"x{n}", WRONG_PIN, where)) for at in (one, other)]
            codes += await asyncio.gather(*tries)
        assert sorted(codes) == ["too_many_tries"] * TRIES + ["wrong_credentials"] * TRIES
        one.clock.us += TRIES_WITHIN_US
        await other.people.sign_in("dana", DANA_PIN, where)


async def test_who_is_let_in_at_one_begins_anew_at_the_other(own: Own) -> None:
    async with staffed(own) as one, server(own, one.clock) as other:
        for at in (one, other):
            for _ in range(2):
                assert await problem_of(at.people.sign_in("dana", WRONG_PIN, HERE)) == "wrong_credentials"
            await at.people.sign_in("dana", DANA_PIN, HERE)
        codes = [await problem_of(at.people.sign_in("dana", WRONG_PIN, HERE)) for at in (one, other) * 3]
        assert codes == ["wrong_credentials"] * MOST_FAILURES + ["locked_out"]
        await other.people.readmit(OFFICE, "dana")
        await one.people.sign_in("dana", DANA_PIN, HERE)


async def test_a_right_pin_of_which_the_database_was_not_told_is_no_wrong_one(own: Own) -> None:
    """It is told before the next try: a database that does not answer keeps nobody waiting longer than it is away."""

    async def away(*_: object) -> None:
        raise TimeoutError("the database does not answer")

    async with staffed(own) as at:
        await at.people.sign_in("dana", DANA_PIN, HERE)
        for _ in range(MOST_FAILURES - 1):
            assert await problem_of(at.people.sign_in("dana", WRONG_PIN, HERE)) == "wrong_credentials"
        told_again = pytest.MonkeyPatch()
        told_again.setattr("app.people.slots.right", away)
        await at.people.sign_in("dana", DANA_PIN, HERE)
        told_again.undo()
        assert await problem_of(at.people.sign_in("dana", WRONG_PIN, HERE)) == "wrong_credentials"
        await at.people.sign_in("dana", DANA_PIN, HERE)


async def test_what_was_tried_long_ago_is_not_kept(own: Own) -> None:
    """Of a place after two minutes, of a person after a day."""

    async def of_dana_only() -> bool:
        return await _kept(own[0]) == ["dana"]

    async def nothing() -> bool:
        return await _kept(own[0]) == []

    async with staffed(own) as at:
        await problem_of(at.people.sign_in("dana", WRONG_PIN, HERE))
        assert set(await _kept(own[0])) == {"", "dana"}
        at.clock.us += 2 * TRIES_WITHIN_US + 1
        await when(of_dana_only)
        at.clock.us += FORGOTTEN_US
        await when(nothing)


async def _kept(database: Database) -> list[str]:
    async with database.connection("app") as connection:
        return [row["who"] for row in await connection.fetch("SELECT who FROM tries")]
