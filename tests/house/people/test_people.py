"""What the house accepts of people and displays and refuses, in words; and that what it accepts is what it then is."""

from typing import Any

import pytest

from app.game.core.records import replace
from app.house.decide import decide
from app.house.state import Display, House, Person, display_of, person_of, session_of
from app.house.subjects.people.commands import (
    AddDisplay,
    AddPerson,
    ChangePerson,
    NotePinSet,
    NoteRefusal,
    ReadmitPerson,
    RemoveDisplay,
    SuspendPerson,
)
from app.house.subjects.people.decide import MOST_DISPLAYS, MOST_PEOPLE
from app.house.subjects.people.events import PinWasSet, Refusal
from app.house.subjects.sessions.commands import SignForAct
from app.house.subjects.sessions.pin_attempts import MOST_FAILURES
from app.store.codec import decode_record
from tests.house.accounts import ADA, DANA, SEAL, TODAY, refused, sign_in, wrong_pin
from tests.house.decided import house

SIGN = AddDisplay("t7-sign", "7", "cd" * 32, "first")


def test_somebody_gets_an_account_and_it_is_changed() -> None:
    at = house(DANA, ADA)
    assert [each.name for each in at.people] == ["ada", "dana"]
    assert person_of(at, "dana") == Person("dana", "Dana K.", ("dealer",), "4711", "L-9", "2026-11-18", pin_seal=SEAL)
    at = house(ChangePerson("dana", "Dana", ("dealer", "supervisor"), badge="4712"), made=at)
    assert person_of(at, "dana") == Person("dana", "Dana", ("dealer", "supervisor"), "4712", pin_seal=SEAL)


def test_a_change_of_roles_leaves_the_sessions_and_what_was_counted() -> None:
    at = house(ADA, DANA, sign_in("dana"), wrong_pin("dana"))
    at = house(ChangePerson("dana", "Dana", ("supervisor",)), made=at)
    assert session_of(at, "s1") is not None
    person = person_of(at, "dana")
    assert person is not None and person.failures == 1 and person.pin_seal == SEAL


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": "x"}, "2 to 40 letters"),
        ({"name": "x" * 41}, "2 to 40 letters"),
        ({"name": "da na"}, "2 to 40 letters"),
        ({"name": "dána"}, "2 to 40 letters"),
        ({"name": "../etc"}, "2 to 40 letters"),
        ({"shown": " "}, "how new is shown"),
        ({"shown": "x" * 81}, "1 to 80 characters"),
        ({"roles": ()}, "one or several of the roles dealer"),
        ({"roles": ("dealer", "dealer")}, "each once"),
        ({"roles": ("sign",)}, "one or several of the roles"),
        ({"sees_face_down": True}, "nobody but those of surveillance"),
        ({"badge": ""}, "A badge has 1 to 40"),
        ({"badge": "4 7"}, "A badge has 1 to 40"),
        ({"licence": " "}, "A licence number has"),
        ({"licensed_through": "2026-02-30"}, "'2026-02-30' is no day"),
        ({"licensed_through": "20261118"}, "is no day"),
        ({"licensed_through": "next year"}, "is no day"),
    ],
)
def test_a_person_who_cannot_be(fields: dict[str, Any], words: str) -> None:
    person = replace(AddPerson("new", "New", ("dealer",)), **fields)
    code, message = refused(house(ADA), person)
    assert code == "bad_person" and words in message
    if "name" not in fields:
        change = ChangePerson("new", person.shown, person.roles, person.badge, person.licence,
                                person.licensed_through, person.sees_face_down)  # fmt: skip
        assert refused(house(ADA, AddPerson("new", "New", ("dealer",))), change) == (code, message)


@pytest.mark.parametrize("fields", [{"shown": "a\nb"}, {"shown": "a\u202eb"}, {"licence": "\0"}, {"badge": "4\u200b"}])
def test_nothing_hides_in_what_is_said_of_a_person(fields: dict[str, Any]) -> None:
    code, message = refused(house(ADA), replace(AddPerson("new", "New", ("dealer",)), **fields))
    assert code == "bad_request" and "cannot be shown (U+" in message


def test_what_is_said_of_a_person_gets_its_normal_form() -> None:
    person = person_of(house(ADA, AddPerson("new", "Zoe\u0308\u00a0K", ("dealer",))), "new")
    assert person is not None and person.shown == "Zo\u00eb K"


@pytest.mark.parametrize(
    "person",
    [
        AddPerson("dana", "Other", ("dealer",)),
        AddPerson("Dana", "Other", ("dealer",)),
        AddPerson("other", "Other", ("dealer",), badge="4711"),
        AddPerson("other", "Other", ("dealer",), badge="DANA"),
        AddPerson("4711", "Other", ("dealer",)),
    ],
)
def test_nobody_is_known_as_another(person: AddPerson) -> None:
    assert refused(house(ADA, DANA), person)[0] == "taken"


def test_a_person_keeps_his_own_badge_and_takes_none_of_anothers() -> None:
    at = house(ADA, DANA, AddPerson("erin", "Erin", ("dealer",)))
    house(ChangePerson("dana", "Dana", ("dealer",), badge="4711"), made=at)
    assert refused(at, ChangePerson("erin", "Erin", ("dealer",), badge="4711"))[0] == "taken"
    assert refused(at, ChangePerson("finn", "Finn", ("dealer",)))[0] == "not_found"


