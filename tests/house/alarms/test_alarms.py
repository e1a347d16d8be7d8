"""What the house makes of alarms: one open alarm for a thing, one owner, words at the end."""

import pytest

from app.house.decide import decide
from app.house.records import HouseCommand
from app.house.refusal import Refused
from app.house.state import Alarm, House, alarm_of
from app.house.subjects.alarms import commands as c
from app.house.subjects.alarms import events as e
from app.house.subjects.alarms.decide import MOST_ABOUT, MOST_OPEN, MOST_WORDS
from app.language.rendering import say
from app.problems.catalogue import CATALOGUE
from tests.house.decided import house

JAM = c.RaiseAlarm("jam", "7", "device", "a card is stuck", 5)
LONG = "x" * (MOST_WORDS + 1)


def code(at: House, command: HouseCommand) -> str:
    answer = decide(at, command)
    assert isinstance(answer, Refused), answer
    assert answer.code in CATALOGUE and say(answer.message).endswith(".")
    return answer.code


def test_one_open_alarm_for_one_thing() -> None:
    at = house(JAM, other(table="8"))
    assert [(alarm.number, alarm.table) for alarm in at.alarms] == [(1, "7"), (2, "8")]
    assert code(at, JAM) == code(at, other(words="another card", at_us=9)) == "alarm_open"
    assert not isinstance(decide(at, other(about="shuffler")), Refused)
    assert not isinstance(decide(at, other(kind="pace")), Refused)


def other(**changes: object) -> c.RaiseAlarm:
    fields = {"kind": "jam", "table": "7", "about": "device", "words": "a card is stuck", "at_us": 5} | changes
    return c.RaiseAlarm(**fields)  # type: ignore[arg-type]


def test_it_may_come_again_when_it_was_done_under_another_number() -> None:
    at = house(JAM, c.AcknowledgeAlarm(1, "ann", "card taken out"), JAM)
    assert at.alarms == (Alarm(2, "jam", "7", "device", "a card is stuck", 5),)


def test_who_takes_it_has_it_until_somebody_else_does() -> None:
    at = house(JAM, c.TakeAlarm(1, "ann"))
    assert code(at, c.TakeAlarm(1, "ann")) == "alarm_yours"
    assert code(at, c.AcknowledgeAlarm(1, "ben", "all is well")) == "alarm_of_another"
    assert decide(at, c.TakeAlarm(1, "ben")) == (e.AlarmTaken(1, "ben", instead_of="ann"),)
    at = house(JAM, c.TakeAlarm(1, "ann"), c.TakeAlarm(1, "ben"))
    found = alarm_of(at, 1)
    assert found is not None and found.owner == "ben"
    assert decide(at, c.AcknowledgeAlarm(1, "ben", " done ")) == (e.AlarmAcknowledged(1, "ben", "done"),)


def test_who_acknowledges_what_is_nobodys_has_taken_it() -> None:
    answer = decide(house(JAM), c.AcknowledgeAlarm(1, "ann", "card taken out"))
    assert answer == (e.AlarmTaken(1, "ann"), e.AlarmAcknowledged(1, "ann", "card taken out"))
    assert house(JAM, c.AcknowledgeAlarm(1, "ann", "card taken out")).alarms == ()


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (c.TakeAlarm(2, "ann"), "no_such_alarm"),
        (c.AcknowledgeAlarm(2, "ann", "what was it"), "no_such_alarm"),
        (c.TakeAlarm(1, " "), "bad_alarm"),
        (c.AcknowledgeAlarm(1, "", "nobody did"), "bad_alarm"),
        (c.AcknowledgeAlarm(1, "ann", " ok  "), "bad_alarm"),
        (c.AcknowledgeAlarm(1, "ann", LONG), "bad_alarm"),
        (other(words=" "), "bad_alarm"),
        (other(words=LONG), "bad_alarm"),
        (other(about="x" * (MOST_ABOUT + 1)), "bad_alarm"),
        (other(kind="fire"), "bad_alarm"),
    ],
)
def test_what_cannot_be(command: HouseCommand, expected: str) -> None:
    assert code(house(JAM), command) == expected


def test_no_more_are_open_than_can_be() -> None:
    """The old ones stay, and the new one is refused."""
    at = house(*[other(about=f"device {n}") for n in range(MOST_OPEN)])
    assert code(at, JAM) == "too_many_alarms"
    assert len(at.alarms) == MOST_OPEN and at.alarms[0].number == 1
