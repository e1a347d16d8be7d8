"""The setting that only the demo sets: where its hands are."""

import asyncio
from typing import Any

import pytest

from app.api.bounds import MOST_BYTES
from app.serving.demo_hands import DemoHands
from app.settings import BadSetting, read_settings

NAME = "TABLEKEEPER_DEMO_HANDS"


def test_nothing_sets_it_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    assert read_settings().demo_hands is None


def test_it_is_a_port_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "http://127.0.0.1:9000")
    assert read_settings().demo_hands == "http://127.0.0.1:9000"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "http://shoe.example:9000",
        "http://127.0.0.1:9000/x",
        "yes",
        "http://10.0.0.1:1",
        "http://127.0.0.1:99999",
        "http://127.0.0.1:0",
    ],
)
def test_it_is_nothing_else(monkeypatch: pytest.MonkeyPatch, elsewhere: str) -> None:
    monkeypatch.setenv(NAME, elsewhere)
    with pytest.raises(BadSetting, match="only the demo sets this"):
        read_settings()


def test_a_body_without_an_end_is_not_read_into_memory() -> None:
    """Nobody need have signed in to send one."""
    scope = {"type": "http", "method": "POST", "path": "/demo/hands/7", "query_string": b"", "headers": []}
    sent: list[Any] = []
    read = 0

    async def receive() -> dict[str, Any]:
        nonlocal read
        read += 1_000
        assert read < 2 * MOST_BYTES, "it is read on and on"
        return {"type": "http.request", "body": bytes(1_000), "more_body": True}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(DemoHands("http://127.0.0.1:9")(scope, receive, send))
    assert sent[0]["status"] == 413
