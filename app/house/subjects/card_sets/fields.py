"""Fields that commands and events of this subject share."""

from app.game.core.records import Record


class SetByPerson(Record):
    """A set of cards, and who does something with it."""

    set_id: str
    by: str


class SetByTwo(Record):
    """A set of cards, and the two people who sign for it."""

    set_id: str
    by: tuple[str, str]
