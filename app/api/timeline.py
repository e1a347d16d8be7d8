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
    round: str | None
    type: str
    lane: Lane
    words: str
    at_us: int
    recorded_us: int
    actor: str
    device: str | None
    places: tuple[str, ...]
    command: str | None
    moves: tuple[Moved, ...]


class Timeline(NamedTuple):
    """Events in order; `next` is the `after` of the page behind it."""

    table: str
    events: tuple[TimelineEvent, ...]
    next: int | None


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
