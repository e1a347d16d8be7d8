"""What happens at a table: settlement."""

from app.game.core.records import Event
from app.game.core.state import Line


class Settled(Event):
    """These wagers were paid, taken or returned, in this order."""

    lines: tuple[Line, ...]
    """What was settled, wager by wager."""


class RoundCompleted(Event):
    """Every wager of the round is settled."""
