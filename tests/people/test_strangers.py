"""Whoever guesses PINs makes strangers wait, and nobody of the house; and somebody of the house is told."""

import asyncio
from functools import partial

import pytest

from app.house.places import place_of
from app.house.state import person_of
from app.house.subjects.sessions import events as e
from app.house.subjects.sessions.pin_attempts import ELSEWHERE, MOST_FAILURES, WAITS_US
from app.people import door
from app.people.authentication import PASSAGES
from app.people.door import ROOM
from app.people.fresh_look import FreshLook
from app.people.pins import Pins
from app.people.slots import TRIES, TRIES_ELSEWHERE, TRIES_WITHIN_US, Slots
from app.people.turns import Turns
from app.problems.problem import Problem
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from tests.devices.waiting import until
from tests.people.houses import ADA_PIN, DANA_PIN, HERE, OFFICE, WRONG_PIN, At, happened, problem_of, server, staffed

Own = tuple[Database, Settings]
OUTSIDE = "203.0.113.9"


async def guess(at: At, who: str = "dana", places: int = 4 * MOST_FAILURES) -> list[str]:
    """Somebody outside tries this name, from as many places as it takes."""
    return [await problem_of(at.people.sign_in(who, WRONG_PIN, f"203.0.113.{each}")) for each in range(places)]


async def test_who_guesses_outside_keeps_nobody_of_the_house_out(own: Own) -> None:
    async with staffed(own) as at:
        caller = (await at.people.sign_in("dana", DANA_PIN, HERE)).caller
        assert "locked_out" in await guess(at)
        assert await problem_of(at.people.sign_in("dana", DANA_PIN, OUTSIDE)) == "locked_out"
        await at.people.sign_in("dana", DANA_PIN, HERE)
        await at.people.prove(caller, DANA_PIN)
        assert (await at.people.for_one_act("4711", DANA_PIN, "act", HERE, caller)).name == "dana"
        await at.people.set_own_pin(caller, DANA_PIN, "371846")
    locked = [each for each in await happened(own[0]) if isinstance(each, e.PersonLocked)]
    assert [(each.name, each.lane) for each in locked] == [("dana", ELSEWHERE)]


async def test_one_session_cannot_fill_the_log_with_passages(own: Own) -> None:
    async with staffed(own) as at:
        caller = (await at.people.sign_in("dana", DANA_PIN, HERE)).caller
        for _ in range(PASSAGES):
            await at.people.passage(caller)
        assert await problem_of(at.people.passage(caller)) == "too_many_tries"
        other = (await at.people.sign_in("ada", ADA_PIN, HERE)).caller
        assert await at.people.passage(other)
    given = [each for each in await happened(own[0]) if isinstance(each, e.PassageGiven)]
    assert len(given) == PASSAGES + 1


async def test_a_passage_that_the_database_was_away_for_is_not_counted(
    own: Own, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object) -> None:
        raise ConnectionResetError

    async with staffed(own) as at:
        caller = (await at.people.sign_in("dana", DANA_PIN, HERE)).caller
        with monkeypatch.context() as away:
            away.setattr(HouseLog, "ask", lost)
            for _ in range(PASSAGES + 1):
                assert await problem_of(at.people.passage(caller)) == "database_away"
        assert await at.people.passage(caller)


