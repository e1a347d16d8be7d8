"""Events of the log as people are told of them: nothing of the chain, and no commitment."""

from typing import NamedTuple

from app.api.replaying import Told
from app.printable import shown
from app.store.chain import Entry


class EventTold(NamedTuple):
    """An event of the log, and in words what happened."""

    version: int
    """The version of the event."""
    round: str | None
    """The name of the round; null where it is of none."""
    type: str
    """The kind of the event."""
    at_us: int
    recorded_us: int
    actor: str
    words: str
    """What happened, in words."""


class EventsTold(NamedTuple):
    """Events in order."""

    events: tuple[EventTold, ...]
    """The events, in order."""


def events_told(events: list[Told]) -> EventsTold:
    """The events as they are shown."""
    return EventsTold(tuple([_event(each.entry, each.words) for each in events]))


def _event(entry: Entry, words: str) -> EventTold:
    return EventTold(
        entry.version, entry.round, entry.type, entry.event_us, entry.recorded_us, shown(entry.actor), words
    )
