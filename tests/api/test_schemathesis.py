"""Requests that nobody thinks of, made from the OpenAPI document, against the running server: none ends in a fault,
and every answer is one that the document has.

`SCHEMA_EXAMPLES` says how many requests each call is asked with; few by default, since every one goes over the wire.
"""

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as examples
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.settings import Settings
from app.store.database import Database
from tests.api.answered import codes_of
from tests.api.document import DOCUMENT
from tests.api.here import serving
from tests.databases import another
from tests.store.live import with_its_own_heads

EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "4"))


def code_conformance(_context: Any, response: Any, case: Any) -> None:
    """The code of the error is one that the document lists for the call."""
    if response.status_code >= 400:
        known = codes_of(case.method.upper(), unquote(urlsplit(response.request.url).path))
        assert response.json()["code"] in known, response.text


CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
    code_conformance,
]  # fmt: skip
# Who signs out can ask nothing more; a verification is a process, and says that it is busy while one runs.
LEFT_OUT = ("sessions.sign_out", "verifications.start")
SCHEMA: Any = schemathesis.openapi.from_dict(DOCUMENT)
CALLS = [found.ok() for found in SCHEMA.get_all_operations()]
TABLE = "schema1"


class Live(NamedTuple):
    """The server in a thread of its own, and the token of somebody who may do everything."""

    url: str
    token: str


@pytest.fixture(scope="module")
def anything(honest: Database, settings: Settings) -> Iterator[Database]:
    """A house of its own: there is no telling what becomes of it."""
    with another(honest, settings, "anything") as made:
        yield made


@pytest.fixture(scope="module")
def live(anything: Database, settings: Settings) -> Iterator[Live]:
    loop, ready, over = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
    found: list[Live] = []

    async def run() -> None:
        async with AsyncExitStack() as stack:
            here = await stack.enter_async_context(serving(anything, with_its_own_heads(anything, settings)))
            dealer, _ = await here.dealt(TABLE)
            await dealer.play_round(TABLE)
            roles: Any = ("dealer", "supervisor", "surveillance", "administrator", "auditor")
            everybody = await here.person(*roles, sees_face_down=True)
            found.append(Live(here.url, everybody.token))
            ready.set()
            await over.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(run()))
    thread.start()
    assert ready.wait(60)
    yield found[0]
    loop.call_soon_threadsafe(over.set)
    thread.join(60)
    loop.close()


@pytest.mark.parametrize(
    "call", [call for call in CALLS if call.definition.raw["operationId"] not in LEFT_OUT], ids=lambda call: call.label
)
def test_whatever_is_asked_is_answered_as_the_document_says(live: Live, call: Any) -> None:
    @examples(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=call.as_strategy())
    def asked(case: Any) -> None:
        headers = {"Authorization": f"Bearer {live.token}"}
        if case.path_parameters and "number" in case.path_parameters:
            case.path_parameters["number"] = TABLE
        case.call_and_validate(base_url=live.url, headers=headers, checks=CHECKS, timeout=30)

    asked()
