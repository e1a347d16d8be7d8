"""What becomes of a command about who signs in, signs and signs out, and the house after such an event.

The PIN was looked at before; here is decided whether a person with the right one may come in. Wrong ones are counted:
after five in a row nobody signs in under that name for a quarter of an hour. Sessions that go on are not touched by
that, or anybody could send a dealer from the table by guessing.
"""

from collections.abc import Callable
from typing import Any

from app.house import commands as c
from app.house import events as e
from app.house.refused import Refused
from app.house.state import House, Person, Session, person_of, session_of

MOST_FAILURES = 5
HOUR_US = 3_600 * 1_000_000
LOCKED_US = HOUR_US // 4
MOST_SESSIONS = 8
# Of one session: so many pages have one, and so many servers were gone to.
MOST_PASSAGES = 16
# Whoever may deal needs a licence that is good; what others do needs none.
LICENSED = frozenset({"dealer"})
# Nobody is told which of the two it was, nor whether there is such an account.
WRONG = "Name or badge and PIN do not belong together: try again."
LOCKED = f"After {MOST_FAILURES} wrong PINs nobody signs in under this name for 15 minutes: wait, or see a supervisor."


def refusal_of(house: House, name: str, at_us: int, day: str) -> Refused | None:
    """Why this person may not come in though the PIN is right, if so. Without a `day` no licence is looked at."""
    person = person_of(house, name)
    if person is None:
        return Refused(WRONG, "wrong_credentials")
    if person.locked_until_us > at_us:
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
    refused = refusal_of(house, command.name, command.at_us, command.day)
    if refused is not None:
        return refused
    mine = [each for each in house.sessions if each.person == command.name and each.expires_us > command.at_us]
    mine.sort(key=lambda each: each.opened_us)
    over = mine[: max(0, len(mine) - MOST_SESSIONS + 1)]
    ended = [e.SessionEnded(each.id, each.person, "signed in elsewhere too often") for each in over]
    made = Session(command.session, command.name, command.token_hash, command.where, command.at_us, command.expires_us)
    return (*ended, e.SignedIn(made))


def _refuse_sign_in(house: House, command: c.RefuseSignIn) -> tuple[e.HouseEvent, ...] | Refused:
    person = person_of(house, command.name)
    if person is None:
        return Refused(WRONG, "wrong_credentials")
    counts = command.counts and person.locked_until_us <= command.at_us
    refused = e.SignInRefused(command.name, command.why, command.where, command.at_us, counts)
    if not counts or person.failures + 1 < MOST_FAILURES:
        return (refused,)
    return (refused, e.PersonLocked(command.name, command.at_us + LOCKED_US))


def _sign_for_act(house: House, command: c.SignForAct) -> tuple[e.HouseEvent, ...] | Refused:
    refused = refusal_of(house, command.name, command.at_us, command.day)
    return refused or (e.SignedForAct(command.name, command.act, command.where, command.at_us),)


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
    after = _forgiven(house, event.session.person)
    left = [each for each in after.sessions if each.expires_us > event.session.opened_us]
    return after._replace(sessions=(*left, event.session))


def _forgiven(house: House, name: str) -> House:
    return changed(house, name, failures=0, locked_until_us=0)


def _sign_in_refused(house: House, event: e.SignInRefused) -> House:
    person: Person | None = person_of(house, event.name)
    if person is None or not event.counts:
        return house
    return changed(house, event.name, failures=person.failures + 1)


def _locked(house: House, event: e.PersonLocked) -> House:
    return changed(house, event.name, failures=0, locked_until_us=event.until_us)


def _signed_for_act(house: House, event: e.SignedForAct) -> House:
    return _forgiven(house, event.name)


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
