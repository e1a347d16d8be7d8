"""What happens at a table: paper."""

from app.game.core.records import Event


class PaperBegun(Event):
    """From here on these two enter rounds that were dealt on paper."""

    by: tuple[str, str]
    reason: str


class PaperEnded(Event):
    """All rounds on paper are entered."""
