"""What its events make of a table."""

from app.game.core.folding import moved
from app.game.core.records import replace
from app.game.core.state import Table
from app.game.subjects.float import events as e


def float_opened(table: Table, event: e.FloatOpened) -> Table:
    return replace(table, float=replace(table.float, open=True, cents=event.cents), won_cents=0)


def float_filled(table: Table, event: e.FloatFilled) -> Table:
    return moved(table, event.cents)


def float_credited(table: Table, event: e.FloatCredited) -> Table:
    return moved(table, -event.cents)


def float_closed(table: Table, event: e.FloatClosed) -> Table:
    return replace(table, float=replace(table.float, open=False, cents=0, closings=event.closing), won_cents=0)


def drop_entered(table: Table, event: e.DropEntered) -> Table:
    return replace(table, float=replace(table.float, drops=event.closing))
