"""Bee-Tek: what is recorded, what is doubted, and that nothing can be asked."""

import pytest

from app.devices.observations import CardPushedBack, CardSeen, Doubted, Jammed, Observation, Warned
from app.devices.session_protocol import Answered, Captured, Report, Session
from app.devices.sessions.bee_tek import BeeTekSession
from app.devices.sessions.outbox import UNSTORED_MOST
from app.devices.wanted import ClearError, ConfirmGame, CountCards, Lock, Wanted
from app.game.core.cards import Card
from tests.devices import bee_tek_wire as wire
from tests.devices.moments import at

DOWN = Doubted("line_was_down", "this shoe does not number its cards")


def opened() -> BeeTekSession:
    session = BeeTekSession(None)
    session.connected(at(0))
    return session


def reports(session: BeeTekSession) -> list[Report]:
    return [output for output in session.take() if isinstance(output, Report)]


def observed(session: BeeTekSession) -> list[Observation]:
    return [report.observation for report in reports(session)]


def doubts(session: BeeTekSession) -> list[str]:
    return [seen.doubt for seen in observed(session) if isinstance(seen, Doubted)]


def test_it_is_a_session() -> None:
    session: Session = BeeTekSession(None)
    session.bind("anything")
    states = [session.state]
    session.connected(at(0))
    for data in (b"\x00 [Game]<Card:4S", b">"):
        states.append(session.state)
        session.received(data, at(0))
    states.append(session.state)
    session.lost(at(1))
    assert [*states, session.state] == ["closed", "running", "running", "running", "closed"], "silence says nothing"
    assert session.named == ""


def test_what_a_token_means() -> None:
    session = opened()
    session.received(b"".join(wire.VECTORS), at(1))
    told = reports(session)
    assert [report.observation for report in told] == [
        CardSeen(Card("4S")),
        CardSeen(Card("KH"), place="burn"),
        Warned("E3 Card Not Read"),
        Warned("Cover Open"),
        Warned("W0x01"),
        CardSeen(None),
    ]
    assert b"".join(report.frame for report in told) == b"".join(wire.VECTORS).rstrip()
    assert {(report.at_us, report.key, report.play) for report in told} == {(at(1).us, None, True)}
    assert all(report.mark == {"seen": True} for report in told)
    assert session.counted.frames == 6


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("E8 Card Jam", [Jammed()]), ("E7 Time Out", [Jammed()]), ("E4 Reverse", [CardPushedBack()]),
        ("E3 Card Not Read", []), ("Cover Open", []),
    ],
)  # fmt: skip
def test_an_alarm_for_a_card_on_the_wrong_way_is_one(text: str, seen: list[Observation]) -> None:
    session = opened()
    session.received(f"[GameAlarm]<Alarm:{text}>".encode(), at(0))
    assert observed(session) == [Warned(text), *seen]


def test_two_equal_tokens_are_two_cards() -> None:
    session = opened()
    session.received(wire.game_card("4S") * 2, at(0))
    assert observed(session) == [CardSeen(Card("4S"))] * 2


def test_the_first_line_of_a_new_device_is_believed_and_no_other() -> None:
    session = opened()
    assert observed(session) == []
    for second in range(1, 4):
        session.lost(at(second))
        session.connected(at(second))
        assert observed(session) == [DOWN]


def test_a_restart_is_an_interruption() -> None:
    first = opened()
    first.received(wire.game_card("4S"), at(0))
    (card,) = reports(first)
    second = BeeTekSession(card.mark)
    second.connected(at(1))
    (doubt,) = reports(second)
    assert doubt == Report(DOWN, b"", {"seen": True}, at(1).us)


def test_damage_is_doubted_and_carries_its_bytes() -> None:
    session = opened()
    session.received(b" [Game]<Card:4S [Game]<Card:5S>", at(0))
    damage, card = reports(session)
    assert damage.observation == Doubted("damaged", "broken off by the next")
    assert damage.frame == b" [Game]<Card:4S "
    assert card.observation == CardSeen(Card("5S"))
    assert session.counted.refused == 1


