"""From which side somebody tries a PIN: what is throttled, what is counted, and with whom the try waits.

In a live session the session is the side: whoever guesses elsewhere, even at the same address, is another one. Signing
in is tried at a place. A place at which nobody of the house has signed in of late is a stranger's, and all of those
together are one side.
"""

from collections.abc import Container
from typing import Literal, NamedTuple

from app.house.places import place_of
from app.house.subjects.sessions.pin_attempts import ELSEWHERE
from app.people.caller import Caller

Queue = Literal["sessions", "known", "elsewhere"]


class Source(NamedTuple):
    """One side. `where` stands in the record; `place` has so many tries in a while; wrong PINs are counted in `lane`;
    `queue` says with whom the try waits."""

    where: str
    place: str
    lane: str
    queue: Queue


def at_place(where: str, known: Container[str]) -> Source:
    """The side of somebody who signs in; `known` are the places at which people of the house have."""
    place = place_of(where)
    if place in known:
        return Source(where, place, f"at {place}", "known")
    return Source(where, place, ELSEWHERE, "elsewhere")


def in_session(caller: Caller, *, own: bool) -> Source:
    """The side of somebody who is signed in, and gives the `own` PIN again or has another person sign."""
    session = f"session {caller.session}"
    return Source(caller.where, session, session if own else f"by {caller.name}", "sessions")
