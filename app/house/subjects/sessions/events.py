"""What has happened in the house, about sessions."""

from app.house.records import HouseEvent
from app.house.state import Session
from app.house.subjects.sessions.fields import FailedSignIn, PersonsSession


class SignedIn(HouseEvent):
    """Somebody is signed in."""

    session: Session
    lane: str = ""


class SignInRefused(FailedSignIn, HouseEvent):
    """Somebody tried to sign in and was refused."""


class PersonLocked(HouseEvent):
    """After too many wrong PINs nobody signs in under this name for a while."""

    name: str
    until_us: int
    lane: str = ""


class SignedForAct(HouseEvent):
    """Somebody has given the PIN for one act."""

    name: str
    act: str
    where: str
    at_us: int
    lane: str = ""


class SessionEnded(HouseEvent):
    """Somebody is signed out."""

    session: str
    person: str
    reason: str


class SessionLocked(PersonsSession, HouseEvent):
    """The screens of this session do nothing until its person gives the PIN."""


class SessionUnlocked(PersonsSession, HouseEvent):
    """Its person has given the PIN."""


class PassageGiven(HouseEvent):
    """A browser may take its session to another server, once."""

    session: str
    person: str
    passage_hash: str


class PassageTaken(HouseEvent):
    """A browser has gone on with its session at another server, which gave it a token of its own."""

    session: str
    person: str
    passage_hash: str
    token_hash: str
