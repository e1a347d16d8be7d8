"""What happens at a table: paper."""

from app.game.core.records import Event
from app.game.subjects.paper.fields import PaperPlay


class PaperBegun(PaperPlay, Event):
    """From here on these two enter rounds that were dealt on paper."""


class PaperEnded(Event):
    """All rounds on paper are entered."""
