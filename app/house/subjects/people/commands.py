"""What may be asked of the house about people."""

from app.house.records import HouseCommand
from app.house.roles import PersonRole


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


class ChangePerson(HouseCommand):
    """What somebody may do, or the licence, is otherwise from now on."""

    name: str
    shown: str
    roles: tuple[PersonRole, ...]
    badge: str | None = None
    licence: str | None = None
    licensed_through: str | None = None
    sees_face_down: bool = False


class SuspendPerson(HouseCommand):
    """Nobody signs in under this name any more, and who is signed in is out."""

    name: str
    reason: str


class ReadmitPerson(HouseCommand):
    """The account may be used again; it is not locked any more either."""

    name: str


class NotePinSet(HouseCommand):
    """Somebody has a new PIN, which is kept elsewhere, hashed; sessions under the old one end, but for the `session` in
    which he has set it himself."""

    name: str
    pin_seal: str = ""
    session: str = ""
    by: str = ""


class NoteCodeMade(HouseCommand):
    """Somebody is given a one-time code, which is kept elsewhere, hashed; it is in the place of one before."""

    name: str
    code_seal: str
    until_us: int
    by: str = ""


class RedeemCode(HouseCommand):
    """Somebody has shown the one-time code of this seal, and has chosen a PIN."""

    name: str
    code_seal: str
    pin_seal: str
    where: str
    at_us: int
    day: str = ""
    lane: str = ""


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
    action: str
    why: str
    where: str
    times: int = 1


class NoteFaceDownSeen(HouseCommand):
    """Somebody is about to be shown the cards that lay face down in a round."""

    name: str
    round: str
    where: str


class NoteDisputePack(HouseCommand):
    """Somebody is about to be handed a dispute pack, of this SHA-256; why, in his words."""

    name: str
    round: str
    reason: str
    sha256: str
    where: str
