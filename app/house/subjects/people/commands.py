"""What may be asked of the house about people."""

from app.house.records import HouseCommand
from app.house.roles import PersonRole
from app.house.subjects.people.fields import DisputePack, FaceDownLook, NewCode, NewPin, Suspension


class AddPerson(HouseCommand):
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
    """Whether it is the first account of the house."""


class ChangePerson(HouseCommand):
    """What somebody may do, or the licence, is otherwise from now on."""

    name: str
    shown: str
    roles: tuple[PersonRole, ...]
    badge: str | None = None
    licence: str | None = None
    licensed_through: str | None = None
    sees_face_down: bool = False


class SuspendPerson(Suspension, HouseCommand):
    """Nobody signs in under this name any more, and who is signed in is out."""


class ReadmitPerson(HouseCommand):
    """The account may be used again; it is not locked any more either."""

    name: str


class NotePinSet(NewPin, HouseCommand):
    """Somebody has a new PIN, which is kept elsewhere, hashed; sessions under the old one end, but for the `session` in
    which he has set it himself."""


class NoteCodeMade(NewCode, HouseCommand):
    """Somebody is given a one-time code, which is kept elsewhere, hashed; it is in the place of one before."""


class RedeemCode(HouseCommand):
    """Somebody has shown the one-time code of this seal, and has chosen a PIN."""

    name: str
    code_seal: str
    """The SHA-256 of what is kept of the one-time code; empty without one."""
    pin_seal: str
    where: str
    at_us: int
    day: str = ""
    lane: str = ""
    """From which side it was tried: elsewhere, at a place, in a session, or by a person."""


class AddDisplay(HouseCommand):
    """A sign may look at this table."""

    display: str
    table: str
    token_hash: str
    session: str = ""


class RemoveDisplay(HouseCommand):
    """The sign may not look any more."""

    display: str


class NoteRefusal(HouseCommand):
    """Somebody asked for what is not his to ask; `times` when it was done over and over."""

    who: str
    """Who asked."""
    action: str
    """What was asked."""
    why: str
    """Why."""
    where: str
    times: int = 1
    """How often."""


class NoteFaceDownSeen(FaceDownLook, HouseCommand):
    """Somebody is about to be shown the cards that lay face down in a round."""


class NoteDisputePack(DisputePack, HouseCommand):
    """Somebody is about to be handed a dispute pack, of this SHA-256; why, in his words."""
