"""A refusal of a table with its words: what whoever asked is answered, and what is kept of it."""

from app.game.core.records import Record
from app.game.core.rejections import Rejected
from app.game.events import Event
from app.language.rendering import say


class RejectedInWords(Record):
    """Nothing was changed; `message` says why, and what to do. `recorded`: what is kept of the attempt; `step`: the act
    of a corrected sequence that cannot be done."""

    stored_as = "Rejected"

    code: str
    message: str
    clause: str | None = None
    box: int | None = None
    recorded: tuple[Event, ...] = ()
    step: int | None = None


def in_words(rejected: Rejected) -> RejectedInWords:
    """What the core refuses, with its sentence."""
    message = say(rejected.message)
    return RejectedInWords(rejected.code, message, rejected.clause, rejected.box, rejected.recorded, rejected.step)
