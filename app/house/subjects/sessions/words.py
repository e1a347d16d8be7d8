"""What is said of its events."""

from app.game.core.message import Message, message
from app.house.subjects.sessions import events as e


def signed_in(event: e.SignedIn) -> Message:
    session = event.session
    return message("house_sessions.signed_in", person=session.person, where=session.where, session=session.id)


def sign_in_refused(event: e.SignInRefused) -> Message:
    return message("house_sessions.sign_in_refused", name=event.name, where=event.where, why=event.why)


def person_locked(event: e.PersonLocked) -> Message:
    return message("house_sessions.person_locked", name=event.name)


def signed_for_act(event: e.SignedForAct) -> Message:
    return message("house_sessions.signed_for_act", name=event.name, act=event.act, where=event.where)


def session_ended(event: e.SessionEnded) -> Message:
    return message("house_sessions.ended", person=event.person, reason=event.reason, session=event.session)


def session_locked(event: e.SessionLocked) -> Message:
    return message("house_sessions.locked", person=event.person, session=event.session)


def session_unlocked(event: e.SessionUnlocked) -> Message:
    return message("house_sessions.unlocked", person=event.person, session=event.session)


def passage_given(event: e.PassageGiven) -> Message:
    return message("house_sessions.passage_given", person=event.person, session=event.session)


def passage_taken(event: e.PassageTaken) -> Message:
    return message("house_sessions.passage_taken", person=event.person, session=event.session)
