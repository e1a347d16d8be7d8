"""Fields that commands and events of this subject share."""

from app.game.core.records import Record


class AlarmAnswer(Record):
    """What was found and done about an alarm."""

    number: int
    """The number of the alarm."""
    by: str
    words: str
    """What was found, and what was done about it."""


class AlarmTaker(Record):
    """The person who looks after an alarm."""

    number: int
    """The number of the alarm."""
    by: str
