"""What is true of each kind of command and event of the house is what it was before there was one registry of them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture.house_kinds_in_force import Facts, of_commands, of_events

# Written once from the tables as they stood in the first edition; what is added since is added here.
FIRST = json.loads((Path(__file__).parent / "house_kinds.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("part", "now"), [("events", of_events), ("commands", of_commands)], ids=["events", "commands"]
)
def test_every_kind_is_as_it_was(part: str, now: Callable[[], dict[str, Facts]]) -> None:
    assert now() == FIRST[part]
