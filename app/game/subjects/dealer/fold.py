"""What its events make of a table."""

from app.game.core.state import Table, changed_round
from app.game.subjects.dealer import events as e


def offers_closed(table: Table, event: e.OffersClosed) -> Table:
    assert table.round is not None
    rescue = table.round.rescue if event.rescue_stays else None
    return changed_round(table, insurance_open=(), surrender_open=(), rescue=rescue)
