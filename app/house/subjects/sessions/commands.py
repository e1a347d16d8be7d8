"""What may be asked of the house about sessions."""

from app.house.records import HouseCommand
from app.house.subjects.sessions.fields import FailedSignIn


class SignIn(HouseCommand):
    """Somebody has shown badge or name and the right PIN. `day`: the gaming day, on which a licence has to be good."""

    name: str
    session: str
    token_hash: str
    where: str
    at_us: int
    expires_us: int
    day: str = ""
    lane: str = ""
    """From which side it was tried: elsewhere, at a place, in a session, or by a person."""


class RefuseSignIn(FailedSignIn, HouseCommand):
    """Somebody tried to sign in and was refused; `counts` when the PIN was wrong."""


class SignForAct(HouseCommand):
    """Somebody has given the PIN again, or at another's screen, for one act."""

    name: str
    act: str
    """What is signed for."""
    where: str
    at_us: int
    day: str = ""
    lane: str = ""
    """From which side it was tried: elsewhere, at a place, in a session, or by a person."""


class EndSession(HouseCommand):
    """Somebody signs out, or is signed out."""

    session: str
    reason: str


class LockSession(HouseCommand):
    """The screens of this session do nothing until its person gives the PIN."""

    session: str


class UnlockSession(HouseCommand):
    """The person of this session has given the PIN."""

    session: str


class GivePassage(HouseCommand):
    """A browser is given what lets its session go on at another server of the house, once."""

    session: str
    passage_hash: str
    """The SHA-256 of the passage with which the session goes on at another server."""


class TakePassage(HouseCommand):
    """A browser that has come from another server shows it, and gets a token of this one for the same session."""

    passage_hash: str
    """The SHA-256 of the passage with which the session goes on at another server."""
    token_hash: str
    where: str
    at_us: int
