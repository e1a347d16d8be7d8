"""What becomes of a command about who signs in, signs and signs out, and the house after such an event.

The PIN was looked at before; here is decided whether a person with the right one may come in. Wrong ones are counted
by lane, and make that lane wait (`tries`). Sessions that go on are not touched by that, or anybody could send a dealer
from the table by guessing.
"""

from collections.abc import Callable
from typing import Any

from app.house import commands as c
from app.house import events as e
from app.house.decisions.tries import failed_in, is_locked, tried_in, with_tried, without
from app.house.places import place_of
from app.house.refused import Refused
from app.house.state import House, Person, Place, Session, Tried, person_of, session_of

HOUR_US = 3_600 * 1_000_000
# Where somebody has signed in is remembered for so long, of so many places.
MOST_PLACES, REMEMBERED_US = 500, 30 * 24 * HOUR_US
# Of those at which nobody else has, and of new ones a day beyond that: one account must not push out the terminals of
# the house, nor make any address that it has a place at which others' PINs may be tried anew.
MOST_PLACES_OF_ONE, DAY_US = 50, 24 * HOUR_US
MOST_SESSIONS = 8
# Of one session: so many pages have one, and so many servers were gone to.
MOST_PASSAGES = 16
# Whoever may deal needs a licence that is good; what others do needs none.
LICENSED = frozenset({"dealer"})
# Nobody is told which of the two it was, nor whether there is such an account.
WRONG = "Name or badge and PIN do not belong together: try again."
LOCKED = "Too many wrong PINs were given for this name: wait up to an hour, or see a supervisor."


def refusal_of(house: House, name: str, at_us: int, day: str, lane: str = "") -> Refused | None:
    """Why this person may not come in though the PIN is right, if so. Without a `day` no licence is looked at."""
    person = person_of(house, name)
    if person is None:
        return Refused(WRONG, "wrong_credentials")
    if is_locked(person.tries, lane, at_us):
        return Refused(LOCKED, "locked_out")
    if person.suspended:
        return Refused("Your account is suspended: see an administrator.", "suspended")
    if day and licence_is_over(person, day):
        return Refused(
            f"Your licence was good through {person.licensed_through}: have an administrator enter the new one.",
            "licence_expired",
        )
    return None


def licence_is_over(person: Person, day: str) -> bool:
    """Whether the licence that this person needs was good for an earlier day only."""
    through = person.licensed_through
    return through is not None and bool(LICENSED & set(person.roles)) and through < day


def _sign_in(house: House, command: c.SignIn) -> tuple[e.HouseEvent, ...] | Refused:
    refused = refusal_of(house, command.name, command.at_us, command.day, command.lane)
    if refused is not None:
        return refused
    mine = [each for each in house.sessions if each.person == command.name and each.expires_us > command.at_us]
    mine.sort(key=lambda each: each.opened_us)
    over = mine[: max(0, len(mine) - MOST_SESSIONS + 1)]
    ended = [e.SessionEnded(each.id, each.person, "signed in elsewhere too often") for each in over]
    made = Session(command.session, command.name, command.token_hash, command.where, command.at_us, command.expires_us)
    return (*ended, e.SignedIn(made, command.lane))


def _refuse_sign_in(house: House, command: c.RefuseSignIn) -> tuple[e.HouseEvent, ...] | Refused:
    person = person_of(house, command.name)
    if person is None:
        return Refused(WRONG, "wrong_credentials")
    lane, at_us = command.lane, command.at_us
    counts = command.counts and not is_locked(person.tries, lane, at_us)
    refused = e.SignInRefused(command.name, command.why, command.where, at_us, counts, lane)
    until_us = failed_in(tried_in(person.tries, lane, at_us), at_us).locked_until_us
    return (refused, e.PersonLocked(command.name, until_us, lane)) if counts and until_us else (refused,)


def _sign_for_act(house: House, command: c.SignForAct) -> tuple[e.HouseEvent, ...] | Refused:
    refused = refusal_of(house, command.name, command.at_us, command.day, command.lane)
    return refused or (e.SignedForAct(command.name, command.act, command.where, command.at_us, command.lane),)


def _end_session(house: House, command: c.EndSession) -> tuple[e.HouseEvent, ...] | Refused:
    session = session_of(house, command.session)
    if session is None:
        return Refused("That session is over already.", "not_found")
    return (e.SessionEnded(session.id, session.person, command.reason),)


def _lock(house: House, command: c.LockSession) -> tuple[e.HouseEvent, ...] | Refused:
    session = session_of(house, command.session)
    if session is None:
        return Refused("That session is over already.", "not_found")
    if session.locked:
        return Refused("That session is locked already.", "no_change")
    return (e.SessionLocked(session.id, session.person),)


