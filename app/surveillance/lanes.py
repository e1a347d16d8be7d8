"""In which lane of a timeline an event is drawn. What money it moves is told beside it, whichever lane it is in."""

from typing import Literal

from app.game import events as e
from app.surveillance.event_words import WORDS, chips, devices, errors

Lane = Literal["game", "money", "device", "taps", "corrections"]
MONEY = (*chips.WORDS, e.WagerPlaced, e.WagerDisplaced, e.WagersWithdrawn, e.Settled)
DEVICE = (*devices.WORDS, e.HoleRead)
TAPS = (
    e.HitCalled, e.HandDoubled, e.HandSplit, e.BoxSurrendered, e.InsurancePlaced, e.DoubleTakenBack, e.OffersClosed,
    e.NoMoreBetsCalled, e.SqueezePermitted,
)  # fmt: skip
_LANES: dict[type, Lane] = {
    **dict.fromkeys(WORDS, "game"),
    **dict.fromkeys(errors.WORDS, "corrections"),
    **dict.fromkeys(DEVICE, "device"),
    **dict.fromkeys(TAPS, "taps"),
    **dict.fromkeys(MONEY, "money"),
}


def lane_of(event: e.Event) -> Lane:
    """The lane of this event; that a hand stands is what somebody said, any other end of it follows."""
    if isinstance(event, e.HandCompleted) and event.why == "stand":
        return "taps"
    return _LANES[type(event)]
