"""What may be asked of the house, and what has happened there: two kinds of records."""

from app.game.core.records import Record


class HouseCommand(Record):
    """What may be asked of the house."""


class HouseEvent(Record):
    """What has happened in the house, beside the tables."""
