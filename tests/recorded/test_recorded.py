"""The log of the first edition is read, written and folded as that edition did it, to the byte and the cent."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from app.store.codec import decode_record, encode
from tests.recorded.make import digests

FIRST_EDITION = Path(__file__).parent / "first_edition.jsonl.gz"
ROUNDS = [json.loads(line) for line in gzip.decompress(FIRST_EDITION.read_bytes()).splitlines()]
BOOKS = sorted({each["book"] for each in ROUNDS})


def test_there_are_rounds_of_every_book() -> None:
    assert len(BOOKS) == 5
    assert sum(len(each["events"]) for each in ROUNDS) > 5_000


@pytest.mark.parametrize("book", BOOKS)
def test_the_log_of_the_first_edition_is_what_it_was(book: str) -> None:
    for round_ in [each for each in ROUNDS if each["book"] == book]:
        events = tuple([_as_written(text) for text in round_["events"]])
        for text in round_["commands"]:
            _as_written(text)
        found = digests(events)
        assert found == {name: round_[name] for name in found}, f"seed {round_['seed']}"


def _as_written(text: str) -> Any:
    value = decode_record(text)
    assert encode(value) == text
    return value
