"""The tables of docs/security.md are about what the server has, and about nothing else."""

from app.api.application import SUBJECTS, routes
from app.people.policy import POLICY
from app.terminal.order_parsing import SAID as TAKEN
from tests.authorisation.cells import CALLS, METRICS, OPEN, SAID
from tests.authorisation.house import House
from tests.authorisation.written import ACTIONS, COMMANDS, FEEDS, ROLES


def test_every_command_that_the_server_takes_has_its_row_and_no_row_is_about_none() -> None:
    assert sorted(COMMANDS) == sorted([each.__name__ for each in TAKEN]) == sorted(SAID)


def test_every_route_and_feed_has_its_row_and_no_row_is_about_none() -> None:
    written = {name for name in ACTIONS if name not in FEEDS}
    assert written ^ (set(CALLS) - set(OPEN)) == {METRICS}
    assert set(CALLS) == {route.name for route in routes()}


def test_the_application_has_nothing_besides_those_routes_and_the_two_sockets(house: House) -> None:
    routers = [each.original_router for each in house.app.routes if hasattr(each, "original_router")]
    assert routers == [subject.router for subject in SUBJECTS]
    others = {each.path for each in house.app.routes if hasattr(each, "path")}
    assert others == {"/ws/v1/tables/{number}", "/ws/v1/floor"}
    assert len(house.app.routes) == len(routers) + len(others)


def test_the_policy_is_what_is_written() -> None:
    written = {**{f"command.{name}": row for name, row in COMMANDS.items()}, **ACTIONS}
    policy = {action: dict.fromkeys(ROLES, "-") | dict(row) for action, row in POLICY.items()}
    assert {name: row for name, row in policy.items() if written.get(name) != row} == {}
    assert set(written) == set(policy)
