"""What the house accepts of people and refuses, in words; and that what it accepts is what it then is."""

from typing import Any

import pytest

from app.game.core.records import replace
from app.house.decide import decide
from app.house.records import HouseCommand
from app.house.refusal import Refused
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
from app.house.subjects.sessions.commands import EndSession, RefuseSignIn, SignForAct, SignIn
from app.house.subjects.sessions.decide import MOST_SESSIONS
from app.house.subjects.sessions.events import PersonLocked
from app.house.subjects.sessions.fold import MOST_PLACES, MOST_PLACES_OF_ONE
from app.house.subjects.sessions.pin_attempts import ELSEWHERE, FORGOTTEN_US, MOST_FAILURES, MOST_LANES, WAITS_US
from app.language.rendering import say
from app.store.codec import decode_record
from tests.house.decided import house

SEAL = "ab" * 32
ADA = AddPerson("ada", "Ada", ("administrator",), pin_seal=SEAL)
DANA = AddPerson(
    "dana", "Dana K.", ("dealer",), badge="4711", licence="L-9", licensed_through="2026-11-18", pin_seal=SEAL
)
SIGN = AddDisplay("t7-sign", "7", "cd" * 32, "first")
TODAY, TOMORROW = "2026-11-18", "2026-11-19"
MINUTE_US = 60_000_000


def refused(before: House, command: HouseCommand) -> tuple[str, str]:
    answer = decide(before, command)
    assert isinstance(answer, Refused), answer
    return answer.code, say(answer.message)


def sign_in(name: str, session: str = "s1", at_us: int = 1_000, day: str = TODAY) -> SignIn:
    return SignIn(name, session, f"hash of {session}", "10.0.0.7", at_us, at_us + 12 * 60 * MINUTE_US, day)


def wrong_pin(name: str, at_us: int = 1_000) -> RefuseSignIn:
    return RefuseSignIn(name, "wrong PIN", "10.0.0.7", at_us, counts=True)


# --- accounts


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


# --- the last who administers


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


# --- signing in


def test_signing_in_and_out() -> None:
    at = house(ADA, sign_in("ada"))
    session = session_of(at, "s1")
    assert session is not None and session.person == "ada" and session.where == "10.0.0.7"
    at = house(EndSession("s1", "signed out"), made=at)
    assert at.sessions == ()
    assert refused(at, EndSession("s1", "signed out"))[0] == "not_found"
    assert refused(at, sign_in("nobody"))[0] == "wrong_credentials"


def test_wrong_pins_lock_for_a_while() -> None:
    at = house(ADA, *[wrong_pin("ada")] * (MOST_FAILURES - 1))
    assert house(sign_in("ada"), made=at).sessions, "one more would have been too many"
    events = decide(at, wrong_pin("ada", 2_000))
    assert not isinstance(events, Refused)
    assert events[1:] == (PersonLocked("ada", 2_000 + WAITS_US[0]),)
    at = house(wrong_pin("ada", 2_000), made=at)
    assert refused(at, sign_in("ada", at_us=2_000 + WAITS_US[0] - 1))[0] == "locked_out"
    assert refused(at, SignForAct("ada", "act", "here", 2_001, TODAY))[0] == "locked_out"
    late = house(sign_in("ada", at_us=2_000 + WAITS_US[0]), made=at)
    assert person_of(late, "ada") == person_of(house(ADA), "ada"), "all is forgiven"


def test_each_wrong_pin_after_a_wait_waits_longer_up_to_an_hour() -> None:
    at, at_us = house(ADA, *[wrong_pin("ada")] * (MOST_FAILURES - 1)), 1_000
    for wait_us in (*WAITS_US, WAITS_US[-1]):
        at = house(wrong_pin("ada", at_us), made=at)
        person = person_of(at, "ada")
        assert person is not None and person.locked_until_us == at_us + wait_us
        at_us += wait_us
    assert WAITS_US[-1] == 3_600_000_000 and list(WAITS_US) == sorted(WAITS_US)
    at = house(wrong_pin("ada", at_us + FORGOTTEN_US), made=at)
    person = person_of(at, "ada")
    assert person is not None and person.failures == 1, "a day without any, and it begins again"


def test_what_was_tried_in_one_lane_keeps_nobody_waiting_in_another() -> None:
    at = house(ADA, *[replace(wrong_pin("ada"), lane="elsewhere")] * MOST_FAILURES)
    assert refused(at, sign_in("ada"))[0] == "locked_out", "an older record names no lane"
    for lane in ("at 10.0.0.7", "session s1", "by dana"):
        assert house(replace(sign_in("ada"), lane=lane), made=at).sessions
        house(SignForAct("ada", "act", "here", 1_000, TODAY, lane), made=at)
    person = person_of(house(replace(sign_in("ada"), lane="at 10.0.0.7"), made=at), "ada")
    assert person is not None and [each.lane for each in person.tries] == [ELSEWHERE], "that lane goes on waiting"


def test_nobody_waits_for_a_clock_that_was_put_back() -> None:
    """It went a day ahead, and somebody mistyped; then it was set right."""
    day_us = 24 * 3_600_000_000
    at = house(ADA, *[wrong_pin("ada", day_us)] * MOST_FAILURES)
    assert refused(at, sign_in("ada", at_us=day_us))[0] == "locked_out"
    assert house(sign_in("ada", at_us=1_000), made=at).sessions


