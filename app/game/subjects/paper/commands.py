"""What may be asked of a table: paper."""

from app.game.core.records import Command


class BeginPaper(Command):
    """Two people enter rounds that were dealt on paper; what the shoe tells meanwhile is kept, and not played."""

    by: tuple[str, str]
    reason: str


class EndPaper(Command):
    """All rounds on paper are entered: the shoe is listened to again."""
