"""What a house asked is decided, written, read, folded and told as the first edition did it, to the byte."""

import gzip
import json
from pathlib import Path
from typing import Any

from app.house.decide import decide
from app.house.refusal import Refused
from app.house.refusal_in_words import in_words
from app.house.state import House
from app.store.codec import decode_record, encode
from tests.architecture.house_kinds_in_force import of_commands, of_events
from tests.recorded.make_house import after, told

FIRST_EDITION = Path(__file__).parent / "house_first_edition.jsonl.gz"
STEPS = [json.loads(line) for line in gzip.decompress(FIRST_EDITION.read_bytes()).splitlines()]


def test_every_kind_is_recorded() -> None:
    assert {_name(step["command"]) for step in STEPS if step["command"]} >= set(of_commands())
    assert {_name(event) for step in STEPS for event in step["events"]} >= set(of_events())


def test_the_house_of_the_first_edition_is_what_it_was() -> None:
    house = House()
    for step in STEPS:
        answer = tuple([_as_written(text) for text in step["events"]])
        if step["command"] is not None:
            decided = decide(house, _as_written(step["command"]))
            worded = in_words(decided) if isinstance(decided, Refused) else decided
            assert worded == (answer if step["refused"] is None else _as_written(step["refused"])), step["command"]
            assert isinstance(decided, Refused) or [encode(each) for each in decided] == step["events"]
        house = after(house, answer)
        found = told(house, answer)
        assert found == {name: step[name] for name in found}, step["command"]


def _name(text: str) -> str:
    return str(json.loads(text)["type"])


def _as_written(text: str) -> Any:
    value = decode_record(text)
    assert encode(value) == text
    return value
