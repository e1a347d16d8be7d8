"""Fields that commands and events of this subject share."""

from app.game.core.records import Record


class SignedAmount(Record):
    """An amount that two people counted and signed."""

    cents: int
    by: tuple[str, str]
