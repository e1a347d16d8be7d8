"""What its events make of a table."""

from app.game.core.records import replace
from app.game.core.state import Paper, Table
from app.game.subjects.paper import events as e


def paper_begun(table: Table, event: e.PaperBegun) -> Table:
    """No word of the shoe is waited for: what it tells from here on is not played."""
    return replace(table, paper=Paper(event.by, event.reason), keyed=())


def paper_ended(table: Table, event: e.PaperEnded) -> Table:
    return replace(table, paper=None)
