"""The rows of wagers that end."""

from app.game.core.rows import Rows, line_row
from app.game.subjects.settlement.events import Settled


def settled(event: Settled) -> Rows:
    return [line_row(line) for line in event.lines]
