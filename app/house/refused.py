"""The answer to a command to the house that cannot be done: a value, never an exception."""

from app.game.core.records import Record


class Refused(Record):
    """The command changes nothing: says why, and what to do. `code` stands in the catalogue of errors."""

    message: str
    code: str = "house_refused"
