"""What each field of a record means stands under it, in its source, and is read when documents are made."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, get_type_hints

import pytest

from app.api.application import described
from app.game.core.cards import Card
from app.game.core.records import Part, Record, fields_of
from app.realtime.messages import MESSAGES
from app.shapes import model_of
from app.shapes.common_fields import Common
from app.shapes.field_words import own_words_of, words_of
from app.shapes.value_of import RECORDS
from tests.terminal.test_shapes import schemas

ROOT = Path(__file__).parents[2]
ASKS = "import app.server, app.shapes.field_words as words; print(words._words_in.cache_info().currsize)"


class FieldsOfBoth(Part):
    """What a command and its event have in common."""

    spun: int
    """How often the wheel was spun."""
    told: str
    """What was told of it,
    in two lines."""


class Spin(FieldsOfBoth, Record):
    """Somebody spins."""

    box: int
    """The box that spins."""
    hand: int | None = None


class Spun(FieldsOfBoth, Record):
    """Somebody has spun."""

    box: int
    told: str
    """What was told of what happened."""
    hand: tuple[Card, ...] = ()
    unsaid: bool = False


class Wheel(NamedTuple):
    """A named tuple says it in the same way."""

    sides: int
    """How many sides the wheel has."""
    cents: int | None = None


@pytest.mark.parametrize(
    ("record", "field", "words"),
    [
        (Spin, "box", "The box that spins."),
        (Spin, "spun", "How often the wheel was spun."),
        (Spin, "told", "What was told of it, in two lines."),
        (Spin, "hand", "The number of the hand at its box, from the left."),
        (Spun, "box", "The number of the box, from the dealer's left; 0 is the dealer."),
        (Spun, "told", "What was told of what happened."),
        (Spun, "spun", "How often the wheel was spun."),
        (Spun, "hand", None),  # no number, though it has the name
        (Spun, "unsaid", None),
        (Wheel, "sides", "How many sides the wheel has."),
        (Wheel, "cents", "The amount, in cents."),
    ],
)
def test_a_field_says_it_or_one_that_it_comes_from_or_all_of_its_name(
    record: type, field: str, words: str | None
) -> None:
    assert words_of(record, field) == words
    property_ = model_of(record).model_json_schema()["properties"][field]
    assert property_.get("description") == words


def _documented() -> Iterator[type]:
    """Every record that gets into a document."""
    assert described() and MESSAGES
    assert list(schemas())
    for record in dict.fromkeys(RECORDS.values()):
        if record.__module__.startswith("app."):
            yield record


def test_every_field_of_every_record_has_words() -> None:
    silent = [
        f"{record.__module__}.{record.__qualname__}.{field.name}"
        for record in _documented()
        for field in fields_of(record)
        if words_of(record, field.name) is None
    ]
    assert not silent, f"say what these mean, each in a text under the field (docs/extending.md): {silent}"


def test_common_words_are_of_many_records() -> None:
    """What only a few records have stands under their fields, where it can say more."""
    common = {name: own_words_of(Common, name) for name in get_type_hints(Common)}
    assert None not in common.values() and len(common) <= 60
    of = Counter(
        field.name
        for record in _documented()
        for field in fields_of(record)
        if own_words_of(record, field.name) is None and words_of(record, field.name) == common.get(field.name, "")
    )
    assert not [name for name in common if of[name] < 4]


def test_no_words_are_read_where_no_document_is_made() -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    asked = [sys.executable, "-c", ASKS]
    done = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"
