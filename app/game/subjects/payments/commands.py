"""What may be asked of a table: payments."""

from app.game.core.records import Command


class TickPayments(Command):
    """The dealer has paid and taken this at a box, of one bettor or of all, for the round of this number; `amended`:
    by which it was put right. The cents are those that were shown: all that is open there."""

    round: int
    """The number of the round that it is for."""
    box: int
    pays_cents: int
    """What was paid, as it was shown: all that is open there, in cents."""
    takes_cents: int
    """What was taken, as it was shown: all that is open there, in cents."""
    player: str | None = None
    """The bettor; nothing: all bettors of the box."""
    amended: bool = False


class UntickPayments(Command):
    """The last tick at this box, for that round, was a mistake."""

    round: int
    """The number of the round that it is for."""
    box: int
    amended: bool = False
