"""What its events make of a table."""

from app.game.core.records import replace
from app.game.core.state import Table, Ticked
from app.game.subjects.payments import events as e


def payments_ticked(table: Table, event: e.PaymentsTicked) -> Table:
    tick = Ticked(event.round, event.amended, event.box, event.payments)
    return replace(table, ticked=(*table.ticked, tick))


def payments_unticked(table: Table, event: e.PaymentsUnticked) -> Table:
    """The last tick of these payments is none."""
    tick = Ticked(event.round, event.amended, event.box, event.payments)
    at = len(table.ticked) - 1 - table.ticked[::-1].index(tick)
    return replace(table, ticked=(*table.ticked[:at], *table.ticked[at + 1 :]))
