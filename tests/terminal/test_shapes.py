"""The models of records: they take exactly what the codec writes, give back the same value, and take nothing else."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from app.game import commands as c
from app.game.core.records import is_record, name_of
from app.game.core.state import Table
from app.game.registry import COMMANDS, EVENTS
from app.game.rules.ruleset import Ruleset
from app.game.views import audiences as views
from app.game.views.by_hash import BY_HASH, RulesReference, by_hash
from app.house import state as house
from app.house.registry import COMMANDS as HOUSE_COMMANDS
from app.shapes import model_of, value_of
from app.shapes.plain import MOST, MOST_CHARACTERS, MOST_ITEMS
from app.store.codec import encode
from app.terminal import order_parsing
from tests.store.plays import random_plays
from tests.terminal.any_values import values_of

# What somebody says of a whole table goes by its number, never as a value.
WHOLE = (c.SignRemedy,)
SAID: list[type] = [
    *[each for each in COMMANDS if each not in WHOLE],
    *order_parsing.SAID, c.Void, c.Reconstruct, *HOUSE_COMMANDS,
    house.Device, house.Person, house.Session, house.Display, house.Alarm, house.CardStock, house.Note, house.Wish,
]  # fmt: skip
VIEWS: dict[type, Callable[[Table, Ruleset], Any]] = {
    views.SignView: views.sign_view, views.DealerView: views.dealer_view, views.FloorView: views.floor_view,
    views.SurveillanceView: views.surveillance_view,
}  # fmt: skip
NAMED = RulesReference("5f" * 32)


def _by_hash(make: Callable[[Table, Ruleset], Any]) -> Callable[[Table, Ruleset], Any]:
    return lambda table, rules: by_hash(make(table, rules), NAMED)


VIEWS |= {BY_HASH[whole]: _by_hash(make) for whole, make in VIEWS.items()}


@pytest.mark.parametrize("type_", dict.fromkeys(SAID), ids=lambda type_: type_.__name__)
@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_what_the_codec_writes_comes_back_the_same(type_: type, data: st.DataObject) -> None:
    model = model_of(type_)
    value = data.draw(values_of(type_))
    text, own = encode(value), {"type": name_of(type_)} if is_record(type_) else {}
    assert json.loads(text).items() >= own.items()
    assert value_of(model.model_validate_json(text)) == value
    assert value_of(model.model_validate(json.loads(text))) == value
    assert jsonschema_rs.is_valid(model.model_json_schema(), json.loads(text))
    with pytest.raises(ValidationError):
        model.model_validate(json.loads(text) | {"more": 1})
    for name in json.loads(text):
        if name == "type" or model.model_fields[name].is_required():
            with pytest.raises(ValidationError):
                model.model_validate({key: part for key, part in json.loads(text).items() if key != name})


@pytest.mark.parametrize("type_", VIEWS, ids=lambda type_: type_.__name__)
def test_views_of_played_rounds_fit_their_models(type_: type) -> None:
    model = model_of(type_)
    schema = jsonschema_rs.validator_for(model.model_json_schema(mode="serialization"))
    for play in random_plays(6, 20):
        view = VIEWS[type_](play.table, play.rules)
        text = encode(view)
        assert value_of(model.model_validate_json(text)) == view
        assert json.loads(model.model_validate_json(text).model_dump_json()) == json.loads(text)
        assert schema.is_valid(json.loads(text))


@pytest.mark.parametrize(
    ("type_", "wrong"),
    [
        (c.Hit, {"box": "3"}), (c.Hit, {"box": True}), (c.Hit, {"box": 3.0}), (c.Hit, {"box": None}), (c.Hit, {}),
        (c.Hit, {"box": MOST + 1}), (c.Hit, {"box": 10**40}), (c.ReadHole, {"blackjack": 1}),
        (c.Surrender, {"box": [1]}), (c.ReplaceCard, {"card": "10S"}), (c.ReplaceCard, {"card": "8s"}),
        (c.ReplaceCard, {"card": "8S\n"}), (c.BringSet, {"set_id": "a\0b", "colour": "red"}),
        (c.BringSet, {"set_id": "\ud800", "colour": "red"}), (c.OrderShuffle, {"reason": "because"}),
        (c.BringSet, {"set_id": "a" * (MOST_CHARACTERS + 1), "colour": "red"}),
        (c.Split, {"box": 1, "keeps": [["ann", 0]] * (MOST_ITEMS + 1)}), (c.Split, {"box": 1, "keeps": [["ann"]]}),
        (c.Double, {"box": 1, "amounts": [["ann", "5"]]}), (c.TurnUpHole, {"opened": {"card": "8S", "salt": "xy"}}),
        (c.Reconstruct, {"reason": "", "acts": [{"type": "LayBy", "commitment": ""}]}),
        (c.Reconstruct, {"reason": "", "acts": [{"box": 1}]}), (c.Reconstruct, {"reason": "", "acts": ["Hit"]}),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(type_: type, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        model_of(type_).model_validate({"type": type_.__name__, **wrong})


def test_the_longest_that_may_come_is_taken() -> None:
    keeps = [["a" * MOST_CHARACTERS, -MOST]] * MOST_ITEMS
    model_of(c.Split).model_validate({"type": "Split", "box": MOST, "keeps": keeps})


def test_what_goes_out_has_no_greatest_length() -> None:
    limits = json.dumps(model_of(views.SurveillanceView).model_json_schema(mode="serialization"))
    assert "maxLength" not in limits
    assert f'"maxItems": {MOST_ITEMS}' not in limits
    assert "maxItems" in json.dumps(model_of(c.Split).model_json_schema())


def schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    """The schema of every record that goes over the wire, in and out."""
    for type_ in dict.fromkeys([*SAID, *VIEWS, *[each for each in EVENTS if _has_shape(each)]]):
        for mode in ("validation", "serialization"):
            yield f"{type_.__name__} {mode}", model_of(type_).model_json_schema(mode=mode)


def _has_shape(type_: type) -> bool:
    try:
        model_of(type_)
    except AssertionError:
        return False
    return True


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema in the schema."""
    yield schema
    for word in ("properties", "$defs"):
        for part in schema.get(word, {}).values():
            yield from parts(part)
    for word in ("anyOf", "oneOf", "prefixItems"):
        for part in schema.get(word, ()):
            yield from parts(part)
    if "items" in schema:
        yield from parts(schema["items"])


def test_no_schema_has_an_untyped_corner_or_a_title() -> None:
    typed = {"type", "$ref", "anyOf", "oneOf", "const", "enum"}
    for name, schema in schemas():
        for part in parts(schema):
            assert typed & part.keys(), f"{name}: {part}"
            assert "title" not in part, f"{name}: {part}"
            if part.get("type") == "object":
                assert part["additionalProperties"] is False, name


def test_every_field_says_what_it_means() -> None:
    for name, schema in schemas():
        for record, part in ((name.split()[0], schema), *schema.get("$defs", {}).items()):
            silent = {field for field, each in part["properties"].items() if "description" not in each}
            assert silent == set(), record


def test_defaults_are_required_of_what_goes_out() -> None:
    schema = model_of(views.DealerView).model_json_schema(mode="serialization")
    for part in parts(schema):
        assert set(part.get("required", ())) == set(part.get("properties", ()))
