"""What is said of its events."""

from app.game.core.moment import Moment
from app.game.core.said import Said, said
from app.game.subjects.dealer import events as e


def offers_closed(event: e.OffersClosed, moment: Moment) -> Said:
    if event.rescue_stays:
        return said("offers.closed_but_rescue")
    return said("offers.over" if event.by_itself else "offers.closed")
