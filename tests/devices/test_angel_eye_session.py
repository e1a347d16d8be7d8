"""Angel Eye: what is recorded, what is kept, what is asked and answered, and what outlives a restart."""

import json

import pytest

from app.devices.observations import (
    CardPushedBack,
    CardSeen,
    CutCardSeen,
    Doubted,
    ErrorCleared,
    ErrorRaised,
    LockTurned,
    Observation,
    PresetChanged,
    Started,
    StoodBy,
)
from app.devices.session_protocol import Answered, Captured, Mark, Report, Send, Session
from app.devices.sessions.angel_eye import AngelEyeOptions, AngelEyeSession
from app.devices.sessions.outbox import UNSTORED_MOST
from app.devices.wanted import (
    Attest,
    ClearError,
    ConfirmGame,
    CountCards,
    Lock,
    Peek,
    Restart,
    Shuffle,
    Wanted,
)
from app.game.core.cards import Card
from tests.devices import angel_eye_wire as wire
from tests.devices.moments import at


def opened(mark: Mark | None = None, options: AngelEyeOptions | None = None) -> AngelEyeSession:
    session = AngelEyeSession(mark, options)
    session.connected(at(0))
    return session


def reports(session: AngelEyeSession) -> list[Report]:
    return [output for output in session.take() if isinstance(output, Report)]


def observed(session: AngelEyeSession) -> list[Observation]:
    return [report.observation for report in reports(session)]


def heard(frame: bytes, options: AngelEyeOptions | None = None) -> list[Observation]:
    session = opened(options=options)
    session.received(frame, at(1))
    return observed(session)


def test_it_is_a_session() -> None:
    session: Session = AngelEyeSession(None)
    session.bind("anything")
    states = [session.state]
    session.connected(at(0))
    for data in (b"\x00" + wire.drawn(1, "8S")[:-1], wire.drawn(1, "8S")[-1:]):
        states.append(session.state)
        session.received(data, at(0))
    states.append(session.state)
    session.lost(at(1))
    assert [*states, session.state] == ["closed", "running", "running", "running", "closed"], "silence says nothing"
    assert session.named == ""


@pytest.mark.parametrize(
    ("frame", "seen"),
    [
        (
            wire.report(1, "S"),
            [Started(), Doubted("line_was_down", "the shoe has started anew, and tells nothing of the time before")],
        ),
        (wire.report(1, "P"), [StoodBy()]),
        (wire.report(1, "C"), [CutCardSeen()]),
        (wire.drawn(1, "8S", 3, target=5), [CardSeen(Card("8S"), 3)]),
        (wire.drawn(1, "TD"), [CardSeen(Card("TD"), 1)]),
        (wire.drawn(1, None, 15), [CardSeen(None, 15)]),
        (wire.drawn_outside(1, "8S", wire.LOCKED), [CardSeen(Card("8S"), place="locked")]),
        (wire.drawn_outside(1, None, wire.SETTING), [CardSeen(None, place="setting")]),
        (wire.report(1, "L", b"\x80"), [LockTurned(False)]),
        (wire.report(1, "M", b"019999"), [PresetChanged(1, 9999)]),
        (wire.report(1, "E", b"\xc1"), [ErrorRaised(1)]),
        (wire.report(1, "E", b"\x84"), [ErrorRaised(4), CardPushedBack()]),
        (wire.report(1, "E", b"\xc5"), [ErrorRaised(5), CardPushedBack()]),
        (wire.report(1, "e", b"\x84"), [ErrorCleared(4)]),
        (wire.report(1, "E", b"\x88"), [ErrorRaised(0x88)]),
        (wire.report(1, "D", b"\x81\xbe"), [Doubted("bad_card", "a card left under a code that no card has")]),
        (wire.report(1, "d", b"\x81\x38"), [Doubted("bad_card", "a card left under a code that no card has")]),
        (
            wire.drawn_outside(1, "8S", 6),
            [
                Doubted("bad_card", "a card left outside a game, in a mode that no shoe has"),
                CardSeen(Card("8S"), place="error"),
            ],
        ),
        (wire.report(1, "G", b"\x81"), []),
        (wire.again(1, "8S"), [Doubted("card_resent", "a card was told again that is not the last one recorded")]),
    ],
)
def test_what_a_report_means(frame: bytes, seen: list[Observation]) -> None:
    assert heard(frame) == seen


