"""The OpenAPI document says all there is to know of every call, and is the one that is kept."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from app.api.__main__ import text
from app.api.application import routes
from app.api.document import Document
from app.api.documenting import OPEN_ROUTES
from app.people.policy import POLICY
from app.problems.catalogue import CATALOGUE
from tests.api.document import DOCUMENT, KEPT

ROOT = Path(__file__).parents[2]
CALLS = [
    (f"{method.upper()} {path}", call) for path, calls in DOCUMENT["paths"].items() for method, call in calls.items()
]


def test_the_document_that_is_kept_is_this_one() -> None:
    assert KEPT.read_text("utf-8") == text(), "it is stale: python -m app.api > docs/openapi.json"


async def test_it_is_made_once_and_the_tables_go_on_meanwhile() -> None:
    """Nobody has to sign in for it, and it takes seconds."""
    began, go_on, made = threading.Event(), threading.Event(), []

    def make() -> dict[str, Any]:
        made.append(threading.current_thread())
        began.set()
        assert go_on.wait(10)
        return {"openapi": "3.1.0"}

    document = Document(make)
    asked = [asyncio.create_task(document.text()) for _ in range(3)]
    while not began.is_set():
        await asyncio.sleep(0)
    asked[0].cancel()  # whoever asked first does not wait any more
    go_on.set()
    assert [orjson.loads(await each) for each in asked[1:]] == [{"openapi": "3.1.0"}] * 2
    assert len(made) == 1 and made[0] is not threading.main_thread()


def test_every_route_has_a_name_of_its_own_and_a_row_of_the_policy() -> None:
    names = [route.name for route in routes()]
    assert len(set(names)) == len(names) == len(CALLS)
    assert {name for name in names if name not in POLICY} == set(OPEN_ROUTES)


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[name for name, _ in CALLS])
def test_every_call_says_what_it_does_what_it_takes_and_what_it_answers(name: str, call: dict[str, Any]) -> None:
    assert call["description"]
    assert all([parameter.get("description") for parameter in call.get("parameters", [])]), call["parameters"]
    for status, answer in call["responses"].items():
        assert answer["description"], status
        assert status == "204" or answer["content"], status
    problems = [answer for status, answer in call["responses"].items() if int(status) >= 400]
    assert all([_refers_to(answer, "ProblemBody") for answer in problems])


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[name for name, _ in CALLS])
def test_a_call_names_its_codes_under_the_status_that_the_catalogue_has(name: str, call: dict[str, Any]) -> None:
    for status, answer in call["responses"].items():
        codes = [word[1:-2] for word in answer["description"].split() if word.startswith("`") and word.endswith("`:")]
        assert all([CATALOGUE[code].status == int(status) for code in codes]), codes
        assert codes or int(status) < 400


def test_every_field_is_described_typed_and_no_other_is_taken() -> None:
    for name, schema in DOCUMENT["components"]["schemas"].items():
        assert schema.get("description"), name
        if "properties" in schema:
            assert schema["additionalProperties"] is False, name
        for field, property_ in schema.get("properties", {}).items():
            assert property_.get("description"), f"{name}.{field}"
            assert set(property_) - {"description"}, f"{name}.{field}"


def test_no_schema_has_a_title() -> None:
    assert not [node for node in _nodes(DOCUMENT["components"]) if isinstance(node.get("title"), str)]


def _refers_to(answer: dict[str, Any], name: str) -> bool:
    return bool(answer["content"]["application/json"]["schema"]["$ref"].endswith(f"/{name}"))


def _nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for each in node.values():
            yield from _nodes(each)
    elif isinstance(node, list):
        for each in node:
            yield from _nodes(each)