def _unlock(house: House, command: c.UnlockSession) -> tuple[e.HouseEvent, ...] | Refused:
    session = session_of(house, command.session)
    if session is None:
        return Refused("That session is over already.", "not_found")
    if not session.locked:
        return Refused("That session is not locked.", "no_change")
    return (e.SessionUnlocked(session.id, session.person),)


def _give_passage(house: House, command: c.GivePassage) -> tuple[e.HouseEvent, ...] | Refused:
    session = session_of(house, command.session)
    if session is None:
        return Refused("That session is over already.", "not_found")
    return (e.PassageGiven(session.id, session.person, command.passage_hash),)


def _take_passage(house: House, command: c.TakePassage) -> tuple[e.HouseEvent, ...] | Refused:
    """Good once, while the session lasts, and only at the machine where it was opened. Whoever is suspended has no
    session; a lock after wrong PINs is for who signs in, or anybody could keep a dealer from going on by guessing."""
    session = next((each for each in house.sessions if command.passage_hash in each.passages), None)
    if session is None or session.expires_us <= command.at_us or session.where != command.where:
        return Refused("This session cannot go on here: sign in.", "bad_passage")
    return (e.PassageTaken(session.id, session.person, command.passage_hash, command.token_hash),)


def changed(house: House, name: str, **fields: Any) -> House:
    """The house with these fields of the person otherwise."""
    people = [each._replace(**fields) if each.name == name else each for each in house.people]
    return house._replace(people=tuple(people))


def without_sessions(house: House, name: str, but: str = "") -> House:
    """The house in which the person is signed in nowhere `but` in the session of this id."""
    return house._replace(sessions=tuple([each for each in house.sessions if each.person != name or each.id == but]))


def _signed_in(house: House, event: e.SignedIn) -> House:
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


def _sign_in_refused(house: House, event: e.SignInRefused) -> House:
    person: Person | None = person_of(house, event.name)
    if person is None or not event.counts:
        return house
    failed = tried_in(person.tries, event.lane, event.at_us)
    tried = failed._replace(failures=failed.failures + 1, last_us=event.at_us)
    return with_tries(house, event.name, with_tried(person.tries, tried))


def _locked(house: House, event: e.PersonLocked) -> House:
    person: Person | None = person_of(house, event.name)
    if person is None:
        return house
    tried = tried_in(person.tries, event.lane, 0)._replace(locked_until_us=event.until_us)
    return with_tries(house, event.name, with_tried(person.tries, tried))


def _signed_for_act(house: House, event: e.SignedForAct) -> House:
    return forgiven(house, event.name, event.lane)


def _passage_given(house: House, event: e.PassageGiven) -> House:
    """Each page that is open has one; the oldest is forgotten."""
    return _with_session(house, event.session, lambda each: each._replace(
        passages=(*each.passages, event.passage_hash)[-MOST_PASSAGES:]
    ))  # fmt: skip


def _passage_taken(house: House, event: e.PassageTaken) -> House:
    return _with_session(house, event.session, lambda each: each._replace(
        passages=tuple([known for known in each.passages if known != event.passage_hash]),
        tokens=(*each.tokens, event.token_hash)[-MOST_PASSAGES:],
    ))  # fmt: skip


def _with_session(house: House, id_: str, to: Callable[[Session], Session]) -> House:
    return house._replace(sessions=tuple([to(each) if each.id == id_ else each for each in house.sessions]))


def _session_ended(house: House, event: e.SessionEnded) -> House:
    return house._replace(sessions=tuple([each for each in house.sessions if each.id != event.session]))


DECIDE: dict[type, Callable[[House, Any], tuple[e.HouseEvent, ...] | Refused]] = {
    c.SignIn: _sign_in,
    c.RefuseSignIn: _refuse_sign_in,
    c.SignForAct: _sign_for_act,
    c.EndSession: _end_session,
    c.LockSession: _lock,
    c.UnlockSession: _unlock,
    c.GivePassage: _give_passage,
    c.TakePassage: _take_passage,
}
APPLY: dict[type, Callable[[House, Any], House]] = {
    e.SignedIn: _signed_in,
    e.SignInRefused: _sign_in_refused,
    e.PersonLocked: _locked,
    e.SignedForAct: _signed_for_act,
    e.SessionEnded: _session_ended,
    e.SessionLocked: lambda house, event: _with_session(house, event.session, lambda each: each._replace(locked=True)),
    e.SessionUnlocked: lambda house, event: _with_session(
        house, event.session, lambda each: each._replace(locked=False)
    ),
    e.PassageGiven: _passage_given,
    e.PassageTaken: _passage_taken,
}