def test_a_card_in_error_mode_is_one_of_the_game_if_the_option_says_so() -> None:
    frame = wire.drawn_outside(1, "8S", wire.ERROR)
    assert heard(frame) == [CardSeen(Card("8S"), place="")]
    assert heard(frame, AngelEyeOptions(overdraw_is_card=False)) == [CardSeen(Card("8S"), place="error")]


def test_of_two_reports_from_one_frame_one_carries_it() -> None:
    session = opened()
    error, outside = wire.report(1, "E", b"\x84"), wire.drawn_outside(2, "8S", 6)
    session.received(error + outside, at(0))
    raised, back, doubt, card = reports(session)
    assert [report.frame for report in (raised, back, doubt, card)] == [error, b"", b"", outside]
    assert raised.mark == {"seq": None, "kept": [], "drawn": None}
    assert doubt.mark == back.mark == {"seq": 1, "kept": [error.hex()], "drawn": None}


@pytest.mark.parametrize("resent_seq", [2, 3])
def test_a_card_told_again_is_never_a_new_one(resent_seq: int) -> None:
    session = opened()
    session.received(wire.drawn(1, "8S"), at(0))
    session.take()
    session.received(wire.again(resent_seq, "8S"), at(0.1))
    lost = [Doubted("reports_lost", "1 report")] if resent_seq == 3 else []
    assert observed(session) == lost
    session.received(wire.again(resent_seq + 1, "9S"), at(0.2))
    assert observed(session) == [Doubted("card_resent", "a card was told again that is not the last one recorded")]


def test_the_last_card_of_a_game_is_not_forgotten_behind_other_reports() -> None:
    session = opened()
    session.received(wire.drawn(1, "8S"), at(0))
    for seq in range(2, 8):
        session.received(wire.drawn_outside(seq, "KH", wire.LOCKED), at(seq))
    mark = json.loads(json.dumps(reports(session)[-1].mark))
    for continued in (session, opened(mark)):
        continued.take()
        continued.received(wire.again(8, "8S"), at(9))
        (kept,) = continued.take()
        assert kept == Captured(wire.again(8, "8S"), at(9).us, sent=False, why="copy")


def test_a_card_is_recorded_once_however_often_it_is_told() -> None:
    session = opened()
    frames = [wire.drawn(seq, "8S", seq) for seq in range(10)] * 3
    for number, frame in enumerate(frames):
        session.received(frame * 3, at(number))
    assert observed(session) == [CardSeen(Card("8S"), index) for index in range(10)] * 3
    assert (session.counted.frames, session.counted.copies) == (90, 60)


def test_what_brings_nothing_is_kept() -> None:
    session = opened()
    result, broken = wire.report(2, "G", b"\x81"), wire.drawn(3, "8S")[:-1] + b"0"
    session.received(b"\x00\x06" + wire.report(1, "P") * 2 + result + broken + wire.report(3, "P"), at(0))
    kept = [(output.data, output.why) for output in session.take() if isinstance(output, Captured)]
    assert kept == [(b"\x00\x06", "garbage"), (wire.report(1, "P"), "copy"), (result, "answer"), (broken, "refused")]
    assert (session.counted.copies, session.counted.refused, session.counted.garbage_bytes) == (1, 1, 2)


def test_a_refused_report_is_missed_by_its_number() -> None:
    session = opened()
    broken = wire.drawn(2, "8S")[:-1] + b"0"
    session.received(wire.drawn(1, "8S") + broken + wire.drawn(3, "8S"), at(0))
    assert [type(observation) for observation in observed(session)] == [CardSeen, Doubted, CardSeen]


def test_a_refused_report_with_a_good_copy_is_not_missed() -> None:
    session = opened()
    broken = wire.drawn(2, "8S")[:-1] + b"0"
    session.received(wire.drawn(1, "8S") + broken + wire.drawn(2, "8S") + wire.drawn(3, "8S"), at(0))
    assert observed(session) == [CardSeen(Card("8S"), 1)] * 3


def test_half_a_report_is_kept_when_the_line_is_lost_and_joins_nothing() -> None:
    session = opened()
    frame = wire.drawn(1, "8S")
    session.received(frame[:5], at(0))
    session.lost(at(0))
    session.connected(at(1))
    session.received(frame[5:], at(1))
    session.tick(at(2))
    kept = [(output.data, output.why) for output in session.take() if isinstance(output, Captured)]
    assert kept == [(frame[:5], "refused"), (frame[5:], "garbage")]


