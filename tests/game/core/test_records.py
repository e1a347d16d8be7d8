"""What records and parts have in common, of whichever kind they are."""

from typing import Any, NamedTuple

import pytest

from app.game.commands import CountShoe, Resolve
from app.game.core.cards import Card
from app.game.core.records import REQUIRED, fields_of, is_part, is_record, replace, with_fields, without
from app.game.core.state import Stake
from app.game.events import RoundOpened
from app.house.subjects.alarms.commands import TakeAlarm


class _Pair(NamedTuple):
    one: str
    two: int = 2


STAKE = Stake("ann", 500)


@pytest.mark.parametrize(
    ("value", "record"),
    [(CountShoe(3), True), (TakeAlarm(7, "sue"), True), (STAKE, False), (_Pair("x"), False)],
    ids=lambda each: type(each).__name__,
)
def test_fields_are_found_and_replaced_in_every_kind(value: Any, record: bool) -> None:
    assert (is_record(type(value)), is_part(type(value))) == (record, not record)
    name, default = fields_of(type(value))[0]
    assert default is REQUIRED
    changed = with_fields(value, {name: "other"})
    assert getattr(changed, name) == "other" != getattr(value, name)
    assert with_fields(changed, {name: getattr(value, name)}) == value
    with pytest.raises((TypeError, ValueError)):
        with_fields(value, {"nothing": 1})


def test_a_field_that_was_not_said_has_its_default() -> None:
    assert fields_of(_Pair)[1] == ("two", 2)
    assert fields_of(Stake)[2:4] == (("double_cents", 0), ("original", True))


def test_a_part_never_changes_and_equals_another_with_its_fields() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        STAKE.base_cents = 1  # type: ignore[misc]
    assert replace(STAKE, rescued=True) != STAKE == replace(replace(STAKE, rescued=True), rescued=False)
    assert {Stake("ann", 500): 1}[STAKE] == 1


def test_a_field_is_left_out_of_what_is_printed() -> None:
    assert without("cards", CountShoe(3)) == "CountShoe(source='manual')"
    assert repr(Resolve("discard", card=Card("KS"))).startswith("Resolve(choice='discard', ")
    assert "KS" not in repr(Resolve("discard", card=Card("KS")))


def test_an_event_says_its_name() -> None:
    assert RoundOpened(3).name == "RoundOpened"
