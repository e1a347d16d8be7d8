"""What may be asked of a table: paper."""

from app.game.core.records import Command
from app.game.subjects.paper.fields import PaperPlay


class BeginPaper(PaperPlay, Command):
    """Two people enter rounds that were dealt on paper; what the shoe tells meanwhile is kept, and not played."""


class EndPaper(Command):
    """All rounds on paper are entered: the shoe is listened to again."""