@pytest.mark.parametrize(("down_s", "told"), [(0.1, False), (5.0, False), (5.1, True), (600, True)])
def test_more_than_five_seconds_without_a_line_are_told(down_s: float, told: bool) -> None:
    session = opened()
    session.received(wire.drawn(1, "8S"), at(1))
    session.take()
    session.lost(at(10))
    session.connected(at(10 + down_s))
    doubts = [Doubted("line_was_down", f"there was no connection for {down_s:.0f} s")] if told else []
    assert observed(session) == doubts
    session.received(wire.drawn(2, "8S"), at(700))
    assert observed(session) == [CardSeen(Card("8S"), 1)]


def after_an_outage() -> AngelEyeSession:
    session = opened()
    session.received(wire.drawn(1, "8S"), at(1))
    session.lost(at(10))
    session.connected(at(20))
    session.take()
    return session


def test_the_first_report_after_an_outage_is_compared_with_the_last_one_before() -> None:
    """Three never came. Whoever compared the cards on the table may have done so before these left; while the question
    stands, the table has them answered by one look."""
    session = after_an_outage()
    session.received(wire.drawn(5, "8S"), at(21))
    assert observed(session) == [Doubted("reports_lost", "3 reports"), CardSeen(Card("8S"), 1)]
    session.received(wire.drawn(6, "9S"), at(22))
    assert observed(session) == [CardSeen(Card("9S"), 1)]


def test_a_first_report_that_follows_the_last_one_is_believed() -> None:
    session = after_an_outage()
    session.received(wire.drawn(2, "9S"), at(21))
    assert observed(session) == [CardSeen(Card("9S"), 1)]


def test_ten_reports_after_an_outage_the_same_card_is_no_copy() -> None:
    """Its copies came at once, before the line was lost; this is another eight of spades, or nobody knows."""
    session = after_an_outage()
    session.received(wire.drawn(1, "8S") * 3, at(21))
    assert [getattr(seen, "doubt", "") for seen in observed(session)] == ["report_changed"], "its own copies are none"
    session.received(wire.drawn(2, "9S"), at(25))
    assert observed(session) == [CardSeen(Card("9S"), 1)]
    session.received(wire.drawn(2, "9S"), at(28))
    assert observed(session) == [], "the numbers hold again"


@pytest.mark.parametrize("disturbance", [b"\x05\x32\x44\x81\xb8\x03\x30\x30", b"\xff", "changed"])
def test_what_is_missing_after_a_disturbance_is_a_question_of_its_own(disturbance: bytes | str) -> None:
    session = after_an_outage()
    session.received(wire.drawn(1, "KS") if isinstance(disturbance, str) else disturbance, at(21))
    session.received(wire.drawn(5, "8S"), at(23))
    seen = observed(session)
    assert seen[-2:] == [Doubted("reports_lost", "3 reports"), CardSeen(Card("8S"), 1)]


def test_a_new_device_is_believed() -> None:
    assert observed(opened()) == []


def test_a_restart_is_told_once_and_the_counting_goes_on() -> None:
    first = opened()
    first.received(wire.drawn(1, "8S") + wire.drawn(2, "9S"), at(0))
    mark = json.loads(json.dumps(reports(first)[-1].mark))
    second = opened(mark)
    (doubt,) = reports(second)
    assert doubt == Report(Doubted("line_was_down", "the server was started again"), b"", mark, at(0).us)
    second.received(wire.drawn(2, "9S") + wire.drawn(1, "KS") + wire.drawn(4, "8S"), at(1))
    seen = [getattr(seen, "doubt", "card") for seen in observed(second)]
    assert seen == ["report_changed", "report_changed", "reports_lost", "card"], "what looks like a copy may be none"
    second.lost(at(2))
    second.connected(at(3))
    assert observed(second) == []


def test_a_restart_between_the_doubt_and_the_card_loses_no_card() -> None:
    first = opened()
    first.received(wire.drawn(1, "8S") + wire.drawn(4, "9S"), at(0))
    _, doubt, card = reports(first)
    for mark, seen in ((doubt.mark, ["reports_lost", "card"]), (card.mark, ["report_changed"])):
        second = opened(mark)
        second.take()
        second.received(wire.drawn(4, "9S"), at(1))  # the shoe's second copy
        assert [getattr(one, "doubt", "card") for one in observed(second)] == seen


def test_a_mark_from_before_any_report_is_no_new_device() -> None:
    first = opened()
    first.lost(at(0))
    first.connected(at(10))
    (doubt,) = reports(first)
    second = opened(doubt.mark)
    assert [getattr(seen, "doubt", "") for seen in observed(second)] == ["line_was_down"]
    second.received(wire.drawn(6, "8S"), at(11))
    assert observed(second) == [CardSeen(Card("8S"), 1)]


