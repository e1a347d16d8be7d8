"""A refusal of the house with its words: what whoever asked is answered."""

from app.game.core.records import Record
from app.house.refusal import Refused
from app.language.rendering import say


class RefusedInWords(Record):
    """Nothing was changed: says why, and what to do. `code` stands in the catalogue of errors."""

    stored_as = "Refused"

    message: str
    code: str


def in_words(refused: Refused) -> RefusedInWords:
    """What the house refuses, with its sentence."""
    return RefusedInWords(say(refused.message), refused.code)