def test_every_damaged_token_is_doubted() -> None:
    session = opened()
    session.received(b"[Game]<Card:4X>[Game]<Card:4X><Card:4S>", at(0))
    assert doubts(session) == ["damaged"] * 3


def test_noise_is_doubted_once_a_second() -> None:
    session = opened()
    for tenths in range(25):
        session.received(b"\xff\xff ", at(tenths / 10))
    outputs = session.take()
    assert [output.at_us for output in outputs if isinstance(output, Report)] == [at(0).us, at(1).us, at(2).us]
    assert len([output for output in outputs if isinstance(output, Captured)]) == 22


def test_noise_after_a_good_token_is_another_disturbance() -> None:
    session = opened()
    session.received(b"\xff " + wire.game_card("4S") + b"\xff ", at(0))
    assert doubts(session) == ["damaged"] * 2


@pytest.mark.parametrize("half", [b"[Game]<Card:4", b"[Ga", b"[Game] ", b"x"])
def test_what_stays_half_told_is_doubted(half: bytes) -> None:
    session = opened()
    session.received(b" " + half, at(0))
    assert session.due_s() == at(5).s
    session.tick(at(4.9))
    assert session.take() == ()
    session.tick(at(5))
    (doubt,) = reports(session)
    assert doubt == Report(Doubted("damaged", "broken off"), b" " + half, {"seen": True}, at(5).us)
    assert session.due_s() is None


def test_the_other_half_may_be_late() -> None:
    session = opened()
    session.received(b" [Game]<Card:4", at(0))
    session.received(b"S", at(4))
    session.received(b">", at(8))
    assert observed(session) == [CardSeen(Card("4S"))]
    assert session.due_s() is None


def test_half_a_token_is_doubted_when_the_line_is_lost_and_joins_nothing() -> None:
    session = opened()
    session.received(b" [Game]<Card:4", at(0))
    session.lost(at(1))
    session.connected(at(2))
    session.received(b"S> ", at(2))
    assert doubts(session) == ["damaged", "line_was_down", "damaged"]


def test_blanks_alone_are_no_damage() -> None:
    session = opened()
    session.received(b" \r\n" * 50, at(0))
    session.tick(at(60))
    session.lost(at(61))
    assert reports(session) == []
    assert session.counted.garbage_bytes == 150


@pytest.mark.parametrize("wanted", [Lock(True), ClearError(0), ConfirmGame(), CountCards()])
def test_nothing_can_be_asked(wanted: Wanted) -> None:
    session = opened()
    session.want(wanted, at(0))
    assert session.take() == (Answered(wanted, "unsupported", "A Bee-Tek shoe takes no commands."),)


def test_too_much_is_told_once_and_then_it_goes_on() -> None:
    session = opened()
    session.received(wire.game_card("4S") * (UNSTORED_MOST + 10), at(0))
    outputs = session.take()
    waiting = [output for output in outputs if isinstance(output, Report)]
    assert len(waiting) == UNSTORED_MOST + 1
    assert waiting[-1].observation == Doubted("too_much", "256 reports were waiting to be recorded")
    assert [output.why for output in outputs if isinstance(output, Captured)] == ["refused"] * 10
    session.stored(waiting[-1], at(1))
    session.received(wire.game_card("4S"), at(2))
    assert observed(session) == [CardSeen(Card("4S"))]


def test_two_shoes_that_differ_in_a_card_print_the_same() -> None:
    printed = set()
    for card in ("4S", "KH", "AD"):
        session = opened()
        session.received(wire.game_card(card) + wire.burnt_card(card) + b"<Card:" + card.encode() + b">", at(0))
        session.received(wire.game_card(card)[:-2], at(1))
        session.lost(at(2))
        printed.add(repr(session.take()))
    assert len(printed) == 1