def test_too_much_is_told_once_and_then_it_goes_on() -> None:
    session = opened()
    for number in range(UNSTORED_MOST + 50):
        session.received(wire.drawn(number % 10, "8S"), at(number))
    outputs = session.take()
    waiting = [output for output in outputs if isinstance(output, Report)]
    assert len(waiting) == UNSTORED_MOST + 1
    assert waiting[-1].observation == Doubted("too_much", "256 reports were waiting to be recorded")
    assert waiting[-1].mark == waiting[-2].mark
    assert [output.why for output in outputs if isinstance(output, Captured)] == ["refused"] * 50
    session.stored(waiting[-2], at(400))
    session.received(wire.drawn(6, "8S"), at(401))
    assert reports(session) == []
    session.stored(waiting[-1], at(402))
    session.received(wire.drawn(7, "8S"), at(403))
    assert observed(session) == [CardSeen(Card("8S"), 1)]


def test_a_frame_of_two_reports_is_recorded_whole_or_not_at_all() -> None:
    session = opened()
    for number in range(UNSTORED_MOST - 1):
        session.received(wire.drawn(number % 10, "8S"), at(number))
    session.take()
    session.received(wire.report(UNSTORED_MOST % 10 - 1, "E", b"\x84"), at(300))
    assert observed(session) == [Doubted("too_much", "255 reports were waiting to be recorded")]


def sent(session: AngelEyeSession) -> list[bytes]:
    return [output.frame for output in session.take() if isinstance(output, Send)]


def answers(session: AngelEyeSession) -> list[Answered]:
    return [output for output in session.take() if isinstance(output, Answered)]


@pytest.mark.parametrize(
    ("wanted", "body"),
    [
        (Lock(True), b"OPLK02\x03"),
        (Lock(False), b"OPLK01\x03"),
        (ClearError(0), b"OPEC00\x03"),
        (ClearError(7), b"OPEC07\x03"),
        (ClearError(0x80 + 9), b"OPEC09\x03"),
        (ConfirmGame(), b"OPGP00\x03"),
    ],
)
def test_what_is_wanted_is_sent_and_its_answer_told(wanted: Wanted, body: bytes) -> None:
    for stx, covered in ((True, b"\x02" + body), (False, body)):
        session = opened(options=AngelEyeOptions(command_bcc_includes_stx=stx))
        session.want(wanted, at(1))
        assert sent(session) == [b"\x02" + body + wire.check(covered)]
        assert session.due_s() == at(1.5).s
        session.received(b"\x06", at(1.4))
        assert session.take() == (Answered(wanted, "done"), Captured(b"\x06", at(1.4).us, sent=False, why="answer"))
        assert session.due_s() is None


def test_the_commands_of_the_dialect_are_sent_as_they_stand_there() -> None:
    session = opened()
    session.want(Lock(True), at(0))
    session.received(b"\x06", at(0.1))
    session.want(Lock(False), at(0.2))
    assert sent(session) == [wire.LOCK, wire.UNLOCK]


@pytest.mark.parametrize(("code", "words"), [(0x21, "the shoe is busy"), (0x02, "wrong BCC"), (0xFF, "another reason")])
def test_a_refusal_is_told_with_its_reason(code: int, words: str) -> None:
    session = opened()
    session.want(Lock(True), at(0))
    session.received(b"\x15", at(0.1))
    session.received(bytes((code,)), at(0.2))
    assert answers(session) == [Answered(Lock(True), "refused", f"The shoe refused: {words}.")]


def test_without_an_answer_nothing_is_sent_again() -> None:
    session = opened()
    session.want(Lock(True), at(0))
    session.tick(at(0.49))
    assert answers(session) == []
    session.tick(at(0.5))
    assert [answer.outcome for answer in answers(session)] == ["no_answer"]
    session.tick(at(60))
    assert session.take() == ()


def test_a_late_answer_is_not_the_next_commands() -> None:
    session = opened()
    session.want(Lock(True), at(0))
    session.want(ClearError(0), at(0.1))
    session.received(b"\x06", at(0.6))
    outputs = session.take()
    assert [output.outcome for output in outputs if isinstance(output, Answered)] == ["no_answer"]
    assert outputs[-1] == Captured(b"\x06", at(0.6).us, sent=False, why="garbage")
    assert session.due_s() == at(1.1).s
    session.tick(at(1.1))
    assert len(sent(session)) == 1