async def test_who_signs_in_over_and_over_has_to_wait_and_nobody_else(
    own: Own, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time is an event, and takes the turn of others at the same place."""
    monkeypatch.setattr(door, "SIGN_INS", 3)
    async with staffed(own) as at:
        for who in ("dana", "4711", "DANA"):
            await at.people.sign_in(who, DANA_PIN, HERE)
        version = (await at.log.read()).version
        for _ in range(20):
            assert await problem_of(at.people.sign_in("dana", DANA_PIN, HERE)) == "too_many_tries"
        assert (await at.log.read()).version <= version + 1, "told once"
        await at.people.sign_in("ada", ADA_PIN, HERE)
        at.clock.us += 60_000_000
        await at.people.sign_in("dana", DANA_PIN, HERE)


@pytest.mark.parametrize("lost_at", ["moved", "kept", "take"])
async def test_who_comes_back_until_the_database_does_has_not_tried_in_vain(
    own: Own, monkeypatch: pytest.MonkeyPatch, lost_at: str
) -> None:
    """Before the PIN was looked at nothing was tried: neither a place of the house nor one outside has to wait."""

    async def lost(*_: object) -> bool:
        raise ConnectionResetError

    async with staffed(own) as at:
        with monkeypatch.context() as away:
            away.setattr({"moved": HouseLog, "kept": Pins, "take": Slots}[lost_at], lost_at, lost)
            for _ in range(TRIES + 5):
                assert await problem_of(at.people.sign_in("dana", DANA_PIN, HERE)) == "database_away"
            for each in range(TRIES_ELSEWHERE + 5):
                outside = f"203.0.113.{each % 250}"
                assert await problem_of(at.people.sign_in("dana", WRONG_PIN, outside)) == "database_away"
        await at.people.sign_in("dana", DANA_PIN, HERE)
        await at.people.sign_in("dana", DANA_PIN, OUTSIDE)
    assert not [each for each in await happened(own[0]) if isinstance(each, e.PersonLocked)]


async def test_who_locks_and_unlocks_without_end_has_to_wait_and_nobody_else(
    own: Own, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "ACTS", 3)
    async with staffed(own) as at:
        dana = (await at.people.sign_in("dana", DANA_PIN, HERE)).caller
        ada = (await at.people.sign_in("ada", ADA_PIN, HERE)).caller
        for _ in range(3):
            await at.people.lock(dana)
            await at.people.prove(dana, DANA_PIN)
        assert await problem_of(at.people.prove(dana, DANA_PIN)) == "too_many_tries"
        await at.people.prove(ada, ADA_PIN)
        await at.people.sign_in("dana", DANA_PIN, HERE)
        at.clock.us += TRIES_WITHIN_US
        await at.people.prove(dana, DANA_PIN)


async def test_who_guesses_at_the_same_address_does_not_keep_a_live_session_from_signing(own: Own) -> None:
    """As behind one router: neither the address's tries nor what was counted there is the session's."""
    async with staffed(own) as at:
        caller = (await at.people.sign_in("dana", DANA_PIN, HERE)).caller
        passage = await at.people.passage(caller)
        for each in range(TRIES + 3):
            await problem_of(at.people.sign_in("dana" if each < MOST_FAILURES else f"x{each}", WRONG_PIN, HERE))
            await problem_of(at.people.carried(f"made up {each}", HERE))
        assert await problem_of(at.people.sign_in("dana", DANA_PIN, HERE)) == "too_many_tries"
        await at.people.prove(caller, DANA_PIN)
        await at.people.for_one_act("ada", ADA_PIN, "act", HERE, caller)
        assert (await at.people.carried(passage, HERE)).caller.session == caller.session


async def test_whoever_has_others_sign_guesses_in_his_own_name_whatever_his_sessions(own: Own) -> None:
    async with staffed(own) as at:
        codes = []
        for _ in range(MOST_FAILURES + 1):
            caller = (await at.people.sign_in("dana", DANA_PIN, HERE)).caller
            codes.append(await problem_of(at.people.for_one_act("ada", WRONG_PIN, "act", HERE, caller)))
        assert codes == ["wrong_credentials"] * MOST_FAILURES + ["locked_out"]
        ada = (await at.people.sign_in("ada", ADA_PIN, HERE)).caller
        await at.people.prove(ada, ADA_PIN)
        await at.people.prove(caller, DANA_PIN)
        other = (await at.people.sign_in("ada", ADA_PIN, "10.0.0.8")).caller
        assert (await at.people.for_one_act("dana", DANA_PIN, "act", HERE, other)).name == "dana"
    locked = [each for each in await happened(own[0]) if isinstance(each, e.PersonLocked)]
    assert [(each.name, each.lane) for each in locked] == [("ada", "by dana")]


async def test_a_screen_at_which_somebody_guesses_waits_alone(own: Own) -> None:
    async with staffed(own) as at:
        one, other = [(await at.people.sign_in("dana", DANA_PIN, HERE)).caller for _ in range(2)]
        for _ in range(MOST_FAILURES):
            assert await problem_of(at.people.prove(one, WRONG_PIN)) == "wrong_credentials"
        assert await problem_of(at.people.prove(one, DANA_PIN)) == "locked_out"
        await at.people.prove(other, DANA_PIN)
        at.clock.us += WAITS_US[0]
        await at.people.prove(one, DANA_PIN)


@pytest.mark.parametrize("who", ["dana", "4711", "nobody-here"])
async def test_one_network_of_ipv6_is_one_place(who: str, own: Own) -> None:
    async with staffed(own) as at:
        codes = []
        for each in range(TRIES + 1):
            where = f"2001:db8:0:1:{each:x}::{each:x}"
            codes.append(await problem_of(at.people.sign_in(f"{who}" if each < 4 else f"x{each}", WRONG_PIN, where)))
        assert codes == ["wrong_credentials"] * TRIES + ["too_many_tries"]
        assert await problem_of(at.people.sign_in("ada", WRONG_PIN, "2001:db8:0:2::1")) == "wrong_credentials"


@pytest.mark.parametrize(
    ("where", "place"),
    [
        ("10.0.0.7", "10.0.0.7"), ("::ffff:10.0.0.7", "10.0.0.7"), ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:0:0:ffff::", "2001:db8::/64"), ("fe80::1%eth0", "fe80::/64"), ("this machine", "this machine"),
        ("", ""), ("::1", "::/64"),
    ],
)  # fmt: skip
def test_places(where: str, place: str) -> None:
    assert place_of(where) == place


async def test_all_who_are_outside_have_so_many_tries_together(own: Own) -> None:
    async with staffed(own) as at:
        await at.people.sign_in("dana", DANA_PIN, HERE)
        at.people._door._elsewhere._most = 20
        codes = [await problem_of(at.people.sign_in(f"x{n}", WRONG_PIN, f"203.0.113.{n}")) for n in range(22)]
        assert codes == ["wrong_credentials"] * 20 + ["too_many_tries"] * 2
        await at.people.sign_in("dana", DANA_PIN, HERE)
        at.clock.us += TRIES_WITHIN_US
        await at.people.sign_in("ada", ADA_PIN, OUTSIDE)
    assert TRIES_ELSEWHERE > TRIES


async def test_somebody_of_the_house_is_told_once_and_no_name_that_was_typed_stands_there(own: Own) -> None:
    async with staffed(own) as at:
        await guess(at, "482913")
        await until(lambda: bool(at.house.alarms), "the alarm")
        await guess(at, "dana")
        await until(lambda: bool(not at.keeping.waiting), "the notes")
        (alarm,) = at.house.alarms
        assert (alarm.kind, alarm.table, alarm.about) == ("guessing", "", "")
        assert "guess" in alarm.words and "203.0.113." in alarm.words and "482913" not in alarm.words


async def test_a_few_guesses_at_each_of_many_places_are_told_of(own: Own) -> None:
    """Whoever has an account can make any address a place of the house, at which nobody has tried yet."""
    async with staffed(own) as at:
        for place in range(3):
            where = f"10.0.9.{place}"
            await at.people.sign_in("dana", DANA_PIN, where)
            assert not at.house.alarms
            for _ in range(MOST_FAILURES - 1):
                assert await problem_of(at.people.sign_in("ada", WRONG_PIN, where)) == "wrong_credentials"
        await until(lambda: bool(at.house.alarms), "the alarm")
        (alarm,) = at.house.alarms
        assert "of ada" in alarm.words and "10.0.9.2" in alarm.words


async def test_name_badge_and_what_nobody_has_are_counted_and_answered_alike(own: Own) -> None:
    """Tries with the name do not count with the badge, or the two would be known to be one; the person is held back all
    the same, which nobody can tell from a wrong PIN."""
    async with staffed(own) as at:
        told: dict[str, list[str]] = {}
        for who in ("dana", "4711", "nobody-here"):
            told[who] = await guess(at, who, MOST_FAILURES - 1)
        assert {tuple(each) for each in told.values()} == {("wrong_credentials",) * (MOST_FAILURES - 1)}
        dana = person_of(at.house, "dana")
        assert dana is not None and dana.locked_until_us > at.clock.us
        assert await problem_of(at.people.sign_in("4711", WRONG_PIN, OUTSIDE)) == "wrong_credentials"


async def test_a_start_of_the_server_tells_no_stranger_which_names_there_are(own: Own) -> None:
    """What lasts is counted for people only; while that holds somebody back, no PIN is the right one."""
    async with staffed(own) as at:
        clock = at.clock
        await guess(at), await guess(at, "nobody-here")
    async with server(own, clock) as at:
        for who, pin in (("dana", DANA_PIN), ("dana", WRONG_PIN), ("4711", DANA_PIN), ("nobody-here", WRONG_PIN)):
            assert await problem_of(at.people.sign_in(who, pin, OUTSIDE)) == "wrong_credentials"
        clock.us += WAITS_US[-1]
        await at.people.sign_in("dana", DANA_PIN, OUTSIDE)


async def test_two_servers_tell_no_stranger_which_names_there_are(own: Own) -> None:
    async with staffed(own) as one, server(own) as other:
        for who in ("dana", "4711", "nobody-here"):
            assert "locked_out" in await guess(one, who)
        told = [[await problem_of(other.people.sign_in(who, DANA_PIN, f"198.51.100.{place}"))
                 for place in range(MOST_FAILURES + 1)] for who in ("dana", "4711", "nobody-here")]  # fmt: skip
        assert told == [["wrong_credentials"] * MOST_FAILURES + ["locked_out"]] * 3


async def test_a_supervisor_unlocks_here_too(own: Own) -> None:
    async with staffed(own) as at:
        await guess(at)
        await at.people.readmit(OFFICE, "dana")
        await at.people.sign_in("dana", DANA_PIN, OUTSIDE)


async def test_a_token_of_another_server_is_found_however_many_are_made_up(own: Own) -> None:
    async with staffed(own) as one, server(own) as other:
        made_up = [asyncio.create_task(problem_of(other.people.caller(f"made up {n}", OUTSIDE))) for n in range(200)]
        done = await one.people.sign_in("dana", DANA_PIN, HERE)
        assert (await other.people.caller(done.token, HERE)).name == "dana"
        assert set(await asyncio.gather(*made_up)) == {"not_signed_in"}


async def test_while_strangers_queue_up_a_session_is_looked_at_at_once(own: Own) -> None:
    """Each side has a queue and a thread of its own."""
    async with staffed(own) as at:
        caller = (await at.people.sign_in("dana", DANA_PIN, HERE)).caller
        strangers = [
            asyncio.create_task(problem_of(at.people.sign_in("x", WRONG_PIN, f"203.0.113.{n}"))) for n in range(40)
        ]
        await at.people.prove(caller, DANA_PIN)
        await at.people.sign_in("ada", ADA_PIN, HERE)
        assert not all([each.done() for each in strangers])
        await asyncio.gather(*strangers)


# --- turns


async def test_turns_go_round_by_place() -> None:
    turns, done, gate = Turns(8, 64), list[str](), asyncio.Event()

    async def work(name: str) -> None:
        await gate.wait()
        done.append(name)

    def come(place: str, name: str) -> asyncio.Task[None]:
        return asyncio.create_task(turns.take(place, lambda: work(name)))

    tasks = [come("a", "a1"), come("a", "a2"), come("a", "a3"), come("b", "b1"), come("c", "c1"), come("a", "a4")]
    await until(lambda: bool(turns.waiting == 5), "those who wait")
    gate.set()
    await asyncio.gather(*tasks)
    assert done == ["a1", "a2", "b1", "c1", "a3", "a4"] and turns.waiting == 0
    assert await turns.take("a", lambda: asyncio.sleep(0, "again")) == "again"


async def test_a_place_with_few_takes_the_room_of_one_with_many() -> None:
    turns, gate = Turns(4, 4), asyncio.Event()

    async def come(place: str) -> str:
        try:
            await turns.take(place, gate.wait)
        except Problem as problem:
            return problem.code
        return place

    crowd = [asyncio.create_task(come("crowd")) for _ in range(5)]
    await until(lambda: bool(turns.waiting == 4), "the crowd")
    assert await come("crowd") == "busy"
    one = asyncio.create_task(come("one"))
    await until(lambda: bool(any([each.done() for each in crowd])), "that one has left")
    assert [each.result() for each in crowd if each.done()] == ["busy"]
    gate.set()
    assert await one == "one"
    assert sorted(await asyncio.gather(*crowd)) == ["busy", "crowd", "crowd", "crowd", "crowd"]


async def test_whoever_goes_before_the_turn_has_come_holds_nobody_up() -> None:
    turns, gate, waiting = Turns(4, 8), asyncio.Event(), list[asyncio.Task[object]]()

    async def first() -> None:
        await turns.take("a", gate.wait)
        waiting[0].cancel()  # its turn has come in this very moment

    going = asyncio.create_task(first())
    await asyncio.sleep(0)
    waiting += [asyncio.create_task(turns.take("a", gate.wait)) for _ in range(3)]
    await until(lambda: turns.waiting == 3, "all of them")
    waiting[1].cancel()
    gate.set()
    await going
    assert await waiting[2] is True
    for gone in waiting[:2]:
        with pytest.raises(asyncio.CancelledError):
            await gone


async def test_so_many_at_a_time_and_no_more() -> None:
    turns, gate, most = Turns(8, 64, at_once=2), asyncio.Event(), list[int]()
    at_work = set[int]()

    async def work(each: int) -> None:
        at_work.add(each)
        most.append(len(at_work))
        await gate.wait()
        await asyncio.sleep(0)
        at_work.remove(each)

    tasks = [asyncio.create_task(turns.take("a", partial(work, each))) for each in range(8)]
    await until(lambda: turns.waiting == 6, "those who wait")
    for task in tasks[2:4]:
        task.cancel()
    gate.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert max(most) == 2 and len(most) == 6 and turns.waiting == 0


async def test_whoever_lost_the_room_and_goes_had_no_turn_to_pass_on() -> None:
    turns, gate, most, at_work = Turns(4, 4), asyncio.Event(), list[int](), list[int]()

    async def work() -> None:
        at_work.append(1)
        most.append(len(at_work))
        await gate.wait()
        at_work.pop()

    crowd = [asyncio.create_task(turns.take("crowd", work)) for _ in range(5)]
    await until(lambda: turns.waiting == 4, "the crowd")
    one = asyncio.create_task(turns.take("one", work))
    await asyncio.sleep(0)  # it has taken the room of the last of the crowd
    crowd[-1].cancel()
    gate.set()
    await asyncio.gather(one, *crowd, return_exceptions=True)
    assert max(most) == 1 and len(most) == 5


async def test_work_that_fails_passes_the_turn_on() -> None:
    turns = Turns(4, 8)

    async def fails() -> None:
        raise OSError("away")

    for _ in range(2):
        with pytest.raises(OSError, match="away"):
            await turns.take("a", fails)
    assert await turns.take("a", lambda: asyncio.sleep(0, 1)) == 1


async def test_a_look_is_shared_by_those_who_come_before_it() -> None:
    looks, gate = list[int](), asyncio.Event()

    async def look() -> None:
        looks.append(1)
        await gate.wait()

    fresh = FreshLook(look, 0)
    first = [asyncio.create_task(fresh()) for _ in range(5)]
    await until(lambda: bool(looks), "the first look")
    late = [asyncio.create_task(fresh()) for _ in range(5)]
    gate.set()
    await asyncio.gather(*first, *late)
    assert len(looks) == 2, "who came while one was under way needs another one"


def test_each_side_has_room() -> None:
    assert set(ROOM) == {"sessions", "known", "elsewhere"}
