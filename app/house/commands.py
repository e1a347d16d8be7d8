"""What may be asked of the house."""

from dataclasses import dataclass
from typing import Literal

from app.house.state import AlarmKind, Device, PersonRole


@dataclass(frozen=True, slots=True)
class AttachDevice:
    """A table gets this device, or its device of this name is to be reached otherwise. Where the table plays, or has
    played, what a device reports, two people say so."""

    device: Device
    by: str = ""
    beside: str = ""


@dataclass(frozen=True, slots=True)
class DetachDevice:
    """The device leaves its table."""

    name: str


@dataclass(frozen=True, slots=True)
class BindDevice:
    """The device of this serial number is the one: what it tells from now on is played. Two people say so."""

    name: str
    serial: str
    by: str
    beside: str = ""


@dataclass(frozen=True, slots=True)
class WishOfDevice:
    """Somebody wants this of a device."""

    name: str
    wanted: str
    by: str


@dataclass(frozen=True, slots=True)
class AnswerWish:
    """What became of a wish."""

    number: int
    outcome: str
    words: str


@dataclass(frozen=True, slots=True)
class NoteDevice:
    """Something about a device that no table's play depends on."""

    name: str
    what: Literal["lost", "back", "alarm"]
    words: str


# --- people


@dataclass(frozen=True, slots=True)
class AddPerson:
    """Somebody gets an account. `first`: only while nobody has one."""

    name: str
    shown: str
    roles: tuple[PersonRole, ...]
    badge: str | None = None
    licence: str | None = None
    licensed_through: str | None = None
    sees_face_down: bool = False
    pin_seal: str = ""
    first: bool = False


@dataclass(frozen=True, slots=True)
class ChangePerson:
    """What somebody may do, or the licence, is otherwise from now on."""

    name: str
    shown: str
    roles: tuple[PersonRole, ...]
    badge: str | None = None
    licence: str | None = None
    licensed_through: str | None = None
    sees_face_down: bool = False


@dataclass(frozen=True, slots=True)
class SuspendPerson:
    """Nobody signs in under this name any more, and who is signed in is out."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReadmitPerson:
    """The account may be used again; it is not locked any more either."""

    name: str


@dataclass(frozen=True, slots=True)
class NotePinSet:
    """Somebody has a new PIN, which is kept elsewhere, hashed; sessions under the old one end, but for the `session` in
    which he has set it himself."""

    name: str
    pin_seal: str = ""
    session: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class NoteCodeMade:
    """Somebody is given a one-time code, which is kept elsewhere, hashed; it is in the place of one before."""

    name: str
    code_seal: str
    until_us: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class RedeemCode:
    """Somebody has shown the one-time code of this seal, and has chosen a PIN."""

    name: str
    code_seal: str
    pin_seal: str
    where: str
    at_us: int
    day: str = ""
    lane: str = ""


@dataclass(frozen=True, slots=True)
class SignIn:
    """Somebody has shown badge or name and the right PIN. `day`: the gaming day, on which a licence has to be good."""

    name: str
    session: str
    token_hash: str
    where: str
    at_us: int
    expires_us: int
    day: str = ""
    lane: str = ""


@dataclass(frozen=True, slots=True)
class RefuseSignIn:
    """Somebody tried to sign in and was refused; `counts` when the PIN was wrong."""

    name: str
    why: str
    where: str
    at_us: int
    counts: bool
    lane: str = ""


@dataclass(frozen=True, slots=True)
class SignForAct:
    """Somebody has given the PIN again, or at another's screen, for one act."""

    name: str
    act: str
    where: str
    at_us: int
    day: str = ""
    lane: str = ""


@dataclass(frozen=True, slots=True)
class EndSession:
    """Somebody signs out, or is signed out."""

    session: str
    reason: str


@dataclass(frozen=True, slots=True)
class LockSession:
    """The screens of this session do nothing until its person gives the PIN."""

    session: str


@dataclass(frozen=True, slots=True)
class UnlockSession:
    """The person of this session has given the PIN."""

    session: str


@dataclass(frozen=True, slots=True)
class GivePassage:
    """A browser is given what lets its session go on at another server of the house, once."""

    session: str
    passage_hash: str


@dataclass(frozen=True, slots=True)
class TakePassage:
    """A browser that has come from another server shows it, and gets a token of this one for the same session."""

    passage_hash: str
    token_hash: str
    where: str
    at_us: int


@dataclass(frozen=True, slots=True)
class AddDisplay:
    """A sign may look at this table."""

    display: str
    table: str
    token_hash: str
    session: str = ""


@dataclass(frozen=True, slots=True)
class RemoveDisplay:
    """The sign may not look any more."""

    display: str


@dataclass(frozen=True, slots=True)
class NoteRefusal:
    """Somebody asked for what is not his to ask; `times` when it was done over and over."""

    who: str
    action: str
    why: str
    where: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class NoteFaceDownSeen:
    """Somebody is about to be shown the cards that lay face down in a round."""

    name: str
    round: str
    where: str


@dataclass(frozen=True, slots=True)
class NoteDisputePack:
    """Somebody is about to be handed a dispute pack, of this SHA-256; why, in his words."""

    name: str
    round: str
    reason: str
    sha256: str
    where: str


# --- alarms


@dataclass(frozen=True, slots=True)
class RaiseAlarm:
    """Something that a person has to look at."""

    kind: AlarmKind
    table: str
    about: str
    words: str
    at_us: int


@dataclass(frozen=True, slots=True)
class TakeAlarm:
    """Somebody looks after it."""

    number: int
    by: str


@dataclass(frozen=True, slots=True)
class AcknowledgeAlarm:
    """It is done: what was found and done about it."""

    number: int
    by: str
    words: str


# --- sets of cards


@dataclass(frozen=True, slots=True)
class ReceiveSet:
    """A sealed set of cards has come into the house."""

    set_id: str
    seal: str
    colour: str
    decks: int
    by: str


@dataclass(frozen=True, slots=True)
class IssueSet:
    """The set goes to a table, its seal whole."""

    set_id: str
    table: str
    seal: str
    by: str


@dataclass(frozen=True, slots=True)
class ReturnSet:
    """The set has come back from its table; with a `seal`, it was never opened there and is sealed as before."""

    set_id: str
    by: str
    seal: str = ""


@dataclass(frozen=True, slots=True)
class CountOutSet:
    """The set was counted by two people after its use."""

    set_id: str
    cards: int
    by: tuple[str, str]


@dataclass(frozen=True, slots=True)
class DestroySet:
    """The set was destroyed before two people."""

    set_id: str
    by: tuple[str, str]


DeviceCommand = AttachDevice | DetachDevice | BindDevice | WishOfDevice | AnswerWish | NoteDevice
PersonCommand = (
    AddPerson | ChangePerson | SuspendPerson | ReadmitPerson | NotePinSet | NoteCodeMade | RedeemCode | SignIn
    | RefuseSignIn | SignForAct | EndSession | LockSession | UnlockSession
    | GivePassage | TakePassage | AddDisplay | RemoveDisplay
    | NoteRefusal | NoteFaceDownSeen
    | NoteDisputePack
)  # fmt: skip
AlarmCommand = RaiseAlarm | TakeAlarm | AcknowledgeAlarm
SetCommand = ReceiveSet | IssueSet | ReturnSet | CountOutSet | DestroySet
HouseCommand = DeviceCommand | PersonCommand | AlarmCommand | SetCommand
