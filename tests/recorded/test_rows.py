"""The rows that events leave are those that they left before each subject had a room of its own: of events of every
kind, made up, the digests by kind."""

import gzip
import json
from collections import defaultdict
from hashlib import sha256
from pathlib import Path

from app.game.registry import EVENTS
from app.store.codec import decode_record, encode

TESTS = Path(__file__).parents[1]
MADE = json.loads(gzip.decompress((TESTS / "language" / "kept_words.json.gz").read_bytes()))["made"]
BEFORE = json.loads((TESTS / "recorded" / "rows_before.json").read_text("utf-8"))


def test_every_kind_leaves_the_rows_that_it_left() -> None:
    left = defaultdict[str, list[str]](list)
    for each in MADE:
        event = decode_record(each["event"])
        rows = EVENTS[type(event)].rows
        left[event.name].append(encode(rows(event) if rows else []))
    found = {kind: texts for kind, texts in left.items() if any(text != "[]" for text in texts)}
    assert {kind: sha256("\n".join(texts).encode()).hexdigest()[:16] for kind, texts in found.items()} == BEFORE
