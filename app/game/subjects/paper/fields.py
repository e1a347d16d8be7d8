"""Fields that commands and events of this subject share."""

from app.game.core.records import Record


class PaperPlay(Record):
    """Rounds that were dealt on paper are entered from now on."""

    by: tuple[str, str]
    reason: str
