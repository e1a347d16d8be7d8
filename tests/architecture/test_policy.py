"""The policy is whole: every command, feed and route has its row, and no row is about nothing."""

from collections.abc import Iterator
from typing import Any, get_args

from app.api.application import routes
from app.api.guard import allowed
from app.house.roles import CallerRole
from app.people.caller import Caller
from app.people.policy import POLICY, grant_of
from app.realtime.audience import AUDIENCES
from app.serving.front import METRICS
from app.terminal.order_parsing import SAID

# Who asks these need not have said who he is.
OPEN = {"sessions.sign_in", "sessions.carried", "codes.redeem", "setup.first", "server.openapi"}


def guards(dependant: Any) -> Iterator[Any]:
    """What is asked before the route."""
    yield dependant.call
    for each in dependant.dependencies:
        yield from guards(each)


def test_every_command_that_people_may_send_has_a_row() -> None:
    assert {name for name in POLICY if name.startswith("command.")} == {f"command.{each.__name__}" for each in SAID}


def test_every_feed_has_a_row() -> None:
    feeds = {f"feed.table.{audience}" for audience in AUDIENCES} | {"feed.floor"}
    assert {name for name in POLICY if name.startswith("feed.")} == feeds


def test_every_route_has_a_row_or_is_open() -> None:
    guarded = {route.name for route in routes() if allowed in guards(route.dependant)}
    assert {route.name for route in routes()} - guarded == OPEN
    others = {name for name in POLICY if not name.startswith(("command.", "feed."))}
    assert others - {METRICS} == guarded


def test_only_a_dealer_and_a_sign_have_something_of_their_own() -> None:
    for action, row in POLICY.items():
        assert row, action
        assert set(row) <= set(get_args(get_args(CallerRole)[0])) | {"sign"}, action
        assert {role for role, grant in row.items() if grant == "own"} <= {"dealer", "sign"}, action


def test_surveillance_and_a_sign_command_nothing() -> None:
    for action in POLICY:
        if action.startswith("command."):
            assert grant_of({"surveillance", "sign"}, action) is None, action


def test_a_caller_with_several_roles_may_what_any_of_them_may() -> None:
    assert grant_of({"dealer", "supervisor"}, "command.Hit") == "yes"
    assert grant_of({"dealer", "auditor"}, "command.Hit") == "own"
    assert grant_of(Caller("nobody", frozenset(), "", "here").roles, "command.Hit") is None
