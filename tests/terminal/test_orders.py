"""What may be said to a table, and how what may not is refused."""

import json
from typing import Any
from uuid import uuid4, uuid5

import pytest

from app.game.registry import COMMANDS
from app.problems.problem import Problem
from app.table.intake.table_desk import TOLD
from app.terminal.order_parsing import SAID, Order, command_name, read_order
from tests.terminal.test_shapes import parts

# What a device tells, what happens by itself, and what stands in a reconstruction only.
NOT_FOR_PEOPLE = {
    "DrawCard", "DrawFaceDown", "BurnCard", "DrawInError", "DiscardCard", "LayBy", "DoubtDevice", "TakeUp",
    "ConfirmKeyed", "DoubtKeyed", "FetchSpooled",
}  # fmt: skip
PIN = "482913"


def order(command: Any, **more: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "command": command, **more}


def refusal(said: Any) -> Problem:
    with pytest.raises(Problem) as found:
        read_order(said)
    return found.value


def test_people_have_every_command_but_those_of_devices() -> None:
    known = {type_.__name__ for type_ in COMMANDS}
    said = {type_.__name__ for type_ in SAID}
    assert known - said == NOT_FOR_PEOPLE
    assert said - known == {"TypeCard"}
    for name in NOT_FOR_PEOPLE:
        assert refusal(order({"type": name})).code == "bad_request"


def test_an_order_is_read() -> None:
    read = read_order(order({"type": "Hit", "box": 3}, question="1.decide", signed_by=[]))
    assert (command_name(read), read.question, read.signed_by) == ("Hit", "1.decide", ())


@pytest.mark.parametrize(
    ("said", "code", "at"),
    [
        (None, "bad_request", ""), ([], "bad_request", ""), ("Hit", "bad_request", ""), ({}, "bad_request", "id"),
        ({"id": "7", "command": {"type": "CloseBets"}}, "bad_request", "id"),
        ({"id": 7, "command": {"type": "CloseBets"}}, "bad_request", "id"),
        (order({"type": "Nonsense"}), "bad_request", "command"), (order({"box": 3}), "bad_request", "command"),
        (order({"type": "Hit"}), "bad_request", "command.box"), (order("Hit"), "bad_request", "command"),
        (order({"type": "Hit", "box": 3, "by": "ann"}), "bad_message", "command.by"),
        (order({"type": "CloseBets"}, actor="susan"), "bad_message", "actor"),
        (order({"type": "ChangeDealer", "dealer": "a", "licensed_through": "x"}), "bad_message",
         "command.licensed_through"),
        (order({"type": "OpenFloat", "cents": 5, "by": ["a", "b"]}), "bad_message", "command.by"),
        (order({"type": "TurnUpHole", "opened": {"card": "8S", "salt": ""}}), "bad_message", "command.opened"),
        (order({"type": "SignRemedy", "remedy": {"type": "Void", "scope": "round", "reason": ""}}), "bad_request",
         "command.seen"),
        (order({"type": "CloseBets"}, signed_by=[{"who": "a", "pin": "1"}] * 3), "bad_request", "signed_by"),
        (order({"type": "CloseBets"}, signed_by=[{"who": "a"}]), "bad_request", "signed_by.0.pin"),
        (order({"type": "CloseBets"}, question="a\0b"), "bad_request", "question"),
        (order({"type": "CloseBets"}, question="a" * 601), "bad_request", "question"),
    ],
)  # fmt: skip
def test_what_is_no_order_is_refused_with_its_place(said: Any, code: str, at: str) -> None:
    found = refusal(said)
    assert found.code == code
    assert isinstance(found.details, dict)
    assert at in [field["at"] for field in found.details["fields"]]


def test_nobody_takes_the_id_of_what_a_device_will_tell() -> None:
    """Under that id the card itself would be taken for what came before, and would not be recorded."""
    id_ = str(uuid5(TOLD, "t7-shoe/S1/5"))
    assert refusal(order({"type": "CloseBets"}, id=id_)).code == "bad_request"


def test_a_refusal_repeats_no_pin_and_no_order_shows_one() -> None:
    for signer in ({"who": "a", "pin": PIN, "x": 1}, {"who": 7, "pin": PIN}, {"who": "a", "pin": PIN * 20}):
        found = refusal(order({"type": "CloseBets"}, signed_by=[signer]))
        assert PIN not in f"{found}{found.details}"
    read = read_order(order({"type": "CloseBets"}, signed_by=[{"who": "a", "pin": PIN}]))
    assert PIN not in f"{read!r} {read}"


def test_large_and_deep_orders_do_no_harm() -> None:
    deep: Any = "x"
    for _ in range(50_000):
        deep = {"type": "Hit", "box": deep}
    wide = {"type": "Hit", **{f"field {number}": number for number in range(50_000)}}
    for said in (order(deep), order({"type": "Hit", "box": deep}), order(wide), deep, wide):
        found = refusal(said)
        assert len(json.dumps(found.details)) < 5_000
        assert len(found.message) < 1_000
    while isinstance(deep, dict):  # taken apart by hand: the interpreter would do it by recursion
        deep = deep["box"]


def test_the_schema_of_an_order_has_no_untyped_corner() -> None:
    schema = Order.model_json_schema()
    for part in parts(schema):
        assert {"type", "$ref", "anyOf", "oneOf", "const", "enum"} & part.keys(), part
    assert len(schema["properties"]["command"]["oneOf"]) == len(SAID)
