"""The chips in the tray."""

from collections.abc import Iterable

from app.game import events as e
from app.game.state import Line, Table


def won(table: Table, lines: Iterable[Line], withdrawn: Iterable[Line] = ()) -> Table:
    """The table with what these lines bring its tray, and those that are withdrawn do not."""
    gained = sum([line.takes_cents - line.pays_cents for line in lines])
    lost = sum([line.takes_cents - line.pays_cents for line in withdrawn])
    return table._replace(won_cents=table.won_cents + gained - lost) if gained != lost else table


def moved(table: Table, cents: int) -> Table:
    """The table with so much more in its tray, or (negative) less."""
    return table._replace(float=table.float._replace(cents=table.float.cents + cents))


def float_opened(table: Table, event: e.FloatOpened) -> Table:
    return table._replace(float=table.float._replace(open=True, cents=event.cents), won_cents=0)


def float_filled(table: Table, event: e.FloatFilled) -> Table:
    return moved(table, event.cents)


def float_credited(table: Table, event: e.FloatCredited) -> Table:
    return moved(table, -event.cents)


def float_closed(table: Table, event: e.FloatClosed) -> Table:
    return table._replace(float=table.float._replace(open=False, cents=0, closings=event.closing), won_cents=0)


def drop_entered(table: Table, event: e.DropEntered) -> Table:
    return table._replace(float=table.float._replace(drops=event.closing))
