"""In which lane of a timeline an event is drawn. What money it moves is told beside it, whichever lane it is in."""

from app.game import events as e
from app.game.core.kinds import Lane
from app.game.registry import EVENTS


def lane_of(event: e.Event) -> Lane:
    """The lane of this event; that a hand stands is what somebody said, any other end of it follows."""
    if isinstance(event, e.HandCompleted) and event.why == "stand":
        return "taps"
    return EVENTS[type(event)].lane