def test_commands_go_one_after_the_other() -> None:
    session = opened()
    for wanted in (Lock(True), Lock(False), ClearError(1)):
        session.want(wanted, at(0))
    assert len(sent(session)) == 1
    session.received(b"\x06", at(0.1))
    answer, captured, follows = session.take()
    assert (answer, captured) == (Answered(Lock(True), "done"), Captured(b"\x06", at(0.1).us, False, "answer"))
    assert isinstance(follows, Send)


def test_too_many_commands_are_refused() -> None:
    session = opened()
    for _ in range(18):
        session.want(Lock(True), at(0))
    assert [answer.outcome for answer in answers(session)] == ["refused"]


def test_a_report_between_command_and_answer_is_just_a_report() -> None:
    session = opened()
    session.want(Lock(True), at(0))
    session.received(wire.report(1, "L", b"\x81") + b"\x06", at(0.2))
    outputs = session.take()
    assert [output.observation for output in outputs if isinstance(output, Report)] == [LockTurned(True)]
    assert [output.outcome for output in outputs if isinstance(output, Answered)] == ["done"]


@pytest.mark.parametrize("stray", [b"\x06", b"\x15\x21"])
def test_an_answer_that_nobody_waits_for_is_garbage(stray: bytes) -> None:
    session = opened()
    session.received(stray, at(0))
    assert session.take() == (Captured(stray, at(0).us, sent=False, why="garbage"),)
    session.want(Lock(True), at(0.1))
    assert answers(session) == []


def test_half_a_report_from_before_does_not_swallow_an_answer() -> None:
    session = opened()
    half = wire.drawn(1, "8S")[:6]
    session.received(half, at(0))
    assert session.due_s() == at(1).s
    session.tick(at(1))
    assert session.due_s() is None
    session.want(Lock(True), at(2))
    session.received(b"\x06", at(2.1))
    assert [answer.outcome for answer in answers(session)] == ["done"]


@pytest.mark.parametrize(
    "wanted", [CountCards(), Shuffle(1), Peek(1, 1), Attest(bytes(16)), Restart(), ClearError(64), ClearError(0xFF)]
)
def test_what_the_shoe_cannot_do_is_said_at_once(wanted: Wanted) -> None:
    session = opened()
    session.want(wanted, at(0))
    assert session.take() == (Answered(wanted, "unsupported", "An Angel Eye shoe has no command for this."),)


def test_without_a_line_nothing_is_asked() -> None:
    session = AngelEyeSession(None)
    session.want(Lock(True), at(0))
    session.connected(at(1))
    session.want(Lock(True), at(2))
    session.want(Lock(False), at(2))
    session.take()
    session.lost(at(2.1))
    assert [answer.outcome for answer in answers(session)] == ["no_answer", "no_answer"]
    session.connected(at(2.2))
    session.tick(at(10))
    assert session.take() == ()


def test_reports_are_acknowledged_only_when_they_are_durable() -> None:
    session = opened(options=AngelEyeOptions(ack_reports=True))
    session.received(wire.report(1, "G"), at(0))  # nothing to record
    assert sent(session) == [b"\x06"]
    session.received(wire.drawn(2, "8S") + wire.drawn(2, "8S") + wire.report(3, "E", b"\x84"), at(1))
    card, raised, back = reports(session)
    session.stored(card, at(2))
    assert sent(session) == [b"\x06"]
    session.stored(raised, at(2))
    assert sent(session) == []
    session.stored(back, at(2))
    assert sent(session) == [b"\x06"]
    session.received(wire.report(3, "E", b"\x84"), at(2))  # the shoe has not heard it
    assert sent(session) == [b"\x06"]


def test_nothing_is_acknowledged_without_the_option() -> None:
    session = opened()
    session.received(wire.drawn(2, "8S"), at(1))
    (card,) = reports(session)
    session.stored(card, at(2))
    assert session.take() == ()


def test_two_shoes_that_differ_in_a_card_print_the_same() -> None:
    printed = set()
    for card in ("8S", "KH", "AD"):
        session = opened()
        session.received(wire.drawn(1, card) + wire.drawn(1, card) + wire.drawn_outside(2, card, 0), at(0))
        session.received(wire.drawn(3, card)[:5] + wire.again(9, card), at(1))
        session.lost(at(2))
        printed.add(repr(session.take()))
    assert len(printed) == 1
