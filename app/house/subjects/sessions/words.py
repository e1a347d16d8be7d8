"""What is said of its events."""

from app.game.core.said import Said, said
from app.house.subjects.sessions import events as e


def signed_in(event: e.SignedIn) -> Said:
    session = event.session
    return said("house_sessions.signed_in", person=session.person, where=session.where, session=session.id)


def sign_in_refused(event: e.SignInRefused) -> Said:
    return said("house_sessions.sign_in_refused", name=event.name, where=event.where, why=event.why)


def person_locked(event: e.PersonLocked) -> Said:
    return said("house_sessions.person_locked", name=event.name)


def signed_for_act(event: e.SignedForAct) -> Said:
    return said("house_sessions.signed_for_act", name=event.name, act=event.act, where=event.where)


def session_ended(event: e.SessionEnded) -> Said:
    return said("house_sessions.ended", person=event.person, reason=event.reason, session=event.session)


def session_locked(event: e.SessionLocked) -> Said:
    return said("house_sessions.locked", person=event.person, session=event.session)


def session_unlocked(event: e.SessionUnlocked) -> Said:
    return said("house_sessions.unlocked", person=event.person, session=event.session)


def passage_given(event: e.PassageGiven) -> Said:
    return said("house_sessions.passage_given", person=event.person, session=event.session)


def passage_taken(event: e.PassageTaken) -> Said:
    return said("house_sessions.passage_taken", person=event.person, session=event.session)
