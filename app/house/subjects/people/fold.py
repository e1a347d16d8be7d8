"""The house after an event about people."""

from app.house.state import House, person_of
from app.house.subjects.people import events as e
from app.house.subjects.sessions import fold as sessions


def account_is(house: House, event: e.PersonAdded | e.PersonChanged) -> House:
    others = [each for each in house.people if each.name != event.person.name]
    return house._replace(people=tuple(sorted((*others, event.person))))


def person_suspended(house: House, event: e.PersonSuspended) -> House:
    return sessions.without_sessions(sessions.changed(house, event.name, suspended=True), event.name)


def person_readmitted(house: House, event: e.PersonReadmitted) -> House:
    """A code from before a suspension is good no more: it may have been the reason for it."""
    person = person_of(house, event.name)
    void = {"code_seal": "", "code_until_us": 0} if person is not None and person.suspended else {}
    times = person.unlocked + 1 if person is not None and person.failures else 0
    free = {"tries": (), "failures": 0, "locked_until_us": 0, "unlocked": times}
    return sessions.changed(house, event.name, suspended=False, **free, **void)


def pin_was_set(house: House, event: e.PinWasSet) -> House:
    """A code that was made before is good no more: whoever had it would undo this."""
    pin_by = _giver(house, event.name, event.by if not event.session else event.name)
    after = sessions.changed(
        house, event.name, pin_seal=event.pin_seal, pin_by=pin_by, code_seal="", code_until_us=0, code_by="", unlocked=0
    )
    return sessions.without_sessions(after, event.name, but=event.session)


def code_made(house: House, event: e.CodeMade) -> House:
    by = _giver(house, event.name, event.by)
    return sessions.changed(house, event.name, code_seal=event.code_seal, code_until_us=event.until_us, code_by=by)


def _giver(house: House, name: str, by: str) -> str:
    """Who may know the PIN of this person that `by` has set. Whoever gave one could have changed it in his name."""
    person = person_of(house, name)
    return person.pin_by if person is not None and by == name else by


def code_redeemed(house: House, event: e.CodeRedeemed) -> House:
    return sessions.forgiven(house, event.name, event.lane)


def display_added(house: House, event: e.DisplayAdded) -> House:
    return house._replace(displays=tuple(sorted((*house.displays, event.display))))


def display_removed(house: House, event: e.DisplayRemoved) -> House:
    return house._replace(displays=tuple([each for each in house.displays if each.id != event.display]))
