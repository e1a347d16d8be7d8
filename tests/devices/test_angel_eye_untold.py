"""Angel Eye: for how long nobody listened, whatever the line looked like meanwhile."""

import pytest

from app.devices.observations import CardSeen, Doubted, Observation
from app.devices.session import Report
from app.devices.sessions.angel_eye import AngelEyeSession
from app.game.cards import Card
from tests.devices import angel_eye_wire as wire
from tests.devices.moments import at


def opened(mark: dict[str, object] | None = None) -> AngelEyeSession:
    session = AngelEyeSession(mark)
    session.connected(at(0))
    session.received(wire.drawn(1, "8S"), at(0))
    session.take()
    return session


def observed(session: AngelEyeSession) -> list[Observation]:
    return [output.observation for output in session.take() if isinstance(output, Report)]


def taken_and_dropped(session: AngelEyeSession, *moments_s: float) -> None:
    """A device server takes each connection and drops it again."""
    for moment_s in moments_s:
        session.connected(at(moment_s))
        session.lost(at(moment_s + 0.05))


def down(seconds: int) -> Doubted:
    return Doubted("line_was_down", f"there was no connection for {seconds} s")


def test_connections_that_are_dropped_at_once_do_not_end_an_outage() -> None:
    session = opened()
    session.lost(at(10))
    taken_and_dropped(session, 10.5, 11.5, 13, 15, 17)
    session.connected(at(19))
    assert observed(session) == []
    # Ten reports were lost: the next one has the number after the last.
    session.received(wire.drawn(2, "9S"), at(19.1))
    assert observed(session) == [down(9), CardSeen(Card("9S"), 1)]
    session.received(wire.drawn(3, "7S"), at(19.2))
    session.tick(at(60))
    assert observed(session) == [CardSeen(Card("7S"), 1)], "once for each outage"


def test_a_silent_line_is_asked_about_as_soon_as_it_outlives_such_a_drop() -> None:
    session = opened()
    session.lost(at(10))
    taken_and_dropped(session, 11, 14)
    session.connected(at(19))
    assert session.due_s() == at(20).s
    session.tick(at(20))
    assert observed(session) == [down(9)]
    assert session.due_s() == at(29).s
    session.tick(at(29))
    assert session.due_s() is None
    assert observed(session) == []


def test_what_is_dropped_after_the_question_is_another_outage() -> None:
    session = opened()
    session.lost(at(10))
    session.connected(at(16))
    assert observed(session) == [down(6)]
    session.lost(at(16.1))
    taken_and_dropped(session, 17, 19, 21)
    session.connected(at(23))
    session.received(wire.drawn(2, "9S"), at(23.1))
    assert observed(session) == [down(7), CardSeen(Card("9S"), 1)]


@pytest.mark.parametrize("over", ["a report", "time"])
def test_a_line_that_was_good_again_begins_anew(over: str) -> None:
    session = opened()
    session.lost(at(10))
    session.connected(at(14))
    if over == "a report":
        session.received(wire.drawn(2, "9S"), at(14.1))
    else:
        session.tick(at(15))
        session.tick(at(24))
    session.take()
    session.lost(at(30))
    session.connected(at(34))
    session.tick(at(60))
    assert observed(session) == []


def test_after_a_restart_connections_that_are_dropped_are_asked_about_again() -> None:
    first = AngelEyeSession({"seq": 1, "kept": [], "drawn": None})
    first.connected(at(0))
    assert observed(first) == [Doubted("line_was_down", "the server was started again")]
    first.lost(at(0.1))
    taken_and_dropped(first, 2, 4)
    first.connected(at(9))
    first.received(wire.drawn(2, "9S"), at(9))
    assert observed(first) == [down(9), CardSeen(Card("9S"), 1)]


def test_a_line_that_ended_without_a_word_was_dead_since_its_last_byte() -> None:
    session = opened()
    session.lost(at(11), since_s=at(0).s)
    session.connected(at(11.2))
    assert observed(session) == [down(11)]
