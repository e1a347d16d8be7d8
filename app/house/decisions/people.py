"""What becomes of a command about people, and the house after such an event.

Nobody has an account by default. An account is never taken out of the state, since the record names people; it is
suspended. Somebody always remains who can sign in and administer: the last such account is neither suspended nor
changed into another.
"""

from collections.abc import Callable
from typing import Any

from app.house import commands as c
from app.house import events as e
from app.house.decisions import sessions
from app.house.decisions.wrong_person import is_name, taken, wrong
from app.house.refused import Refused
from app.house.state import Display, House, Person, display_of, person_of

MOST_PEOPLE, MOST_DISPLAYS = 2_000, 500
MOST_LETTERS = 200


def _add(house: House, command: c.AddPerson) -> tuple[e.HouseEvent, ...] | Refused:
    if command.first and house.people:
        return Refused("Somebody has an account already: an administrator gives further ones.", "already_set_up")
    if person_of(house, command.name) is not None:
        return Refused(f"{command.name} has an account already.", "taken")
    if len(house.people) >= MOST_PEOPLE:
        return Refused(f"The house has {MOST_PEOPLE} accounts, which is as many as it keeps.", "house_full")
    person = Person(command.name, command.shown, command.roles, pin_seal=command.pin_seal)
    return _refused(house, command) or (e.PersonAdded(_with(person, command)),)


def _change(house: House, command: c.ChangePerson) -> tuple[e.HouseEvent, ...] | Refused:
    before = person_of(house, command.name)
    if before is None:
        return unknown(command.name)
    if "administrator" not in command.roles and _is_last_administrator(house, before):
        return _last(command.name)
    return _refused(house, command) or (e.PersonChanged(_with(before, command)),)


def _refused(house: House, said: c.AddPerson | c.ChangePerson) -> Refused | None:
    fault = wrong(said)
    return Refused(fault, "bad_person") if fault else taken(house, said)


def _with(person: Person, said: c.AddPerson | c.ChangePerson) -> Person:
    return person._replace(
        shown=said.shown, roles=said.roles, badge=said.badge, licence=said.licence,
        licensed_through=said.licensed_through, sees_face_down=said.sees_face_down,
    )  # fmt: skip


def unknown(name: str) -> Refused:
    """Nobody has an account of this name."""
    return Refused(f"Nobody has an account of the name {name[:MOST_LETTERS]!r}.", "not_found")


def _is_last_administrator(house: House, person: Person) -> bool:
    able = [each.name for each in house.people if _administers(each)]
    return able == [person.name]


def _administers(person: Person) -> bool:
    return "administrator" in person.roles and not person.suspended and bool(person.pin_seal)


def _last(name: str) -> Refused:
    return Refused(
        f"{name} is the last administrator who can sign in: give somebody else the role and a PIN first.",
        "last_administrator",
    )


def _suspend(house: House, command: c.SuspendPerson) -> tuple[e.HouseEvent, ...] | Refused:
    person = person_of(house, command.name)
    if person is None:
        return unknown(command.name)
    if person.suspended:
        return Refused(f"{command.name} is suspended already.", "no_change")
    if not command.reason.strip() or len(command.reason) > MOST_LETTERS:
        return Refused(f"Say why {command.name} is suspended, in up to {MOST_LETTERS} characters.", "bad_person")
    if _is_last_administrator(house, person):
        return _last(command.name)
    return (e.PersonSuspended(command.name, command.reason),)


def _readmit(house: House, command: c.ReadmitPerson) -> tuple[e.HouseEvent, ...] | Refused:
    person = person_of(house, command.name)
    if person is None:
        return unknown(command.name)
    if not person.suspended and not person.locked_until_us and not person.failures:
        return Refused(f"{command.name} is neither suspended nor locked.", "no_change")
    return (e.PersonReadmitted(command.name),)


def _note_pin(house: House, command: c.NotePinSet) -> tuple[e.HouseEvent, ...] | Refused:
    known = person_of(house, command.name) is not None
    event = e.PinWasSet(command.name, command.pin_seal, command.session, command.by)
    return (event,) if known else unknown(command.name)


def _note_code(house: House, command: c.NoteCodeMade) -> tuple[e.HouseEvent, ...] | Refused:
    known = person_of(house, command.name) is not None
    event = e.CodeMade(command.name, command.code_seal, command.until_us, command.by)
    return (event,) if known else unknown(command.name)


def _redeem(house: House, command: c.RedeemCode) -> tuple[e.HouseEvent, ...] | Refused:
    """The code that was looked at may have been used, or replaced, since."""
    refused = sessions.refusal_of(house, command.name, command.at_us, command.day, command.lane)
    if refused is not None:
        return refused
    person = person_of(house, command.name)
    if person is None or command.code_seal != sealed_code(person, command.at_us) or not command.code_seal:
        return Refused(sessions.WRONG, "wrong_credentials")
    at = (command.name, command.where, command.at_us, command.lane)
    return (e.PinWasSet(command.name, command.pin_seal, by=person.code_by), e.CodeRedeemed(*at))


def sealed_code(person: Person, at_us: int) -> str:
    """The seal of the code that is good at this moment; "" without one."""
    return person.code_seal if at_us < person.code_until_us else ""


