"""What has happened in the house, about people."""

from app.house.records import HouseEvent
from app.house.state import Display, Person
from app.house.subjects.people.fields import DisputePack, FaceDownLook, NewCode, NewPin, Suspension


class PersonAdded(HouseEvent):
    """Somebody has an account."""

    person: Person


class PersonChanged(HouseEvent):
    """This is what the account is now."""

    person: Person


class PersonSuspended(Suspension, HouseEvent):
    """The account may not be used; its sessions have ended."""


class PersonReadmitted(HouseEvent):
    """The account may be used again."""

    name: str


class PinWasSet(NewPin, HouseEvent):
    """Somebody has a new PIN; sessions under the old one have ended, but for the `session` in which he has set it
    himself."""


class CodeMade(NewCode, HouseEvent):
    """Somebody may choose a PIN with a one-time code, until then."""


class CodeRedeemed(HouseEvent):
    """Somebody has chosen a PIN with the one-time code, which is good no more."""

    name: str
    where: str
    at_us: int
    lane: str = ""


class DisplayAdded(HouseEvent):
    """A sign may look at its table."""

    display: Display


class DisplayRemoved(HouseEvent):
    """The sign may not look any more."""

    display: str


class Refusal(HouseEvent):
    """Somebody asked for what was not his to ask."""

    who: str
    action: str
    why: str
    where: str
    times: int


class FaceDownSeen(FaceDownLook, HouseEvent):
    """Somebody has been shown the cards that lay face down in a round."""


class DisputePackExported(DisputePack, HouseEvent):
    """Somebody was handed a dispute pack of a round: a file of this SHA-256."""
