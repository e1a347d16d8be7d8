"""Fields that commands and events of this subject share."""

from app.game.core.records import Record


class BettorAtBox(Record):
    """A bettor at a box."""

    box: int
    player: str
