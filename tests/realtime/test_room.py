"""So many sockets look: of all, of a session, of a sign, of a place."""

from contextlib import AsyncExitStack

import pytest

from app.people.caller import Caller
from app.problems.problem import Problem
from app.realtime.room import MOST_OF_A_SIGN, Room
from app.settings import Settings
from app.store.database import Database
from tests.realtime.here import ANYBODY, Here, Screen, opened, serving
from tests.realtime.test_entrance import code_of


def person(session: str, where: str = "10.0.0.7") -> Caller:
    return Caller("dana", frozenset({"dealer"}), session, where)


def taken(room: Room, caller: Caller) -> str:
    try:
        room.take(caller)
    except Problem as problem:
        return problem.code
    return ""


def test_a_session_a_sign_and_a_place_have_so_many() -> None:
    room = Room(6)
    sign = Caller("t7-sign", frozenset({"sign"}), "of the sign", "10.0.1.1", "7")
    assert [taken(room, sign) for _ in range(MOST_OF_A_SIGN + 1)] == [""] * MOST_OF_A_SIGN + ["busy"]
    assert [taken(room, person("s1", f"10.0.2.{each}")) for each in range(7)] == [""] * 6 + ["busy"]
    assert [taken(room, person(f"of {each}", f"2001:db8::{each}")) for each in range(7)] == [""] * 6 + ["busy"]
    assert [taken(room, person(f"here {each}", "127.0.0.1")) for each in range(7)] == [""] * 7


def test_what_is_given_back_is_room_again() -> None:
    room = Room(1)
    give_back = room.take(person("s1"))
    assert taken(room, person("s1")) == "busy"
    give_back()
    assert taken(room, person("s1")) == ""


def test_all_together_have_so_many() -> None:
    room = Room(100)
    room.most = 2
    gives_back = [room.take(person(f"s{each}")) for each in range(2)]
    with pytest.raises(Problem, match="2 sockets look already"):
        room.check()
    gives_back[0]()
    room.check()


async def test_the_token_of_a_sign_opens_a_few_sockets(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        await here.ready(number)
        token = await here.people.add_display(ANYBODY, f"sign-{number}", number)
        await _a_few(here, here.url(number, "sign"), token)


async def _a_few(here: Here, url: str, token: str) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(MOST_OF_A_SIGN):
            screen = Screen(await stack.enter_async_context(opened(url, token)), "sign")
            await screen.first("hello")
        assert (await code_of(url, token))[0] == 4410
    await here.until(lambda: not here.feeds.room._sessions, "for all to have left")
    async with opened(url, token) as connection:
        await Screen(connection, "sign").first("hello")
