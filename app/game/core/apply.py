"""The fold: what each event makes of a table.

Total over events and ignorant of rules: everything that a book decided is in the event. Live play, recovery,
replay and disputes run this one function, so it never refuses and never looks outside its two arguments.
"""

from app.game import events as e
from app.game.core.folding import looked_at_again
from app.game.core.kinds import EVENTS
from app.game.core.records import replace
from app.game.core.state import Table, TableConfig, counted, recorded

EMPTY = Table(config=TableConfig())

# What of the table is not played but told of it: a rewritten round leaves it as it is.
NOT_PLAYED = (
    "irregularities", "holds", "signatures", "corrections", "late_amounts", "amended", "laid_by", "spooled", "keyed",
    "float", "owed", "ticked", "waiting",
)  # fmt: skip


def apply(table: Table, event: e.Event) -> Table:
    """The table after the event."""
    after = _applied(table, event)
    return looked_at_again(table, after, event) if after.waiting else after


def _applied(table: Table, event: e.Event) -> Table:
    kind = EVENTS[type(event)]
    after = kind.fold(table, event)
    if isinstance(event, e.RoundRewritten):
        return after
    if after.round is None:
        return after if after.opening is None else replace(after, opening=None, record=())
    if isinstance(event, e.RoundOpened):
        opening = replace(after, opening=None, record=())
        return replace(opening, opening=opening)
    return recorded(after, event) if kind.of_the_round else after


def round_rewritten(table: Table, event: e.RoundRewritten) -> Table:
    """The round as its events are now; what went wrong, was signed and counted stays as it is."""
    assert table.opening is not None
    assert table.round is not None
    after = replace(table.opening, opening=table.opening)
    for each in event.events:
        after = apply(after, each)
    assert after.round is not None
    late = replace(after.round, late_wagers=table.round.late_wagers)
    after = replace(after, round=late, **{name: getattr(table, name) for name in NOT_PLAYED})
    if event.cause not in ("correction", "undo"):
        return after
    return replace(after, corrections=counted(table.corrections, table.dealer))
