"""What is wrong with what is said of a person, by itself or beside those who are there."""

from datetime import date
from typing import get_args

from app.house.refusal import Refused, refused
from app.house.roles import PersonRole, who_may
from app.house.state import House, Person
from app.house.subjects.people.commands import AddPerson, ChangePerson

NAME_LENGTHS = range(2, 41)
MOST_SHOWN, MOST_BADGE, MOST_LICENCE = 80, 40, 40
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def wrong(said: AddPerson | ChangePerson) -> Refused | None:
    """What is wrong with what is said, by itself, if anything is."""
    if not is_name(said.name):
        return refused("bad_person.name")
    if not _is_text(said.shown, MOST_SHOWN):
        return refused("bad_person.shown", {"name": said.name, "most": MOST_SHOWN})
    if said.badge is not None and not (len(said.badge) <= MOST_BADGE and said.badge and set(said.badge) <= _NAME):
        return refused("bad_person.badge", {"most": MOST_BADGE})
    if said.licence is not None and not _is_text(said.licence, MOST_LICENCE):
        return refused("bad_person.licence", {"most": MOST_LICENCE})
    if said.licensed_through is not None and not _is_day(said.licensed_through):
        return refused("bad_person.day", {"day": said.licensed_through})
    return _wrong_roles(said)


def is_name(text: str) -> bool:
    """Whether the text can be a person's name, or a display's."""
    return len(text) in NAME_LENGTHS and set(text) <= _NAME


def _is_text(text: str, most: int) -> bool:
    return bool(text.strip()) and len(text) <= most


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _wrong_roles(said: AddPerson | ChangePerson) -> Refused | None:
    known = get_args(PersonRole)
    if not said.roles or len(set(said.roles)) != len(said.roles) or not set(said.roles) <= set(known):
        return refused("bad_person.roles", {"name": said.name, "roles": known})
    if said.sees_face_down and not who_may("seeing_all") & set(said.roles):
        return refused("bad_person.sees_face_down")
    return None


def taken(house: House, said: AddPerson | ChangePerson) -> Refused | None:
    """Whether somebody else is known by this name or badge: who signs in by either is one person, however it is
    written."""
    known = {each.casefold() for person in house.people if person.name != said.name for each in _known_by(person)}
    for what, each in (("name", said.name), ("badge", said.badge)):
        if each is not None and each.casefold() in known:
            return refused("taken.name_or_badge", {"text": each, "what": what})
    return None


def _known_by(person: Person) -> tuple[str, ...]:
    return (person.name,) if person.badge is None else (person.name, person.badge)
