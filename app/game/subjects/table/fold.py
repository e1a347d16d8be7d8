"""What its events make of a table."""

from app.game.core.records import replace
from app.game.core.state import Table, changed_round
from app.game.subjects.table import events as e


def table_opened(table: Table, event: e.TableOpened) -> Table:
    return replace(table, config=event.config, ruleset_hash=event.ruleset_hash, closed=False)


def table_closed(table: Table, event: e.TableClosed) -> Table:
    """Cards, dealer and players leave; what is told of earlier rounds stays, and so does the book they were under."""
    return Table(closed=True, **{name: getattr(table, name) for name in LASTING})


def config_changed(table: Table, event: e.ConfigChanged) -> Table:
    """Whoever says how the table is run says, too, that a reader that was set aside is in use again."""
    return replace(table, config=event.config, reader_off=False)


def dealer_changed(table: Table, event: e.DealerChanged) -> Table:
    """Who deals a part of the round is a dealer of the round."""
    table = replace(table, dealer=event.dealer, licensed_through=event.licensed_through)
    if table.round is None or event.dealer in table.round.dealers:
        return table
    return changed_round(table, dealers=(*table.round.dealers, event.dealer))


# What goes on through the life of a table, whatever closes in between.
LASTING = (
    "config", "ruleset_hash", "preparations", "rounds_dealt", "holds", "rounds_opened", "signatures", "corrections",
    "late_amounts", "amended", "float", "won_cents", "owed", "ticked", "waiting",
)  # fmt: skip
