"""What is wrong with what is said of a person, by itself or beside those who are there."""

from datetime import date
from typing import get_args

from app.house.refused import Refused
from app.house.roles import PersonRole, who_may
from app.house.state import House, Person
from app.house.subjects.people.commands import AddPerson, ChangePerson

NAME_LENGTHS = range(2, 41)
MOST_SHOWN, MOST_BADGE, MOST_LICENCE = 80, 40, 40
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def wrong(said: AddPerson | ChangePerson) -> str:
    """What is wrong with what is said, by itself; "" if nothing is."""
    if not is_name(said.name):
        return "A person's name has 2 to 40 letters, digits, - or _, such as dana-k."
    if not _is_text(said.shown, MOST_SHOWN):
        return f"Say how {said.name} is shown on screens: 1 to {MOST_SHOWN} characters."
    if said.badge is not None and not (len(said.badge) <= MOST_BADGE and said.badge and set(said.badge) <= _NAME):
        return f"A badge has 1 to {MOST_BADGE} letters, digits, - or _."
    if said.licence is not None and not _is_text(said.licence, MOST_LICENCE):
        return f"A licence number has 1 to {MOST_LICENCE} characters."
    if said.licensed_through is not None and not _is_day(said.licensed_through):
        return f"{said.licensed_through!r} is no day; one looks like 2027-06-30."
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


def _wrong_roles(said: AddPerson | ChangePerson) -> str:
    known = get_args(PersonRole)
    if not said.roles or len(set(said.roles)) != len(said.roles) or not set(said.roles) <= set(known):
        return f"Give {said.name} one or several of the roles {', '.join(known)}, each once."
    if said.sees_face_down and not who_may("seeing_all") & set(said.roles):
        return "Face-down cards are seen by nobody but those of surveillance who were granted it."
    return ""


def taken(house: House, said: AddPerson | ChangePerson) -> Refused | None:
    """Whether somebody else is known by this name or badge: who signs in by either is one person, however it is
    written."""
    known = {each.casefold() for person in house.people if person.name != said.name for each in _known_by(person)}
    for what, each in (("name", said.name), ("badge", said.badge)):
        if each is not None and each.casefold() in known:
            return Refused(f"Somebody else has {each!r} as a name or a badge: choose another {what}.", "taken")
    return None


def _known_by(person: Person) -> tuple[str, ...]:
    return (person.name,) if person.badge is None else (person.name, person.badge)
