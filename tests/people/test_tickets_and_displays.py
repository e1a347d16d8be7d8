"""Tickets open one socket; a display looks until it is taken away."""

import pytest

from app.people.caller import Caller
from app.people.tickets import GOOD_US, MOST, MOST_OF_ONE, Tickets
from app.problems.problem import Problem
from app.settings import Settings
from app.store.database import Database
from tests.people.houses import DANA_PIN, HERE, OFFICE, problem_of, server, staffed

Own = tuple[Database, Settings]


def caller(session: str, name: str = "dana") -> Caller:
    return Caller(name, frozenset({"dealer"}), session, HERE)


def test_a_ticket_is_good_once() -> None:
    tickets = Tickets()
    given = tickets.give(caller("s1"), 0)
    assert tickets.take(given, GOOD_US - 1) == caller("s1")
    for wrong in (given, "", "made up"):
        with pytest.raises(Problem, match="not known, was used"):
            tickets.take(wrong, 1)


def test_a_ticket_is_good_for_half_a_minute() -> None:
    tickets = Tickets()
    given = tickets.give(caller("s1"), 0)
    with pytest.raises(Problem, match="older than 30 seconds"):
        tickets.take(given, GOOD_US)


def test_a_ticket_is_good_no_longer_when_the_clock_is_put_back() -> None:
    tickets = Tickets()
    given = [tickets.give(caller("s", f"d{each}"), GOOD_US) for each in range(MOST)]
    with pytest.raises(Problem, match="older than 30 seconds"):
        tickets.take(given[0], GOOD_US - 1)
    tickets.give(caller("more"), 0)


def test_who_asks_for_too_many_loses_his_own() -> None:
    tickets = Tickets()
    of_another = tickets.give(caller("other", "dirk"), 0)
    mine = [tickets.give(caller("s1"), 0) for _ in range(MOST_OF_ONE + 1)]
    with pytest.raises(Problem):
        tickets.take(mine[0], 1)
    assert tickets.take(mine[1], 1) == caller("s1") and tickets.take(of_another, 1) == caller("other", "dirk")


def test_new_sessions_bring_no_more_tickets() -> None:
    """Else who signs in over and over takes all that there are, and no screen of the house opens a socket."""
    tickets = Tickets()
    mine = [tickets.give(caller(f"s{each}"), 0) for each in range(MOST + 1)]
    with pytest.raises(Problem):
        tickets.take(mine[-1 - MOST_OF_ONE], 1)
    assert tickets.take(mine[-1], 1) == caller(f"s{MOST}")
    tickets.give(caller("other", "dirk"), 0)


def test_there_are_so_many_tickets_and_then_none_until_they_run_out() -> None:
    tickets = Tickets()
    for each in range(MOST):
        tickets.give(caller("s", f"d{each}"), each)
    with pytest.raises(Problem, match="half a minute"):
        tickets.give(caller("more"), MOST)
    tickets.give(caller("more"), GOOD_US)
    assert len(tickets._given) == MOST


async def test_a_ticket_is_worth_what_its_caller_is(own: Own) -> None:
    async with staffed(own) as at:
        done = await at.people.sign_in("dana", DANA_PIN, HERE)
        assert at.people.redeem(at.people.ticket(done.caller)) == done.caller
        ticket = at.people.ticket(done.caller)
        await at.people.sign_out(done.caller)
        for late in (lambda: at.people.redeem(ticket), lambda: at.people.ticket(done.caller)):
            with pytest.raises(Problem, match="session is over"):
                late()


async def test_a_display_looks_until_it_is_taken_away(own: Own) -> None:
    async with server(own) as at:
        token = await at.people.add_display(OFFICE, "t7-sign", "7")
        sign = await at.people.caller(token, HERE)
        assert (sign.name, sign.roles, sign.table, sign.actor) == (
            "t7-sign",
            frozenset({"sign"}),
            "7",
            "display:t7-sign",
        )
        at.clock.us += 10**15
        assert at.people.now(sign) == sign == at.people.redeem(at.people.ticket(sign))
        assert await problem_of(at.people.add_display(OFFICE, "t7-sign", "8")) == "taken"
        await at.people.remove_display(OFFICE, "t7-sign")
        assert await problem_of(at.people.caller(token, HERE)) == "session_ended"
        again = await at.people.add_display(OFFICE, "t7-sign", "8")
        assert again != token and (await at.people.caller(again, HERE)).table == "8"
        with pytest.raises(Problem, match="session is over"):
            at.people.now(sign)
        assert await problem_of(at.people.caller(token, HERE)) == "session_ended"
