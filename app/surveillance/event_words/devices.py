"""What the lines of the devices leave open, in words; and where a card is known from, if not from a checked line."""

from app.game import events as e
from app.game.state import Source
from app.game.subjects.devices.machines import MACHINES_WORDS
from app.surveillance.event_words.moment import Moment, Words, always
from app.surveillance.plain import spaced

_MARKS: dict[Source, str] = {
    "unchecked": ", over a line without a check",
    "manual": ", keyed by hand",
    "keyed": ", keyed by hand until the shoe tells it",
}


def mark(source: Source) -> str:
    """Where a card is known from; nothing to say if the shoe told it."""
    return _MARKS.get(source, "")


def _came(event: e.CameMeanwhile, moment: Moment) -> str:
    if event.doubt in MACHINES_WORDS:
        return f"meanwhile a machine told: {spaced(event.doubt)}; that waits for its turn"
    if event.commitment is None:
        return f"meanwhile a device's line came into doubt: {spaced(event.doubt)}"
    alarm = "; the shoe cannot hold such a card" if event.alarm else ""
    return f"meanwhile {moment.face(event.commitment)} left the shoe, and waits for its turn{alarm}"


def _confirmed(event: e.KeyedConfirmed, moment: Moment) -> str:
    what = "card that was keyed by hand needs" if event.cards == 1 else f"{event.cards} cards that were keyed need"
    return f"the first {what} no word of the shoe any more"


def _corrected(event: e.KeyedCorrected, moment: Moment) -> str:
    cards = [each.card or "one that lies face down" for each in event.keyed]
    return f"the keyed cards that wait for the shoe's word are now: {', '.join(cards) or 'none'}"


def _fetched(event: e.SpoolFetched, moment: Moment) -> str:
    return f"{len(event.entries)} of what came meanwhile, and was kept in the log alone, are at hand again"


def _seen(event: e.HeldCardSeen, moment: Moment) -> str:
    where = "" if event.of_the_shoe else "; it cannot be of this shoe"
    card, why = event.opened.card, spaced(event.irregularity)
    return f"the card for which the table holds was seen, it is {card}: {why}{where}"


WORDS: dict[type, Words] = {
    e.CameMeanwhile: _came,
    e.MeanwhileTakenUp: always("what came first meanwhile has its turn"),
    e.KeyedConfirmed: _confirmed,
    e.KeyedCorrected: _corrected,
    e.SpoolFetched: _fetched,
    e.HeldCardSeen: _seen,
}
