"""What has happened in the house, about people."""

from app.house.records import HouseEvent
from app.house.state import Display, Person


class PersonAdded(HouseEvent):
    """Somebody has an account."""

    person: Person


class PersonChanged(HouseEvent):
    """This is what the account is now."""

    person: Person


class PersonSuspended(HouseEvent):
    """The account may not be used; its sessions have ended."""

    name: str
    reason: str


class PersonReadmitted(HouseEvent):
    """The account may be used again."""

    name: str


class PinWasSet(HouseEvent):
    """Somebody has a new PIN; sessions under the old one have ended, but for the `session` in which he has set it
    himself."""

    name: str
    pin_seal: str = ""
    session: str = ""
    by: str = ""


class CodeMade(HouseEvent):
    """Somebody may choose a PIN with a one-time code, until then."""

    name: str
    code_seal: str
    until_us: int
    by: str = ""


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


class FaceDownSeen(HouseEvent):
    """Somebody has been shown the cards that lay face down in a round."""

    name: str
    round: str
    where: str


class DisputePackExported(HouseEvent):
    """Somebody was handed a dispute pack of a round: a file of this SHA-256."""

    name: str
    round: str
    reason: str
    sha256: str
    where: str
