"""What events say is what they said before their words became keys and parts, to the byte."""

import gzip
import json
from pathlib import Path

import pytest

from app.game.core.moment import Moment
from app.game.registry import EVENTS
from app.language.rendering import words_of
from app.store.codec import decode_record
from tests.language.told import digests_of, table_at
from tests.recorded.test_recorded import BOOKS

BEFORE = json.loads(gzip.decompress((Path(__file__).parent / "kept_words.json.gz").read_bytes()))


@pytest.mark.parametrize("book", BOOKS)
def test_recorded_rounds_are_told_as_they_were(book: str) -> None:
    assert digests_of(book) == BEFORE["recorded"][book]


def test_every_kind_of_event_is_told_as_it_was() -> None:
    kinds = set[str]()
    for each in BEFORE["made"]:
        event, table = decode_record(each["event"]), table_at(each["at"])
        assert words_of(event, Moment(table, table)) == each["words"], event
        kinds.add(type(event).__name__)
    assert kinds == {kind.__name__ for kind in EVENTS}
