"""The rows of offers that the dealer closes."""

from app.game.core.rows import Rows, decision_row
from app.game.subjects.dealer.events import OffersClosed


def offers_closed(event: OffersClosed) -> Rows:
    return [] if event.by_itself else [decision_row(event)]
