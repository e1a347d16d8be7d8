"""The house after an event about who signs in, signs and signs out."""

from collections.abc import Callable
from typing import Any

from app.house.places import place_of
from app.house.state import (
    House,
    Person,
    Place,
    Session,
    Tried,
    person_of,
)
from app.house.subjects.sessions import events as e
from app.house.subjects.sessions.pin_attempts import HOUR_US, tried_in, with_tried, without

# Where somebody has signed in is remembered for so long, of so many places.
MOST_PLACES, REMEMBERED_US = 500, 30 * 24 * HOUR_US
# Of those at which nobody else has, and of new ones a day beyond that: one account must not push out the terminals of
# the house, nor make any address that it has a place at which others' PINs may be tried anew.
MOST_PLACES_OF_ONE, DAY_US = 50, 24 * HOUR_US
# Of one session: so many pages have one, and so many servers were gone to.
MOST_PASSAGES = 16


def changed(house: House, name: str, **fields: Any) -> House:
    """The house with these fields of the person otherwise."""
    people = [each._replace(**fields) if each.name == name else each for each in house.people]
    return house._replace(people=tuple(people))


def without_sessions(house: House, name: str, but: str = "") -> House:
    """The house in which the person is signed in nowhere `but` in the session of this id."""
    return house._replace(sessions=tuple([each for each in house.sessions if each.person != name or each.id == but]))


def signed_in(house: House, event: e.SignedIn) -> House:
    """Sessions that have run out are dropped on the way."""
    opened, after = event.session, forgiven(house, event.session.person, event.lane)
    left = [each for each in after.sessions if each.expires_us > opened.opened_us]
    return after._replace(sessions=(*left, opened), places=_places(house.places, opened))


def _places(known: tuple[Place, ...], opened: Session) -> tuple[Place, ...]:
    """The places at which people have signed in, this one the latest."""
    where, at_us, person = place_of(opened.where), opened.opened_us, opened.person
    before = next((each for each in known if each.where == where), Place(where, at_us, person))
    others = [each for each in known if each.where != where and each.last_us + REMEMBERED_US > at_us]
    own = [each for each in others if before.person == person == each.person]
    if len(own) >= MOST_PLACES_OF_ONE:
        if own[0].last_us + DAY_US > at_us:
            return tuple(others)
        others.remove(own[0])
    return (*others, Place(where, at_us, person if before.person == person else ""))[-MOST_PLACES:]


def forgiven(house: House, name: str, lane: str) -> House:
    """The house in which nothing is held against this name in this lane: the right PIN was given there."""
    person = person_of(house, name)
    return house if person is None else changed(with_tries(house, name, without(person.tries, lane)), name, unlocked=0)


def with_tries(house: House, name: str, tries: tuple[Tried, ...]) -> House:
    """The house with what was tried in vain under this name."""
    locked_until_us = max([each.locked_until_us for each in tries], default=0)
    return changed(
        house, name, tries=tries, failures=sum([each.failures for each in tries]), locked_until_us=locked_until_us
    )


def sign_in_refused(house: House, event: e.SignInRefused) -> House:
    person: Person | None = person_of(house, event.name)
    if person is None or not event.counts:
        return house
    failed = tried_in(person.tries, event.lane, event.at_us)
    tried = failed._replace(failures=failed.failures + 1, last_us=event.at_us)
    return with_tries(house, event.name, with_tried(person.tries, tried))


def person_locked(house: House, event: e.PersonLocked) -> House:
    person: Person | None = person_of(house, event.name)
    if person is None:
        return house
    tried = tried_in(person.tries, event.lane, 0)._replace(locked_until_us=event.until_us)
    return with_tries(house, event.name, with_tried(person.tries, tried))


def signed_for_act(house: House, event: e.SignedForAct) -> House:
    return forgiven(house, event.name, event.lane)


def passage_given(house: House, event: e.PassageGiven) -> House:
    """Each page that is open has one; the oldest is forgotten."""
    return _with_session(house, event.session, lambda each: each._replace(
        passages=(*each.passages, event.passage_hash)[-MOST_PASSAGES:]
    ))  # fmt: skip


def passage_taken(house: House, event: e.PassageTaken) -> House:
    return _with_session(house, event.session, lambda each: each._replace(
        passages=tuple([known for known in each.passages if known != event.passage_hash]),
        tokens=(*each.tokens, event.token_hash)[-MOST_PASSAGES:],
    ))  # fmt: skip


def _with_session(house: House, id_: str, to: Callable[[Session], Session]) -> House:
    return house._replace(sessions=tuple([to(each) if each.id == id_ else each for each in house.sessions]))


def session_ended(house: House, event: e.SessionEnded) -> House:
    return house._replace(sessions=tuple([each for each in house.sessions if each.id != event.session]))


def session_locked(house: House, event: e.SessionLocked) -> House:
    return _with_session(house, event.session, lambda each: each._replace(locked=True))


def session_unlocked(house: House, event: e.SessionUnlocked) -> House:
    return _with_session(house, event.session, lambda each: each._replace(locked=False))