def test_so_many_lanes_are_counted() -> None:
    lanes = [replace(wrong_pin("ada"), lane=f"at 10.0.0.{each}") for each in range(MOST_LANES + 9)]
    person = person_of(house(ADA, *lanes), "ada")
    assert person is not None and [each.lane for each in person.tries] == [each.lane for each in lanes[9:]]


def test_where_people_have_signed_in_is_remembered_for_a_while() -> None:
    day_us = 24 * 3_600_000_000
    people = [replace(ADA, name=f"ada{each}") for each in range(MOST_PLACES // MOST_PLACES_OF_ONE + 1)]
    ways = [
        replace(sign_in(f"ada{each // MOST_PLACES_OF_ONE}", f"s{each}"), where=f"2001:db8:0:{each:x}::7")
        for each in range(MOST_PLACES + 2)
    ]
    at = house(*people, *ways)
    assert len(at.places) == MOST_PLACES
    assert at.places[-1].where == f"2001:db8:0:{MOST_PLACES + 1:x}::/64"
    at = house(replace(sign_in("ada0", "late", 1_000 + 31 * day_us), where="10.0.0.7"), made=at)
    assert [each.where for each in at.places] == ["10.0.0.7"]


def test_one_account_pushes_out_no_place_but_its_own() -> None:
    """Whoever has one PIN, and as many addresses as there are places, makes no terminal of the house a stranger."""
    shared = [replace(sign_in(name, name), where="10.0.0.8") for name in ("dana", "ada")]
    ways = [replace(sign_in("dana", f"s{each}"), where=f"2001:db8:0:{each:x}::7") for each in range(MOST_PLACES)]
    at = house(DANA, ADA, sign_in("ada"), *shared, *ways)
    known = [each.where for each in at.places]
    assert known[:2] == ["10.0.0.7", "10.0.0.8"]
    assert known[2:] == ["2001:db8::/64", *[f"2001:db8:0:{each:x}::/64" for each in range(1, MOST_PLACES_OF_ONE)]]
    for day, last in ((0, MOST_PLACES_OF_ONE - 1), (1, 999)):
        later = replace(sign_in("dana", "later", 1_000 + day * 24 * 60 * MINUTE_US), where="2001:db8:0:999::7", day="")
        found = [each.where for each in house(later, made=at).places]
        assert len(found) == len(known)
        assert found[-1] == (f"2001:db8:0:{last:x}::/64" if day == 0 else "2001:db8:0:999::/64")


def test_while_locked_nothing_is_counted_and_sessions_go_on() -> None:
    at = house(ADA, sign_in("ada"), *[wrong_pin("ada")] * MOST_FAILURES)
    until = person_of(at, "ada")
    assert person_of(house(*[wrong_pin("ada", 5_000)] * 20, made=at), "ada") == until
    assert session_of(at, "s1") is not None


def test_a_right_pin_in_between_starts_the_count_again() -> None:
    once: tuple[HouseCommand, ...] = (*[wrong_pin("ada")] * (MOST_FAILURES - 1), sign_in("ada"))
    signed: tuple[HouseCommand, ...] = (
        *[wrong_pin("ada")] * (MOST_FAILURES - 1),
        SignForAct("ada", "act", "here", 1_000, TODAY),
    )
    at = house(ADA, *once, *signed, *once)
    assert person_of(at, "ada") == person_of(house(ADA), "ada")


def test_a_refusal_that_does_not_count_locks_nobody() -> None:
    not_counted = replace(wrong_pin("ada"), why="suspended", counts=False)
    at = house(ADA, *[not_counted] * 20)
    assert at == house(ADA)
    assert refused(at, wrong_pin("nobody"))[0] == "wrong_credentials"


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


def test_a_licence_is_good_through_its_last_day_and_only_dealing_needs_one() -> None:
    at = house(ADA, DANA, replace(DANA, name="sue", badge=None, roles=("supervisor",)))
    house(sign_in("dana", day=TODAY), made=at)
    assert refused(at, sign_in("dana", day=TOMORROW))[0] == "licence_expired"
    assert refused(at, SignForAct("dana", "act", "here", 1_000, TOMORROW))[0] == "licence_expired"
    house(sign_in("sue", day=TOMORROW), sign_in("ada", "s2", day=TOMORROW), made=at)


def test_a_person_is_signed_in_so_often_and_the_oldest_goes() -> None:
    at = house(ADA, DANA, sign_in("dana", "other"))
    at = house(*[sign_in("ada", f"s{each}", 1_000 + each) for each in range(MOST_SESSIONS + 2)], made=at)
    mine = [each.id for each in at.sessions if each.person == "ada"]
    assert mine == [f"s{each}" for each in range(2, MOST_SESSIONS + 2)]
    assert session_of(at, "other") is not None


def test_sessions_that_have_run_out_are_dropped_when_somebody_comes() -> None:
    at = house(ADA, DANA, sign_in("dana"))
    ended_us = at.sessions[0].expires_us
    assert len(house(sign_in("ada", "s2", ended_us - 1), made=at).sessions) == 2
    assert [each.id for each in house(sign_in("ada", "s2", ended_us), made=at).sessions] == ["s2"]


# --- displays, refusals


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
