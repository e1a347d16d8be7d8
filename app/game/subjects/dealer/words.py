"""What is said of its events."""

from app.game.core.message import Message, message
from app.game.core.moment import Moment
from app.game.subjects.dealer import events as e


def offers_closed(event: e.OffersClosed, moment: Moment) -> Message:
    if event.rescue_stays:
        return message("offers.closed_but_rescue")
    return message("offers.over" if event.by_itself else "offers.closed")
