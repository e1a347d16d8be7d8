"""What leaves the layout when wagers end."""

from app.game.core.accounts import FLOAT, Account, Posting, Postings
from app.game.core.state import Line, Table
from app.game.subjects.settlement.events import Settled


def settled(_table: Table, event: Settled) -> Postings:
    return tuple([move for line in event.lines for move in of_line(line)])


def of_line(line: Line) -> Postings:
    """A stake leaves the layout; the bettor has it back, with what is paid and without what is taken."""
    gained = line.stake_cents + line.pays_cents - line.takes_cents
    moves = (
        Posting(Account("layout", line.box, line.player), -line.stake_cents),
        Posting(Account("bettor", line.box, line.player), gained),
        Posting(FLOAT, line.takes_cents - line.pays_cents),
    )
    return tuple([move for move in moves if move.cents])
