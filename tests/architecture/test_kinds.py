"""What is true of each kind of command and event is what it was before the kinds were gathered in one registry."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture.kinds_in_force import Facts, in_order, of_commands, of_events

# Written once from the tables as they stood in the first edition; what is added since is added here.
FIRST = json.loads((Path(__file__).parent / "kinds.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("part", "now"), [("events", of_events), ("commands", of_commands)], ids=["events", "commands"]
)
def test_every_kind_is_as_it_was(part: str, now: Callable[[], dict[str, Facts]]) -> None:
    assert now() == FIRST[part]


def test_the_order_of_what_people_may_send_is_as_it_was() -> None:
    assert in_order() == FIRST["order"]
