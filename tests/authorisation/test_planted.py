"""The matrix finds what it is there to find: each of these tests plants an error in the running server."""

import pytest
from fastapi import Request
from fastapi.routing import _IncludedRouter

from app.api import guard
from app.people.policy import POLICY
from tests.authorisation import house as waiting
from tests.authorisation.cells import command, command_refusal, judged, judged_routes
from tests.authorisation.ending import ENDS, ends_with
from tests.authorisation.house import House
from tests.authorisation.written import ENDED


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What will not be in the log of the house is not waited for long."""
    monkeypatch.setattr(waiting, "PATIENCE_S", 2.0)


def found(house: House, who: str) -> list[str]:
    """What the matrix finds of the calls that this person may not make."""
    somebody = house.staff[who]
    return house.run(judged(house, somebody, [each for each in judged_routes(somebody) if each[1] is not None]))


def test_a_row_that_allows_too_much(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POLICY, "people.list", {**POLICY["people.list"], "auditor": "yes"})
    assert any([" may not people.list: " in each for each in found(house, "auditor")])


def test_a_row_that_allows_too_little(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POLICY, "command.Hit", {"supervisor": "yes"})
    who = house.staff["dealer on duty here"]
    wrong = house.run(judged(house, who, [(command("Hit", who), command_refusal("Hit", who))]))
    assert any([" may command.Hit: " in each for each in wrong])


def test_a_row_that_is_not_for_the_own_table_alone(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POLICY, "tables.one", {**POLICY["tables.one"], "sign": "yes"})
    monkeypatch.setitem(POLICY, "feed.table.dealer", {**POLICY["feed.table.dealer"], "sign": "yes"})
    assert any([" may not tables.one: " in each for each in found(house, "sign at another table")])


def test_a_route_without_its_guard(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def open_to_all(request: Request) -> guard.Asking:
        server = request.app.state.server
        return guard.Asking(server, request.app.state.reads, await guard._caller(request, server), "alarms.list")

    routers = [each for each in house.app.routes if isinstance(each, _IncludedRouter)]
    (route,) = [each for router in routers for each in router.effective_route_contexts() if each.name == "alarms.list"]
    assert route.dependant is not None
    (asked,) = [each for each in route.dependant.dependencies if each.call is guard.allowed]
    monkeypatch.setattr(asked, "call", open_to_all)
    assert any([" may not alarms.list: " in each for each in found(house, "dealer on duty here")])


def test_a_refusal_that_nobody_notes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.server.people, "refused", lambda *_: None)
    assert any([each.startswith("not in the log of the house") for each in found(house, "auditor")])


def test_a_socket_that_is_not_looked_at_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.server.feeds, "_look_again", lambda _: None)

    async def run() -> list[str]:
        who = await house.newcomer("supervisor")
        return await ends_with(house, who, ENDS["signed out"], ENDED.close)

    assert any([" still looks at feed.floor: None" in each for each in house.run(run())])
