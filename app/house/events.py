"""What has happened in the house, beside the tables."""

from dataclasses import dataclass

from app.house.state import Alarm, CardStock, Device, Display, Person, Session


@dataclass(frozen=True, slots=True)
class DeviceAttached:
    """A table has this device, reached like this. `by` and `beside` signed it; `beside` is empty where one person was
    enough, and both are where the event is older than the signatures."""

    device: Device
    by: str = ""
    beside: str = ""


@dataclass(frozen=True, slots=True)
class DeviceDetached:
    """The device has left its table."""

    name: str


@dataclass(frozen=True, slots=True)
class DeviceBound:
    """Two people have bound this serial number to the table's device; one alone, before two were asked for."""

    name: str
    serial: str
    by: str
    beside: str = ""


@dataclass(frozen=True, slots=True)
class DeviceWished:
    """Somebody wants this of a device."""

    number: int
    name: str
    wanted: str
    by: str


@dataclass(frozen=True, slots=True)
class WishAnswered:
    """What became of it."""

    number: int
    outcome: str
    words: str


@dataclass(frozen=True, slots=True)
class DeviceNoted:
    """A device was lost, is back, or has an alarm that holds no table. `table`: where it was then."""

    name: str
    what: str
    words: str
    table: str = ""


# --- people


@dataclass(frozen=True, slots=True)
class PersonAdded:
    """Somebody has an account."""

    person: Person


@dataclass(frozen=True, slots=True)
class PersonChanged:
    """This is what the account is now."""

    person: Person


@dataclass(frozen=True, slots=True)
class PersonSuspended:
    """The account may not be used; its sessions have ended."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class PersonReadmitted:
    """The account may be used again."""

    name: str


@dataclass(frozen=True, slots=True)
class PinWasSet:
    """Somebody has a new PIN; sessions under the old one have ended, but for the `session` in which he has set it
    himself."""

    name: str
    pin_seal: str = ""
    session: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class CodeMade:
    """Somebody may choose a PIN with a one-time code, until then."""

    name: str
    code_seal: str
    until_us: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class CodeRedeemed:
    """Somebody has chosen a PIN with the one-time code, which is good no more."""

    name: str
    where: str
    at_us: int
    lane: str = ""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Somebody is signed in."""

    session: Session
    lane: str = ""


@dataclass(frozen=True, slots=True)
class SignInRefused:
    """Somebody tried to sign in and was refused."""

    name: str
    why: str
    where: str
    at_us: int
    counts: bool
    lane: str = ""


@dataclass(frozen=True, slots=True)
class PersonLocked:
    """After too many wrong PINs nobody signs in under this name for a while."""

    name: str
    until_us: int
    lane: str = ""


@dataclass(frozen=True, slots=True)
class SignedForAct:
    """Somebody has given the PIN for one act."""

    name: str
    act: str
    where: str
    at_us: int
    lane: str = ""


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """Somebody is signed out."""

    session: str
    person: str
    reason: str


@dataclass(frozen=True, slots=True)
class SessionLocked:
    """The screens of this session do nothing until its person gives the PIN."""

    session: str
    person: str


@dataclass(frozen=True, slots=True)
class SessionUnlocked:
    """Its person has given the PIN."""

    session: str
    person: str


@dataclass(frozen=True, slots=True)
class PassageGiven:
    """A browser may take its session to another server, once."""

    session: str
    person: str
    passage_hash: str


@dataclass(frozen=True, slots=True)
class PassageTaken:
    """A browser has gone on with its session at another server, which gave it a token of its own."""

    session: str
    person: str
    passage_hash: str
    token_hash: str


@dataclass(frozen=True, slots=True)
class DisplayAdded:
    """A sign may look at its table."""

    display: Display


@dataclass(frozen=True, slots=True)
class DisplayRemoved:
    """The sign may not look any more."""

    display: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Somebody asked for what was not his to ask."""

    who: str
    action: str
    why: str
    where: str
    times: int


@dataclass(frozen=True, slots=True)
class FaceDownSeen:
    """Somebody has been shown the cards that lay face down in a round."""

    name: str
    round: str
    where: str


@dataclass(frozen=True, slots=True)
class DisputePackExported:
    """Somebody was handed a dispute pack of a round: a file of this SHA-256."""

    name: str
    round: str
    reason: str
    sha256: str
    where: str


# --- alarms


@dataclass(frozen=True, slots=True)
class AlarmRaised:
    """Something that a person has to look at."""

    alarm: Alarm


@dataclass(frozen=True, slots=True)
class AlarmTaken:
    """Somebody looks after it, in the place of who did."""

    number: int
    by: str
    instead_of: str | None = None


@dataclass(frozen=True, slots=True)
class AlarmAcknowledged:
    """It is done."""

    number: int
    by: str
    words: str


@dataclass(frozen=True, slots=True)
class AlarmEnded:
    """The alarm is over by itself: what it was about is gone, or never was there."""

    number: int
    words: str


# --- sets of cards


@dataclass(frozen=True, slots=True)
class SetReceived:
    """A sealed set of cards has come into the house."""

    card_set: CardStock
    by: str


@dataclass(frozen=True, slots=True)
class SetIssued:
    """The set went to a table."""

    set_id: str
    table: str
    by: str


@dataclass(frozen=True, slots=True)
class SetReturned:
    """The set has come back from its table."""

    set_id: str
    by: str


@dataclass(frozen=True, slots=True)
class SetPutBack:
    """The set has come back from its table as it went there, its seal whole, and may be issued again."""

    set_id: str
    by: str


@dataclass(frozen=True, slots=True)
class SetCountedOut:
    """The set was counted; `missing` is how many cards it should have had more."""

    set_id: str
    cards: int
    missing: int
    by: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SetDestroyed:
    """The set is no more."""

    set_id: str
    by: tuple[str, str]


DeviceEvent = DeviceAttached | DeviceDetached | DeviceBound | DeviceWished | WishAnswered | DeviceNoted
PersonEvent = (
    PersonAdded | PersonChanged | PersonSuspended | PersonReadmitted | PinWasSet | CodeMade | CodeRedeemed
    | SignedIn | SignInRefused
    | PersonLocked | SignedForAct | SessionEnded | SessionLocked | SessionUnlocked
    | DisplayAdded | DisplayRemoved | Refusal | FaceDownSeen
    | PassageGiven | PassageTaken
    | DisputePackExported
)  # fmt: skip
AlarmEvent = AlarmRaised | AlarmTaken | AlarmAcknowledged | AlarmEnded
SetEvent = SetReceived | SetIssued | SetReturned | SetPutBack | SetCountedOut | SetDestroyed
HouseEvent = DeviceEvent | PersonEvent | AlarmEvent | SetEvent
