"""Fields that commands and events of this subject share."""

from app.game.core.records import Record


class DealerOnDuty(Record):
    """The dealer who takes the table."""

    dealer: str
    """The name of the dealer; empty: nobody is on duty."""
    licensed_through: str | None = None
