"""The answer to a command to the house that cannot be done: a value, never an exception."""

from app.game.core.message import Message, Parts
from app.game.core.records import Record


class Refused(Record):
    """The command changes nothing: `message` says why, and what to do. `code` stands in the catalogue of errors."""

    code: str
    message: Message


def refused(sentence: str, parts: Parts | None = None) -> Refused:
    """A refusal by its sentence in the catalogue. A code that has several sentences stands before the dot:
    "not_found.session"."""
    return Refused(sentence.partition(".")[0], Message(f"house_refuses.{sentence}", parts or {}))
