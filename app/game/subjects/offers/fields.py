"""Fields that commands and events of this subject share."""

from app.game.core.records import Record


class InsuredWager(Record):
    """A bettor insures a box for an amount."""

    box: int
    player: str
    cents: int
