"""What is said of its events."""

from app.game.core.message import Message, if_any, message
from app.house.state import Person
from app.house.subjects.people import events as e


def person_added(event: e.PersonAdded) -> Message:
    return message("house_people.added", name=event.person.name, account=_account(event.person))


def person_changed(event: e.PersonChanged) -> Message:
    return message("house_people.changed", name=event.person.name, account=_account(event.person))


def _account(person: Person) -> Message:
    return message(
        "house_people.account",
        shown=person.shown,
        roles=person.roles,
        badge=if_any("house_people.badge", badge=person.badge),
        licence=if_any("house_people.licence", licence=person.licence),
        through=if_any("house_people.through", day=person.licensed_through),
        sees=message("house_people.sees_face_down") if person.sees_face_down else None,
    )


def person_suspended(event: e.PersonSuspended) -> Message:
    return message("house_people.suspended", name=event.name, reason=event.reason)


def person_readmitted(event: e.PersonReadmitted) -> Message:
    return message("house_people.readmitted", name=event.name)


def pin_was_set(event: e.PinWasSet) -> Message:
    return message("house_people.new_pin_in_a_session" if event.session else "house_people.new_pin", name=event.name)


def code_made(event: e.CodeMade) -> Message:
    return message("house_people.code_made", name=event.name)


def code_redeemed(event: e.CodeRedeemed) -> Message:
    return message("house_people.code_redeemed", name=event.name, where=event.where)


def display_added(event: e.DisplayAdded) -> Message:
    return message("house_people.sign_added", sign=event.display.id, table=event.display.table)


def display_removed(event: e.DisplayRemoved) -> Message:
    return message("house_people.sign_removed", sign=event.display)


def refusal(event: e.Refusal) -> Message:
    times = message("house_people.times", times=event.times) if event.times > 1 else None
    return message(
        "house_people.refused", who=event.who, where=event.where, action=event.action, why=event.why, times=times
    )


def face_down_seen(event: e.FaceDownSeen) -> Message:
    return message("house_people.face_down_seen", name=event.name, round=event.round, where=event.where)


def dispute_pack_exported(event: e.DisputePackExported) -> Message:
    return message(
        "house_people.pack_exported",
        name=event.name,
        round=event.round,
        sha256=event.sha256,
        where=event.where,
        reason=event.reason,
    )
