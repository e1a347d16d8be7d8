"""Fields that commands and events of this subject share."""

from app.game.core.records import Record


class FailedSignIn(Record):
    """An attempt to sign in that failed."""

    name: str
    why: str
    """Why."""
    where: str
    at_us: int
    counts: bool
    """Whether the PIN was wrong."""
    lane: str = ""
    """From which side it was tried: elsewhere, at a place, in a session, or by a person."""


class PersonsSession(Record):
    """A session and its person."""

    session: str
    person: str
