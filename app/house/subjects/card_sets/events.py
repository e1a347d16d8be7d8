"""What has happened in the house, about sets of cards."""

from app.house.records import HouseEvent
from app.house.state import CardStock
from app.house.subjects.card_sets.fields import SetByPerson, SetByTwo


class SetReceived(HouseEvent):
    """A sealed set of cards has come into the house."""

    card_set: CardStock
    by: str


class SetIssued(HouseEvent):
    """The set went to a table."""

    set_id: str
    table: str
    by: str


class SetReturned(SetByPerson, HouseEvent):
    """The set has come back from its table."""


class SetPutBack(SetByPerson, HouseEvent):
    """The set has come back from its table as it went there, its seal whole, and may be issued again."""


class SetCountedOut(HouseEvent):
    """The set was counted; `missing` is how many cards it should have had more."""

    set_id: str
    cards: int
    missing: int
    by: tuple[str, str]


class SetDestroyed(SetByTwo, HouseEvent):
    """The set is no more."""
