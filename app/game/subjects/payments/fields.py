"""Fields that commands and events of this subject share."""

from app.game.core.records import Record


class PaymentsAtBox(Record):
    """Payments at one box that were ticked off, or no longer are."""

    round: int
    """The number of the round that it is for."""
    amended: bool
    box: int
