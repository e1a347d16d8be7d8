"""What may be asked of a table: payments."""

from app.game.core.records import Command


class TickPayments(Command):
    """The dealer has paid and taken this at a box, of one bettor or of all, for the round of this number; `amended`:
    by which it was put right. The cents are those that were shown: all that is open there."""

    round: int
    box: int
    pays_cents: int
    takes_cents: int
    player: str | None = None
    amended: bool = False


class UntickPayments(Command):
    """The last tick at this box, for that round, was a mistake."""

    round: int
    box: int
    amended: bool = False