def _add_display(house: House, command: c.AddDisplay) -> tuple[e.HouseEvent, ...] | Refused:
    if not is_name(command.display):
        return Refused("A display's name has 2 to 40 letters, digits, - or _, such as t7-sign.", "bad_display")
    if not is_table(command.table):
        return Refused("Say at which table the display hangs: 1 to 40 visible characters.", "bad_display")
    if display_of(house, command.display) is not None:
        return Refused(f"There is a display {command.display} already: remove it first.", "taken")
    if len(house.displays) >= MOST_DISPLAYS:
        return Refused(f"The house has {MOST_DISPLAYS} displays: remove one first.", "house_full")
    made = Display(command.display, command.table, command.token_hash, command.session)
    return (e.DisplayAdded(made),)


def is_table(text: str) -> bool:
    """Whether the text can be the number of a table."""
    return bool(text.strip()) and len(text) <= 40


def _remove_display(house: House, command: c.RemoveDisplay) -> tuple[e.HouseEvent, ...] | Refused:
    if display_of(house, command.display) is None:
        return Refused(f"There is no display {command.display[:MOST_LETTERS]!r}.", "not_found")
    return (e.DisplayRemoved(command.display),)


def _note_refusal(house: House, command: c.NoteRefusal) -> tuple[e.HouseEvent, ...] | Refused:
    return (e.Refusal(command.who, command.action, command.why, command.where, command.times),)


def _note_seen(house: House, command: c.NoteFaceDownSeen) -> tuple[e.HouseEvent, ...] | Refused:
    person = person_of(house, command.name)
    if person is None or person.suspended or not person.sees_face_down:
        return Refused(f"{command.name} has not been granted to see cards that lay face down.", "no_grant")
    return (e.FaceDownSeen(command.name, command.round, command.where),)


def _note_pack(house: House, command: c.NoteDisputePack) -> tuple[e.HouseEvent, ...] | Refused:
    exported = (command.name, command.round, command.reason, command.sha256, command.where)
    return (e.DisputePackExported(*exported),)


def _put(house: House, event: e.PersonAdded | e.PersonChanged) -> House:
    others = [each for each in house.people if each.name != event.person.name]
    return house._replace(people=tuple(sorted((*others, event.person))))


def _suspended(house: House, event: e.PersonSuspended) -> House:
    return sessions.without_sessions(sessions.changed(house, event.name, suspended=True), event.name)


def _readmitted(house: House, event: e.PersonReadmitted) -> House:
    """A code from before a suspension is good no more: it may have been the reason for it."""
    person = person_of(house, event.name)
    void = {"code_seal": "", "code_until_us": 0} if person is not None and person.suspended else {}
    times = person.unlocked + 1 if person is not None and person.failures else 0
    free = {"tries": (), "failures": 0, "locked_until_us": 0, "unlocked": times}
    return sessions.changed(house, event.name, suspended=False, **free, **void)


def _pin_was_set(house: House, event: e.PinWasSet) -> House:
    """A code that was made before is good no more: whoever had it would undo this."""
    pin_by = _giver(house, event.name, event.by if not event.session else event.name)
    after = sessions.changed(
        house, event.name, pin_seal=event.pin_seal, pin_by=pin_by, code_seal="", code_until_us=0, code_by="", unlocked=0
    )
    return sessions.without_sessions(after, event.name, but=event.session)


def _code_made(house: House, event: e.CodeMade) -> House:
    by = _giver(house, event.name, event.by)
    return sessions.changed(house, event.name, code_seal=event.code_seal, code_until_us=event.until_us, code_by=by)


def _giver(house: House, name: str, by: str) -> str:
    """Who may know the PIN of this person that `by` has set. Whoever gave one could have changed it in his name."""
    person = person_of(house, name)
    return person.pin_by if person is not None and by == name else by


def given_by(house: House, one: str, other: str) -> bool:
    """Whether either of the two may know the PIN of the other, because he gave it."""
    people = [person_of(house, each) for each in (one, other)]
    return any(
        [person is not None and person.pin_by == each for person, each in zip(people, (other, one), strict=True)]
    )


def _code_redeemed(house: House, event: e.CodeRedeemed) -> House:
    return sessions.forgiven(house, event.name, event.lane)


def _display_added(house: House, event: e.DisplayAdded) -> House:
    return house._replace(displays=tuple(sorted((*house.displays, event.display))))


def _display_removed(house: House, event: e.DisplayRemoved) -> House:
    return house._replace(displays=tuple([each for each in house.displays if each.id != event.display]))


def _same(house: House, event: e.HouseEvent) -> House:
    return house


DECIDE: dict[type, Callable[[House, Any], tuple[e.HouseEvent, ...] | Refused]] = {
    c.AddPerson: _add,
    c.ChangePerson: _change,
    c.SuspendPerson: _suspend,
    c.ReadmitPerson: _readmit,
    c.NotePinSet: _note_pin,
    c.NoteCodeMade: _note_code,
    c.RedeemCode: _redeem,
    c.AddDisplay: _add_display,
    c.RemoveDisplay: _remove_display,
    c.NoteRefusal: _note_refusal,
    c.NoteFaceDownSeen: _note_seen,
    c.NoteDisputePack: _note_pack,
    **sessions.DECIDE,
}
APPLY: dict[type, Callable[[House, Any], House]] = {
    e.PersonAdded: _put,
    e.PersonChanged: _put,
    e.PersonSuspended: _suspended,
    e.PersonReadmitted: _readmitted,
    e.PinWasSet: _pin_was_set,
    e.CodeMade: _code_made,
    e.CodeRedeemed: _code_redeemed,
    e.DisplayAdded: _display_added,
    e.DisplayRemoved: _display_removed,
    e.Refusal: _same,
    e.FaceDownSeen: _same,
    e.DisputePackExported: _same,
    **sessions.APPLY,
}
