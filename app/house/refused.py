"""The answer to a command to the house that cannot be done: a value, never an exception."""

from app.game.core.records import Record
from app.game.core.said import Parts, Said


class Refused(Record):
    """The command changes nothing: `said` says why, and what to do. `code` stands in the catalogue of errors."""

    code: str
    said: Said


def refused(sentence: str, parts: Parts | None = None) -> Refused:
    """A refusal by its sentence in the catalogue. A code that has several sentences stands before the dot:
    "not_found.session"."""
    return Refused(sentence.partition(".")[0], Said(f"house_refuses.{sentence}", parts or {}))
