"""Fields that commands and events of this subject share."""

from app.game.core.records import Record


class HandByClause(Record):
    """A hand, and the clause by which something is done about it."""

    box: int
    hand: int
    clause: str
