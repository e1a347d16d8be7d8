"""The documents of the feeds are what the models say, and leave no room for what an audience may not see."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.realtime.audience import AUDIENCES
from app.realtime.schemas import documents, main
from tests.realtime.validating import SCHEMAS

# What the fields of a view are called, of which a narrower audience has none.
IN_THE_SHOE = ("commitments", "shoe", "drawn", "left", "discarded", "burnt")
SIGN_NEVER = (
    "questions", "checklist", "rounds", "places", "layout_cents", "dealer_name", "devices", "alarms", *IN_THE_SHOE,
)  # fmt: skip
DEALER_NEVER = ("layout_cents", "irregularities", "signatures", *IN_THE_SHOE)
FLOOR_NEVER = ("signatures", *IN_THE_SHOE)
WALL_NEVER = ("cards", "card", "view", "dealer_name", "commitments")
NEVER = {"sign": SIGN_NEVER, "dealer": DEALER_NEVER, "floor": FLOOR_NEVER, "surveillance": (), "wall": WALL_NEVER}


def test_the_documents_are_current(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 0
    for name, text in documents().items():
        assert (tmp_path / name).read_text("utf-8") == text
        assert (SCHEMAS / name).read_text("utf-8") == text, f"stale: run python -m app.realtime.schemas {SCHEMAS.name}"
    assert {path.name for path in SCHEMAS.glob("feed-*.json")} == documents().keys()
    assert main([]) == 2


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        for each in value:
            yield from _parts(each)
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from _parts(each)


def _fields(document: str) -> set[str]:
    parts = [part["properties"] for part in _parts(json.loads(document)) if isinstance(part.get("properties"), dict)]
    return {name for properties in parts for name in properties}


@pytest.mark.parametrize("audience", [*AUDIENCES, "wall"])
def test_there_is_no_field_for_what_may_not_be_seen(audience: str) -> None:
    assert not _fields(documents()[f"feed-{audience}.json"]) & set(NEVER[audience])


@pytest.mark.parametrize("audience", AUDIENCES)
def test_views_that_name_the_rules_have_no_further_fields(audience: str) -> None:
    whole, named = _fields(documents()[f"feed-{audience}.json"]), _fields(documents()[f"feed-{audience}-2.json"])
    assert named - whole == {"hash"} and whole - named == set()


@pytest.mark.parametrize("name", sorted(documents()))
def test_every_record_is_closed_and_every_field_has_a_kind(name: str) -> None:
    schema = json.loads(documents()[name])
    records = [part for part in _parts(schema) if part.get("type") == "object"]
    assert records
    for record in records:
        assert record["additionalProperties"] is False
        if name != "feed-orders.json":
            assert set(record["required"]) == set(record["properties"])
        assert all(record["properties"].values())
