"""Events of a table for a timeline: in words and lanes, with the money that they moved, and who did them where."""

from typing import NamedTuple

from app.api.moved import Moved
from app.api.reads import Reads
from app.api.replaying import Told, told
from app.api.whereabouts import Stay, device_in, people_in, places_of, stays_of
from app.game.core.kinds import Lane
from app.printable import shown
from app.surveillance.lanes import lane_of


class TimelineEvent(NamedTuple):
    """An event in its lane. `device` told it, or a person asked for it, who was signed in at these `places` then;
    `command` is what caused it."""

    version: int
    """The version of the event."""
    round: str | None
    """The name of the round; null where it is of none."""
    type: str
    """The kind of the event."""
    lane: Lane
    """In which lane of a timeline it is drawn."""
    words: str
    """What happened, in words."""
    at_us: int
    recorded_us: int
    actor: str
    device: str | None
    """The device that told it; null where a person asked for it."""
    places: tuple[str, ...]
    """Where the people who did it were signed in at that moment, or gave a PIN shortly before."""
    command: str | None
    """The id of the command that caused it; null where none did."""
    moves: tuple[Moved, ...]
    """The money that it moved; all together nothing."""


class Timeline(NamedTuple):
    """Events in order; `next` is the `after` of the page behind it."""

    table: str
    """The number of the table."""
    events: tuple[TimelineEvent, ...]
    """The events, in order."""
    next: int | None
    """The `after` of the page behind this one; null if there is none."""


async def timeline(reads: Reads, number: str, first: int, last: int, end: int) -> Timeline:
    """The events of these versions, of those up to `end`."""
    events = await told(reads, number, first, last) if first <= last else []
    stays: list[Stay] = []
    if events:
        people = [name for each in events for name in people_in(each.entry.actor)]
        async with reads.connection() as connection:
            stays = await stays_of(connection, people, events[0].entry.recorded_us, events[-1].entry.recorded_us)
    told_here = tuple([_shown(each, stays) for each in events])
    return Timeline(number, told_here, last if last < end else None)


def _shown(each: Told, stays: list[Stay]) -> TimelineEvent:
    entry = each.entry
    return TimelineEvent(
        entry.version, entry.round, entry.type, lane_of(each.event), each.words, entry.event_us, entry.recorded_us,
        shown(entry.actor), device_in(entry.actor), places_of(stays, entry.actor, entry.recorded_us),
        None if entry.command is None else str(entry.command),
        tuple([Moved(*account, cents) for account, cents in each.moves]),
    )  # fmt: skip
