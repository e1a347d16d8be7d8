"""Signing in and out, and what wrong PINs come to."""

from app.game.core.records import replace
from app.house.decide import decide
from app.house.records import HouseCommand
from app.house.refusal import Refused
from app.house.state import person_of, session_of
from app.house.subjects.sessions.commands import EndSession, SignForAct
from app.house.subjects.sessions.decide import MOST_SESSIONS
from app.house.subjects.sessions.events import PersonLocked
from app.house.subjects.sessions.fold import MOST_PLACES, MOST_PLACES_OF_ONE
from app.house.subjects.sessions.pin_attempts import ELSEWHERE, FORGOTTEN_US, MOST_FAILURES, MOST_LANES, WAITS_US
from tests.house.accounts import ADA, DANA, MINUTE_US, TODAY, TOMORROW, refused, sign_in, wrong_pin
from tests.house.decided import house


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
