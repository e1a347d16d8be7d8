"""What may be asked of the house about sets of cards."""

from app.house.records import HouseCommand
from app.house.subjects.card_sets.fields import SetByPerson, SetByTwo


class ReceiveSet(HouseCommand):
    """A sealed set of cards has come into the house."""

    set_id: str
    seal: str
    """The seal."""
    colour: str
    decks: int
    by: str


class IssueSet(HouseCommand):
    """The set goes to a table, its seal whole."""

    set_id: str
    table: str
    seal: str
    """The seal."""
    by: str


class ReturnSet(SetByPerson, HouseCommand):
    """The set has come back from its table; with a `seal`, it was never opened there and is sealed as before."""

    seal: str = ""
    """The seal."""


class CountOutSet(HouseCommand):
    """The set was counted by two people after its use."""

    set_id: str
    cards: int
    """How many cards."""
    by: tuple[str, str]


class DestroySet(SetByTwo, HouseCommand):
    """The set was destroyed before two people."""
