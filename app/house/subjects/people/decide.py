"""What becomes of a command about people.

Nobody has an account by default. An account is never taken out of the state, since the record names people; it is
suspended. Somebody always remains who can sign in and administer: the last such account is neither suspended nor
changed into another.
"""

from app.house.kinds import Decided
from app.house.refusal import Refused, refused
from app.house.state import Display, House, Person, display_of, person_of
from app.house.subjects.people import commands as c
from app.house.subjects.people import events as e
from app.house.subjects.people.person_check import is_name, taken, wrong
from app.house.subjects.sessions import decide as sessions

MOST_PEOPLE, MOST_DISPLAYS = 2_000, 500
MOST_LETTERS = 200


def add_person(house: House, command: c.AddPerson) -> Decided:
    if command.first and house.people:
        return refused("already_set_up")
    if person_of(house, command.name) is not None:
        return refused("taken.account", {"name": command.name})
    if len(house.people) >= MOST_PEOPLE:
        return refused("house_full.accounts", {"most": MOST_PEOPLE})
    person = Person(command.name, command.shown, command.roles, pin_seal=command.pin_seal)
    return _refused(house, command) or (e.PersonAdded(_with(person, command)),)


def change_person(house: House, command: c.ChangePerson) -> Decided:
    before = person_of(house, command.name)
    if before is None:
        return unknown(command.name)
    if "administrator" not in command.roles and _is_last_administrator(house, before):
        return _last(command.name)
    return _refused(house, command) or (e.PersonChanged(_with(before, command)),)


def _refused(house: House, said: c.AddPerson | c.ChangePerson) -> Refused | None:
    return wrong(said) or taken(house, said)


def _with(person: Person, said: c.AddPerson | c.ChangePerson) -> Person:
    return person._replace(
        shown=said.shown, roles=said.roles, badge=said.badge, licence=said.licence,
        licensed_through=said.licensed_through, sees_face_down=said.sees_face_down,
    )  # fmt: skip


def unknown(name: str) -> Refused:
    """Nobody has an account of this name."""
    return refused("not_found.account", {"name": name[:MOST_LETTERS]})


def _is_last_administrator(house: House, person: Person) -> bool:
    able = [each.name for each in house.people if _administers(each)]
    return able == [person.name]


def _administers(person: Person) -> bool:
    return "administrator" in person.roles and not person.suspended and bool(person.pin_seal)


def _last(name: str) -> Refused:
    return refused("last_administrator", {"name": name})


def suspend_person(house: House, command: c.SuspendPerson) -> Decided:
    person = person_of(house, command.name)
    if person is None:
        return unknown(command.name)
    if person.suspended:
        return refused("no_change.suspended_already", {"name": command.name})
    if not command.reason.strip() or len(command.reason) > MOST_LETTERS:
        return refused("bad_person.why_suspended", {"name": command.name, "most": MOST_LETTERS})
    if _is_last_administrator(house, person):
        return _last(command.name)
    return (e.PersonSuspended(command.name, command.reason),)


def readmit_person(house: House, command: c.ReadmitPerson) -> Decided:
    person = person_of(house, command.name)
    if person is None:
        return unknown(command.name)
    if not person.suspended and not person.locked_until_us and not person.failures:
        return refused("no_change.not_suspended", {"name": command.name})
    return (e.PersonReadmitted(command.name),)


def note_pin_set(house: House, command: c.NotePinSet) -> Decided:
    known = person_of(house, command.name) is not None
    event = e.PinWasSet(command.name, command.pin_seal, command.session, command.by)
    return (event,) if known else unknown(command.name)


def note_code_made(house: House, command: c.NoteCodeMade) -> Decided:
    known = person_of(house, command.name) is not None
    event = e.CodeMade(command.name, command.code_seal, command.until_us, command.by)
    return (event,) if known else unknown(command.name)


def redeem_code(house: House, command: c.RedeemCode) -> Decided:
    """The code that was looked at may have been used, or replaced, since."""
    refused = sessions.refusal_of(house, command.name, command.at_us, command.day, command.lane)
    if refused is not None:
        return refused
    person = person_of(house, command.name)
    if person is None or command.code_seal != sealed_code(person, command.at_us) or not command.code_seal:
        return sessions.WRONG
    at = (command.name, command.where, command.at_us, command.lane)
    return (e.PinWasSet(command.name, command.pin_seal, by=person.code_by), e.CodeRedeemed(*at))


def sealed_code(person: Person, at_us: int) -> str:
    """The seal of the code that is good at this moment; "" without one."""
    return person.code_seal if at_us < person.code_until_us else ""


def add_display(house: House, command: c.AddDisplay) -> Decided:
    if not is_name(command.display):
        return refused("bad_display.name")
    if not is_table(command.table):
        return refused("bad_display.table")
    if display_of(house, command.display) is not None:
        return refused("taken.display", {"display": command.display})
    if len(house.displays) >= MOST_DISPLAYS:
        return refused("house_full.displays", {"most": MOST_DISPLAYS})
    made = Display(command.display, command.table, command.token_hash, command.session)
    return (e.DisplayAdded(made),)


def is_table(text: str) -> bool:
    """Whether the text can be the number of a table."""
    return bool(text.strip()) and len(text) <= 40


def remove_display(house: House, command: c.RemoveDisplay) -> Decided:
    if display_of(house, command.display) is None:
        return refused("not_found.display", {"display": command.display[:MOST_LETTERS]})
    return (e.DisplayRemoved(command.display),)


def note_refusal(house: House, command: c.NoteRefusal) -> Decided:
    return (e.Refusal(command.who, command.action, command.why, command.where, command.times),)


def note_face_down_seen(house: House, command: c.NoteFaceDownSeen) -> Decided:
    person = person_of(house, command.name)
    if person is None or person.suspended or not person.sees_face_down:
        return refused("no_grant", {"name": command.name})
    return (e.FaceDownSeen(command.name, command.round, command.where),)


def note_dispute_pack(house: House, command: c.NoteDisputePack) -> Decided:
    exported = (command.name, command.round, command.reason, command.sha256, command.where)
    return (e.DisputePackExported(*exported),)


def given_by(house: House, one: str, other: str) -> bool:
    """Whether either of the two may know the PIN of the other, because he gave it."""
    people = [person_of(house, each) for each in (one, other)]
    return any(
        [person is not None and person.pin_by == each for person, each in zip(people, (other, one), strict=True)]
    )
