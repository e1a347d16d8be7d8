"""Fields that commands and events of this subject share."""

from app.game.core.records import Record


class CutBy(Record):
    """The cut: by whom, and how deep."""

    box: int | None
    cards: int
    """How many cards from the front the cut was."""
