"""Angel Eye: for how long nobody listened, whatever the line looked like meanwhile."""

import pytest

from app.devices.observations import CardSeen, Doubted, Observation
from app.devices.session_protocol import Report
from app.devices.sessions.angel_eye import AngelEyeOptions, AngelEyeSession
from app.game.core.cards import Card
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


def test_a_line_over_which_a_report_came_begins_anew() -> None:
    session = opened()
    session.lost(at(10))
    session.connected(at(14))
    session.received(wire.drawn(2, "9S"), at(14.1))
    session.take()
    session.lost(at(30))
    session.connected(at(34))
    session.tick(at(60))
    assert observed(session) == []


def test_a_line_that_was_good_and_silent_between_two_outages_bridges_both() -> None:
    """Five reports lost in each: the next one has the number after the last."""
    session = opened()
    session.lost(at(10))
    session.connected(at(14))
    session.tick(at(15))
    session.tick(at(24))
    assert observed(session) == []
    session.lost(at(30))
    session.connected(at(34))
    assert observed(session) == [down(8)]
    session.received(wire.drawn(2, "9S"), at(35))
    assert observed(session) == [CardSeen(Card("9S"), 1)]


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


# --- what came damaged

DAMAGED = Doubted("reports_lost", "so much came damaged that the numbers cannot tell how many")
NINE = AngelEyeOptions(seq_after_nine=1)


def damaged(seq: int, card: str = "KH") -> bytes:
    """A report of which one bit is wrong."""
    frame = bytearray(wire.drawn(seq % 10, card))
    frame[4] ^= 0x01
    return bytes(frame)


def damaged_from(session: AngelEyeSession, first: int, count: int) -> None:
    for n in range(count):
        session.received(damaged(first + n), at(2 + n))


@pytest.mark.parametrize("more", [0, 10, 20])
def test_ten_damaged_reports_in_a_row_are_asked_about(more: int) -> None:
    """The numbering is where it was; as soon as the tenth has come, each time."""
    session = opened()
    damaged_from(session, 2, 9 + more)
    assert observed(session) == [DAMAGED] * (more // 10)
    damaged_from(session, 1, 1)
    assert observed(session) == [DAMAGED]
    session.received(wire.drawn(2, "9S"), at(60))
    assert observed(session) == [CardSeen(Card("9S"), 1)]


def test_nine_are_as_many_where_there_are_nine_numbers() -> None:
    session = AngelEyeSession(None, NINE)
    session.connected(at(0))
    session.received(wire.drawn(1, "8S"), at(0))
    session.take()
    damaged_from(session, 2, 9)
    assert observed(session) == [DAMAGED]


def test_damage_that_runs_together_is_counted_by_its_length() -> None:
    session = opened()
    session.received(b"".join([damaged(n)[1:] for n in range(2, 12)]) + wire.drawn(2, "9S"), at(2))
    assert observed(session) == [DAMAGED, CardSeen(Card("9S"), 1)]


def test_good_reports_in_between_begin_the_count_anew() -> None:
    """One damaged copy of each report is what copies are for."""
    session = opened()
    for n in range(2, 30):
        session.received(damaged(n), at(n))
        session.received(wire.drawn(n % 10, "9S"), at(n))
    assert all([isinstance(each, CardSeen) for each in observed(session)])


@pytest.mark.parametrize("lost", [6, 7, 8, 9])
def test_the_same_card_under_the_same_number_is_no_copy_after_so_much_damage(lost: int) -> None:
    """Reports 1 to 4 are kept; six to nine are damaged, and the next says what one of the kept ones said."""
    session = opened()
    for n in range(2, 5):
        session.received(wire.drawn(n, "8S"), at(1))
    session.take()
    damaged_from(session, 5, lost)
    session.received(wire.drawn((5 + lost) % 10, "8S"), at(60))
    (doubt,) = observed(session)
    assert isinstance(doubt, Doubted) and doubt.doubt == "report_changed"


def test_a_copy_that_comes_late_on_a_line_with_little_damage_is_one() -> None:
    session = opened()
    damaged_from(session, 2, 5)
    session.received(wire.drawn(1, "8S"), at(60))
    assert observed(session) == []


@pytest.mark.parametrize("first", ["damage", "outage"])
def test_five_damaged_and_more_in_a_short_outage(first: str) -> None:
    session = opened()
    if first == "damage":
        damaged_from(session, 2, 5)
    session.lost(at(20))
    session.connected(at(24))
    if first == "outage":
        damaged_from(session, 7, 5)
    found = observed(session)
    assert len(found) == 1
    session.received(wire.drawn(2, "9S"), at(60))
    assert observed(session) == [CardSeen(Card("9S"), 1)]
