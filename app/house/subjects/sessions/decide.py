"""What becomes of a command about who signs in, signs and signs out.

The PIN was looked at before; here is decided whether a person with the right one may come in. Wrong ones are counted
by lane, and make that lane wait (`tries`). Sessions that go on are not touched by that, or anybody could send a dealer
from the table by guessing.
"""

from app.house.kinds import Decided
from app.house.refusal import Refused, refused
from app.house.state import House, Person, Session, person_of, session_of
from app.house.subjects.sessions import commands as c
from app.house.subjects.sessions import events as e
from app.house.subjects.sessions.pin_attempts import failed_in, is_locked, tried_in

MOST_SESSIONS = 8
# Whoever may deal needs a licence that is good; what others do needs none.
LICENSED = frozenset({"dealer"})
# Nobody is told which of the two it was, nor whether there is such an account.
WRONG = refused("wrong_credentials")
LOCKED = refused("locked_out")


def refusal_of(house: House, name: str, at_us: int, day: str, lane: str = "") -> Refused | None:
    """Why this person may not come in though the PIN is right, if so. Without a `day` no licence is looked at."""
    person = person_of(house, name)
    if person is None:
        return WRONG
    if is_locked(person.tries, lane, at_us):
        return LOCKED
    if person.suspended:
        return refused("suspended")
    if day and licence_is_over(person, day):
        return refused("licence_expired", {"day": person.licensed_through})
    return None


def licence_is_over(person: Person, day: str) -> bool:
    """Whether the licence that this person needs was good for an earlier day only."""
    through = person.licensed_through
    return through is not None and bool(LICENSED & set(person.roles)) and through < day


def sign_in(house: House, command: c.SignIn) -> Decided:
    refused = refusal_of(house, command.name, command.at_us, command.day, command.lane)
    if refused is not None:
        return refused
    mine = [each for each in house.sessions if each.person == command.name and each.expires_us > command.at_us]
    mine.sort(key=lambda each: each.opened_us)
    over = mine[: max(0, len(mine) - MOST_SESSIONS + 1)]
    ended = [e.SessionEnded(each.id, each.person, "signed in elsewhere too often") for each in over]
    made = Session(command.session, command.name, command.token_hash, command.where, command.at_us, command.expires_us)
    return (*ended, e.SignedIn(made, command.lane))


def refuse_sign_in(house: House, command: c.RefuseSignIn) -> Decided:
    person = person_of(house, command.name)
    if person is None:
        return WRONG
    lane, at_us = command.lane, command.at_us
    counts = command.counts and not is_locked(person.tries, lane, at_us)
    refused = e.SignInRefused(command.name, command.why, command.where, at_us, counts, lane)
    until_us = failed_in(tried_in(person.tries, lane, at_us), at_us).locked_until_us
    return (refused, e.PersonLocked(command.name, until_us, lane)) if counts and until_us else (refused,)


def sign_for_act(house: House, command: c.SignForAct) -> Decided:
    refused = refusal_of(house, command.name, command.at_us, command.day, command.lane)
    return refused or (e.SignedForAct(command.name, command.act, command.where, command.at_us, command.lane),)


def end_session(house: House, command: c.EndSession) -> Decided:
    session = session_of(house, command.session)
    if session is None:
        return refused("not_found.session")
    return (e.SessionEnded(session.id, session.person, command.reason),)


def lock_session(house: House, command: c.LockSession) -> Decided:
    session = session_of(house, command.session)
    if session is None:
        return refused("not_found.session")
    if session.locked:
        return refused("no_change.locked_already")
    return (e.SessionLocked(session.id, session.person),)


def unlock_session(house: House, command: c.UnlockSession) -> Decided:
    session = session_of(house, command.session)
    if session is None:
        return refused("not_found.session")
    if not session.locked:
        return refused("no_change.not_locked")
    return (e.SessionUnlocked(session.id, session.person),)


def give_passage(house: House, command: c.GivePassage) -> Decided:
    session = session_of(house, command.session)
    if session is None:
        return refused("not_found.session")
    return (e.PassageGiven(session.id, session.person, command.passage_hash),)


def take_passage(house: House, command: c.TakePassage) -> Decided:
    """Good once, while the session lasts, and only at the machine where it was opened. Whoever is suspended has no
    session; a lock after wrong PINs is for who signs in, or anybody could keep a dealer from going on by guessing."""
    session = next((each for each in house.sessions if command.passage_hash in each.passages), None)
    if session is None or session.expires_us <= command.at_us or session.where != command.where:
        return refused("bad_passage")
    return (e.PassageTaken(session.id, session.person, command.passage_hash, command.token_hash),)
