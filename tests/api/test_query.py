"""What stands behind the question mark: what a call does not know is refused by its name."""

from typing import Any

import pytest

from app.api.application import PREFIX, described, routes
from app.api.query import parameters_of
from app.settings import Settings
from app.store.database import Database
from tests.api.here import PIN, serving


def fields(problem: dict[str, Any]) -> list[str]:
    """Which fields the problem names."""
    return [each["at"] for each in problem["details"]["fields"]]


async def test_a_parameter_that_the_call_does_not_know_is_named(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        supervisor = await here.person("supervisor")
        for path, names in (
            ("/reports/rounds?first_day=2026-01-01&until=2026-01-02", ["query.first_day"]),
            ("/rounds?alarms=1", ["query.alarms"]),
            ("/tables?limit=1&limit=2&after=", ["query.limit", "query.after"]),
            ("/server?", []),
        ):
            answer = (await supervisor.ask("GET", path)).json()
            assert (fields(answer) if names else []) == names, path
            assert answer.get("code", "bad_request") == "bad_request"
        problem = await supervisor.refused("GET", f"/tables?{'x' * 500}=1&%ED%A0%80=2&pin={PIN}")
        assert len(problem["message"]) < 200 and PIN not in str(problem)


async def test_every_call_refuses_it(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        roles: Any = ("dealer", "supervisor", "surveillance", "administrator", "auditor")
        everybody = await here.person(*roles)
        for route in routes():
            path = route.path
            for name in route.param_convertors:
                path = path.replace(f"{{{name}}}", "1")
            for method in route.methods or ():
                problem = await everybody.refused(method, f"{path}?no_such_parameter=1", json={})
                assert (problem["code"], fields(problem)) == ("bad_request", ["query.no_such_parameter"]), route.name


def test_a_call_knows_the_parameters_that_the_document_names() -> None:
    """Were one declared otherwise than with `Query`, the call would refuse what it takes."""
    paths = described().openapi()["paths"]
    known, named = dict[str, list[str]](), dict[str, list[str]]()
    for route in routes():
        for method in route.methods or ():
            call = paths[PREFIX + route.path][method.lower()]
            named[route.name] = [each["name"] for each in call.get("parameters", ()) if each["in"] == "query"]
            known[route.name] = list(parameters_of(route.endpoint))
    assert any(named.values())
    assert known == named


async def test_who_may_not_ask_at_all_is_told_that(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        nobody, dealer = await here.nobody(), await here.person("dealer")
        assert (await nobody.get("/tables?x=1")).json()["code"] == "not_signed_in"
        assert (await dealer.refused("GET", "/people?x=1"))["code"] == "not_allowed"


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/rounds?first_day=2026-01-01&last_day=2026-03-01", ["query.first_day", "query.last_day"]),
        ("/reports/rounds?since=2026-01-01&until=2026-03-01", ["query.since", "query.until"]),
        ("/reports/rounds?by=day&by=day", ["query.by"]),
    ],
)
async def test_what_is_too_much_is_named_too(
    database: Database, settings: Settings, path: str, names: list[str]
) -> None:
    async with serving(database, settings) as here:
        supervisor = await here.person("supervisor")
        assert fields(await supervisor.refused("GET", path)) == names