def test_the_first_account_is_the_first() -> None:
    first = replace(ADA, first=True)
    assert person_of(house(first), "ada") is not None
    assert refused(house(DANA), first)[0] == "already_set_up"


def test_the_house_is_full_at_some_time() -> None:
    people = tuple([Person(f"p{each:04}", "P", ("dealer",)) for each in range(MOST_PEOPLE)])
    assert refused(House(people=people), ADA)[0] == "house_full"
    displays = tuple([Display(f"d{each:04}", "7", "") for each in range(MOST_DISPLAYS)])
    assert refused(House(displays=displays), SIGN)[0] == "house_full"


def test_the_last_administrator_stays() -> None:
    at = house(ADA, DANA)
    for command in (SuspendPerson("ada", "left"), ChangePerson("ada", "Ada", ("auditor",))):
        assert refused(at, command)[0] == "last_administrator"
    house(ChangePerson("ada", "Ada A.", ("auditor", "administrator")), made=at)


def test_an_administrator_who_cannot_sign_in_is_none() -> None:
    without_pin = AddPerson("bob", "Bob", ("administrator",))
    suspended = (replace(ADA, name="cleo"), SuspendPerson("cleo", "left"))
    at = house(ADA, without_pin, *suspended)
    assert refused(at, SuspendPerson("ada", "left"))[0] == "last_administrator"
    house(SuspendPerson("bob", "left"), made=at)
    at = house(NotePinSet("bob", SEAL), SuspendPerson("ada", "left"), made=at)
    assert refused(at, SuspendPerson("bob", "left"))[0] == "last_administrator"


def test_a_supervisor_unlocks() -> None:
    at = house(ADA, *[wrong_pin("ada")] * MOST_FAILURES, ReadmitPerson("ada"))
    house(sign_in("ada"), made=at)
    assert refused(at, ReadmitPerson("ada"))[0] == "no_change"
    assert refused(at, ReadmitPerson("nobody"))[0] == "not_found"


def test_whoever_is_suspended_is_out_and_stays_out() -> None:
    at = house(ADA, DANA, sign_in("dana"), sign_in("ada", "s2"), SuspendPerson("dana", "left"))
    assert [each.id for each in at.sessions] == ["s2"]
    assert refused(at, sign_in("dana"))[0] == "suspended"
    assert refused(at, SignForAct("dana", "act", "here", 1_000, TODAY))[0] == "suspended"
    assert refused(at, SuspendPerson("dana", "again"))[0] == "no_change"
    house(ReadmitPerson("dana"), sign_in("dana"), made=at)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201])
def test_a_suspension_has_a_reason(reason: str) -> None:
    assert refused(house(ADA, DANA), SuspendPerson("dana", reason))[0] == "bad_person"
    assert refused(house(ADA), SuspendPerson("nobody", "left"))[0] == "not_found"


def test_a_new_pin_ends_the_sessions_under_the_old_one() -> None:
    at = house(ADA, DANA, sign_in("dana"), sign_in("ada", "s2"), NotePinSet("dana", "ef" * 32))
    assert [each.id for each in at.sessions] == ["s2"]
    person = person_of(at, "dana")
    assert person is not None and person.pin_seal == "ef" * 32
    assert refused(at, NotePinSet("nobody", SEAL))[0] == "not_found"


def test_who_sets_his_own_pin_goes_on_where_he_did_so() -> None:
    own = NotePinSet("dana", "ef" * 32, "s1")
    at = house(ADA, DANA, sign_in("dana", "s1"), sign_in("dana", "s2"), sign_in("ada", "s3"), own)
    assert [each.id for each in at.sessions] == ["s1", "s3"]
    at = house(ADA, DANA, sign_in("dana", "s2"), sign_in("ada", "s3"), replace(own, name="ada"))
    assert [each.id for each in at.sessions] == ["s2"], "it was over meanwhile"
    before = '{"type":"PinWasSet","name":"dana","pin_seal":"x"}'
    assert decode_record(before) == PinWasSet("dana", "x", ""), "as it was written before"


def test_displays_come_and_go() -> None:
    at = house(SIGN)
    assert display_of(at, "t7-sign") == Display("t7-sign", "7", "cd" * 32, "first")
    assert refused(at, SIGN)[0] == "taken"
    assert house(RemoveDisplay("t7-sign"), made=at) == House()
    assert refused(House(), RemoveDisplay("t7-sign"))[0] == "not_found"
    for wrong in (replace(SIGN, display="t 7"), replace(SIGN, table=""), replace(SIGN, table="7" * 41)):
        assert refused(House(), wrong)[0] == "bad_display"
    assert refused(House(), replace(SIGN, table="7\n"))[0] == "bad_request"


def test_a_refusal_is_noted_and_changes_nothing() -> None:
    note = NoteRefusal("person:dana", "people.add", "not_allowed", "10.0.0.7", 3)
    assert decide(House(), note) == (Refusal("person:dana", "people.add", "not_allowed", "10.0.0.7", 3),)
    assert house(note) == House()
