"""Fields that commands and events of this subject share."""

from app.game.core.records import Record


class DisputePack(Record):
    """A dispute pack that somebody exported."""

    name: str
    round: str
    """The name of the round."""
    reason: str
    sha256: str
    """The SHA-256 of the file."""
    where: str


class NewPin(Record):
    """A PIN that was set; only its seal is in the log."""

    name: str
    pin_seal: str = ""
    session: str = ""
    """The session that goes on; nothing where all end."""
    by: str = ""
    """Who gives it, if he has an account."""


class NewCode(Record):
    """A one-time code that was made; only its seal is in the log."""

    name: str
    code_seal: str
    """The SHA-256 of what is kept of the one-time code; empty without one."""
    until_us: int
    """Until when it is good, in microseconds since 1970."""
    by: str = ""
    """Who makes it, if he has an account."""


class FaceDownLook(Record):
    """Somebody looked at cards that lay face down."""

    name: str
    round: str
    """The name of the round."""
    where: str


class Suspension(Record):
    """A person who may not sign in any more, and why."""

    name: str
    reason: str
