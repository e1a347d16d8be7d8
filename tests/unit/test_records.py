"""What commands, events and answers have in common, and what else is still a dataclass."""

from dataclasses import dataclass

from app.game import commands as c
from app.game.cards import Card
from app.game.core.records import REQUIRED, FieldOf, fields_of, is_record, replace


@dataclass(frozen=True, slots=True)
class Noted:
    """One of the house's, as they are stored, too."""

    words: str
    again: bool = False


def test_a_record_is_a_struct_or_a_dataclass_and_nothing_else() -> None:
    assert is_record(c.Hit)
    assert is_record(Noted)
    assert not is_record(Card)
    assert not is_record(tuple[str, ...])


def test_the_fields_are_told_with_their_defaults() -> None:
    assert fields_of(Noted) == (FieldOf("words", REQUIRED), FieldOf("again", default=False))
    assert fields_of(c.SeeHeld)[0] == FieldOf("opened", REQUIRED)
    assert fields_of(c.CloseBets) == ()


def test_a_field_is_replaced_and_the_record_stays_as_it_was() -> None:
    for record, box in ((c.Surrender(3), "box"), (c.Hit(3), "box")):
        assert getattr(replace(record, **{box: 4}), box) == 4
        assert getattr(record, box) == 3
    assert replace(Noted("a"), again=True) == Noted("a", again=True)


def test_a_card_that_nobody_may_see_is_not_printed() -> None:
    told = repr(c.Resolve("enter_card", card=Card("7S"), box=3))
    assert told.startswith("Resolve(choice='enter_card'")
    assert "7S" not in told
    assert "card=" not in told


def test_a_record_says_its_name() -> None:
    assert c.Hit(1).name == "Hit"
