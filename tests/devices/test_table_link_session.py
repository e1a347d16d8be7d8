"""The host's end of Table Link, rule by rule, against a device made from the specification."""

import hashlib
import hmac
import random

import pytest

from app.devices import wanted as want
from app.devices.observations import CardSeen, Doubted, Started
from app.devices.session_protocol import Answered, Captured, Now, Report, Send
from app.devices.sessions.table_link import Family, TableLinkSession
from tests.devices import table_link_device as model
from tests.devices.table_link_world import Faults, World

CARD = bytes.fromhex("08 03 7F 00 62")
MARK: dict[str, object] = {"serials": {"SH-0042": {"counter": 1, "boot": 7}}}
START = ["SYNC", "IDENTIFY", "RESEND_FROM", "SET_TIME", "ENABLE"]


def started(**world: object) -> World:
    """A world whose link runs, and whose device's BOOT is stored."""
    made = World(**world)  # type: ignore[arg-type]
    made.plug()
    made.until(lambda: made.session.state in ("running", "unbound") and made.device.confirmed == made.device.counter, 5)
    return made


def doubts(world: World) -> list[tuple[str, str]]:
    seen = [report.observation for report in world.journal + world.waiting]
    return [(doubt.doubt, doubt.detail) for doubt in seen if isinstance(doubt, Doubted)]


def keys(world: World) -> list[str]:
    return [report.key for report in world.journal if report.key]


def test_the_start_is_five_commands_in_order() -> None:
    world = World(mark=MARK)
    states = [world.session.state]
    world.plug()
    states.append(world.session.state)
    assert states == ["closed", "starting"]
    world.until(world.running, 1)
    assert [send.what for send in world.sent] == START
    token = (1).to_bytes(4, "little")
    clock = world.device.commands[3]
    assert world.device.commands == [b"\x11", b"\x05" + token, b"\x21\x02\x00\x00\x00", clock, b"\x0a\x01"]
    assert 1_790_000_000_000 <= int.from_bytes(clock[1:], "little") < 1_790_000_000_100
    assert world.session.named == "SH-0042"


def test_the_sequence_number_begins_with_one_and_toggles() -> None:
    world = started(mark=MARK)
    world.run(3)
    assert [send.frame[1] >> 7 for send in world.sent] == [number % 2 ^ 1 for number in range(len(world.sent))]


def test_nothing_is_believed_before_the_token_has_come_back() -> None:
    """A device server may still hold an answer and an event from before."""
    session = TableLinkSession("shoe", None, frozenset({"SH-0042"}), iter((77, 78)).__next__)
    session.connected(Now(0.0, 0))
    stale = model.Device(lambda data: session.received(data, Now(0.01, 10_000)))
    event = b"\xe0" + b"\x02" + (9).to_bytes(4, "little") + bytes(8) + b"\x05" + CARD
    session.received(model.frame(0, event), Now(0.01, 10_000))
    session.received(model.frame(1, b"\xf0"), Now(0.01, 10_000))
    session.received(model.frame(0, stale.identify((76).to_bytes(4, "little"))), Now(0.02, 20_000))
    session.received(model.frame(0, event), Now(0.02, 20_000))
    assert (session.named, session.state) == ("", "starting")
    assert not [output for output in session.take() if isinstance(output, Report)]
    session.received(model.frame(0, stale.identify((77).to_bytes(4, "little"))), Now(0.03, 30_000))
    assert session.named == "SH-0042"


@pytest.mark.parametrize(("baud", "late_s"), [(None, 0.1), (115_200, 0.1), (9600, 0.1 + 5190 / 9600)])
def test_four_tries_and_then_a_new_start(baud: int | None, late_s: float) -> None:
    world = World(baud=baud)
    world.device.answering = False
    world.plug()
    assert world.session.due_s() == pytest.approx(late_s)
    world.run(late_s * 4 - 0.02)
    assert [send.what for send in world.sent] == ["SYNC"] * 4
    assert len({send.frame for send in world.sent}) == 1
    assert world.session.counted.retries == 3
    world.device.answering = True
    world.until(world.running, 3)


def test_five_seconds_of_silence_and_the_line_is_given_up() -> None:
    world = started()
    world.plugged = False  # half open: nothing comes, and nothing says so
    for tenth in range(60):
        world.session.tick(Now(world.s + tenth / 10, 0))
    states = [world.session.state]
    assert world.session.due_s() is None
    world.session.lost(world.now)
    states.append(world.session.state)
    assert states == ["silent", "closed"]


def test_a_device_that_started_anew_is_started_anew() -> None:
    world = started()
    world.device.start(3, world.s)
    world.until(lambda: world.session.state == "starting", 2)
    world.until(lambda: "SH-0042/2" in keys(world), 2)
    assert doubts(world) == [("device_restarted", "SH-0042: boot id 7 became 8")]
    assert world.journal[-1].observation == Started("watchdog")


def test_a_heartbeat_once_a_second() -> None:
    world = started()
    before = len(world.sent)
    world.run(10)
    assert [send.what for send in world.sent[before:]] == ["POLL"] * 10
    assert not any(send.kept for send in world.sent[before:])
    assert 9 <= world.session.counted.empty_polls <= 10


def test_an_event_is_confirmed_only_when_stored() -> None:
    world = started()
    world.storing = False
    world.device.draw(world.s)
    world.run(3)
    assert (len(world.waiting), world.device.confirmed) == (1, 1)
    world.store_all()
    world.run(0.05)
    assert world.device.confirmed == 2
    (report,) = [report for report in world.journal if isinstance(report.observation, CardSeen)]
    assert report.key == "SH-0042/2"
    assert report.mark == {"serials": {"SH-0042": {"counter": 2, "boot": 7, "index": 127}}}
    assert report.device_us is not None
    assert abs(report.device_us - report.at_us) < 20_000
    assert world.session.counted.copies > 10


def test_frames_are_those_of_the_event_alone() -> None:
    """A pushed frame is kept as it came; of a poll's answer each event has its own bytes, unstuffed."""
    world = started()
    world.device.draw(world.s)
    world.run(0.1)
    assert world.journal[-1].frame == model.frame(0, b"\xe0" + world.device.ring[-1][1])
    world.device.pushing = False
    for _ in range(3):
        world.device.draw(world.s)
    world.run(2)
    assert [report.frame for report in world.journal[-3:]] == [event for _, event in world.device.ring][-3:]
    assert not any(CARD in captured.data.replace(b"\x7f\x7f", b"\x7f") for captured in world.captured)


def test_a_poll_with_events_is_followed_by_confirm_and_poll() -> None:
    world = started()
    world.device.pushing = False
    for _ in range(20):
        world.device.draw(world.s)
    before = len(world.sent)
    world.run(1.5)
    assert [send.what for send in world.sent[before:]] == ["POLL", "CONFIRM"] * 2 + ["POLL"]
    assert world.device.confirmed == 21


def test_a_gap_of_a_second_is_asked_for() -> None:
    world = started()
    world.device.pushing = False
    world.device.draw(world.s)
    world.device.confirmed = 2  # as if somebody else had confirmed it
    world.device.pushing = True
    world.device.happen(3, b"", world.s)
    asked = len(world.device.commands)
    world.run(0.9)
    assert b"\x21\x02\x00\x00\x00" not in world.device.commands[asked:]
    world.run(1)
    assert b"\x21\x02\x00\x00\x00" in world.device.commands[asked:]
    assert keys(world) == ["SH-0042/1", "SH-0042/2", "SH-0042/3"]


def test_resend_from_never_passes_what_is_stored() -> None:
    """Events that are taken and not stored stay unconfirmed over a new start of the link."""
    world = started()
    world.storing = False
    for _ in range(3):
        world.device.draw(world.s)
    world.run(0.2)
    world.unplug()
    world.plug()
    world.until(world.running, 2)
    assert len(world.waiting) == 3
    assert b"\x21\x02\x00\x00\x00" in world.device.commands
    assert world.device.confirmed == 1


def test_lost_events_hold_until_the_doubt_is_stored() -> None:
    world = started(ring=4)
    world.unplug()
    for _ in range(10):
        world.device.draw(world.s)
    world.storing = False
    world.plug()
    world.until(world.running, 2)
    world.run(3)
    assert doubts(world) == [("events_lost", "SH-0042: events 2 to 7 are gone")]
    assert (len(world.waiting), world.device.confirmed, keys(world)) == (1, 1, ["SH-0042/1"])
    assert world.waiting[0].mark == {"serials": {"SH-0042": {"counter": 7, "boot": 7}}}
    world.store_all()
    world.until(lambda: world.device.confirmed == 11, 2)
    assert b"\x21\x08\x00\x00\x00" in world.device.commands
    assert keys(world) == ["SH-0042/1", "SH-0042/8", "SH-0042/9", "SH-0042/10", "SH-0042/11"]


def test_a_hold_outlives_a_new_start_and_is_told_once() -> None:
    world = started(ring=4)
    world.unplug()
    for _ in range(10):
        world.device.draw(world.s)
    world.storing = False
    for _ in range(3):
        world.plug()
        world.until(world.running, 1)
        world.unplug()
    world.plug()
    world.run(1)
    asked = world.device.commands.count(b"\x21\x02\x00\x00\x00")
    assert (len(doubts(world)), asked) == (1, 1)
    world.store_all()
    world.until(lambda: world.device.confirmed == 11, 2)


def test_what_is_in_hand_is_not_lost_when_the_device_forgets_it() -> None:
    world = started(ring=4)
    world.storing = False
    for _ in range(3):
        world.device.draw(world.s)
    world.run(0.1)
    world.unplug()
    for _ in range(2):
        world.device.draw(world.s)
    assert world.device.oldest == 3
    world.plug()
    world.until(world.running, 1)
    world.store_all()
    world.until(lambda: world.device.confirmed == 6, 2)
    assert (keys(world), doubts(world)) == ([f"SH-0042/{number}" for number in range(1, 7)], [])


def test_an_answer_that_contradicts_itself_loses_nothing() -> None:
    """F4 with an event that is not after the one that was asked for: an old answer, or a broken device."""
    world = World(mark={"serials": {"SH-0042": {"counter": 1, "boot": 7}}})
    world.device.refuse[0x21] = b"\xf4\x01\x00\x00\x00"
    world.plug()
    world.run(1)
    assert (world.session.state, doubts(world)) == ("starting", [])
    assert len(world.sent) < 40
    world.device.refuse.clear()
    world.until(world.running, 1)


def test_a_device_that_is_always_out_of_step_is_not_run_hot() -> None:
    world = World()
    world.device.refuse[0x05] = b"\xf5\x01"
    world.plug()
    world.run(3)
    assert 20 <= [send.what for send in world.sent].count("SYNC") <= 31


def test_a_ring_that_moves_on_while_a_new_device_is_met_is_no_loss() -> None:
    world = World(ring=4)
    world.plug()
    world.until(lambda: len(world.device.commands) == 2, 1)
    for _ in range(10):
        world.device.draw(world.s)
    world.until(lambda: world.device.confirmed == 11, 2)
    assert (keys(world)[0], doubts(world)) == ("SH-0042/8", [])


def test_a_device_that_missed_the_confirmation_is_told_again() -> None:
    world = started()
    world.device.confirmed = 0
    world.run(0.3)
    assert world.device.confirmed == 1
    assert keys(world) == ["SH-0042/1"]


def test_no_more_than_64_reports_wait() -> None:
    world = started()
    world.storing = False
    for counter in range(2, 100):
        event = b"\x03" + counter.to_bytes(4, "little") + bytes(9)
        world.session.received(model.frame(0, b"\xe0" + event), world.now)
    world.drain()
    assert len(world.waiting) == 64
    world.run(3)
    assert b"\x21" not in {command[:1] for command in world.device.commands[5:]}


def test_a_next_counter_that_was_told_already_has_gone_back() -> None:
    world = World(mark={"serials": {"SH-0042": {"counter": 2, "boot": 7}}})
    world.storing = False
    world.plug()
    world.run(1)
    assert doubts(world) == [
        ("counter_went_back", "SH-0042: its next event is number 2, and number 2 was told before")
    ]  # fmt: skip


@pytest.mark.parametrize("known", [False, True])
def test_what_had_not_come_yet_when_the_device_was_bound_is_not_played(*, known: bool) -> None:
    """Whether the device is met for the first time, or was told of as a stranger before."""
    world = World(bound=frozenset())
    if known:
        world.plug()
        world.until(lambda: world.device.confirmed == 1, 1)
        world.unplug()
    world.storing = False
    for _ in range(30):
        world.device.draw(world.s)
    world.plug()
    world.until(lambda: world.session.state == "unbound", 1)
    world.session.bind("SH-0042")
    world.store_all()
    world.until(lambda: world.device.confirmed == 31, 3)
    world.device.draw(world.s)
    world.run(0.2)
    assert [report.play for report in world.journal if report.key] == [False] * 31 + [True]


def test_a_new_device_whose_ring_is_full_is_taken_from_its_oldest_event() -> None:
    world = World(ring=4)
    for _ in range(10):
        world.device.draw(world.s)
    world.plug()
    world.until(lambda: world.device.confirmed == 11, 2)
    assert (keys(world)[0], doubts(world)) == ("SH-0042/8", [("cards_before", "SH-0042: event 11 is a card")])
    assert not any(report.play for report in world.journal if not isinstance(report.observation, Doubted))


def test_a_counter_that_went_back_holds_and_is_a_second_life() -> None:
    world = started()
    for _ in range(5):
        world.device.draw(world.s)
    world.run(0.1)
    world.storing = False
    world.device.lose_memory(random.Random(1), world.s)
    world.run(3)
    assert [doubt for doubt, _ in doubts(world)] == ["counter_went_back", "device_restarted"]
    assert "next event is number 2, and number 6 was told before" in doubts(world)[0][1]
    assert world.device.confirmed == 0
    assert world.running()
    world.store_all()
    world.device.draw(world.s)
    world.until(lambda: world.device.confirmed == 2, 3)
    world.run(0.1)
    assert keys(world)[-2:] == ["SH-0042/1~2", "SH-0042/2~2"]
    assert world.journal[-1].mark == {
        "serials": {"SH-0042": {"counter": 2, "boot": world.device.boot, "life": 2, "index": world.device.index}}
    }  # fmt: skip


def test_a_lost_memory_is_found_when_the_counter_has_passed_the_old_one() -> None:
    world = World(mark=MARK)
    world.device.lose_memory(random.Random(1), 0.0)
    for _ in range(5):
        world.device.draw(world.s)
    world.plug()
    world.until(lambda: world.device.confirmed == 6, 3)
    assert [doubt for doubt, _ in doubts(world)] == ["counter_went_back", "device_restarted"]
    assert keys(world)[0] == "SH-0042/1~2"


def test_a_session_goes_on_from_its_mark() -> None:
    world = started()
    world.device.draw(world.s)
    world.run(0.1)
    world.storing = False
    world.device.happen(3, b"", world.s)
    world.run(0.1)
    world.crash_host()
    world.storing = True
    world.until(lambda: world.device.confirmed == 3, 2)
    assert keys(world) == ["SH-0042/1", "SH-0042/2", "SH-0042/3"]
    assert doubts(world) == []


def test_another_device_is_asked_about_once_and_never_played() -> None:
    world = World(bound=frozenset())
    world.device.draw(world.s)
    world.plug()
    world.until(lambda: world.device.confirmed == 2, 2)
    assert world.session.state == "unbound"
    assert doubts(world) == [("device_changed", "SH-0042")]
    assert [report.play for report in world.journal] == [True, False, False]
    world.unplug()
    world.plug()
    world.until(lambda: world.session.state == "unbound", 2)
    assert len(doubts(world)) == 1
    world.session.bind("SH-0042")
    assert world.running()
    world.device.draw(world.s)
    world.run(0.2)
    assert world.journal[-1].play


def test_what_a_device_held_when_it_was_bound_is_never_played() -> None:
    """Nor after a restart of the server in the middle of it."""
    world = World(bound=frozenset())
    for _ in range(5):
        world.device.draw(world.s)
    world.storing = False
    world.plug()
    world.run(0.1)
    world.store_all()
    world.journal = world.journal[:3]
    world.device.confirmed = 0
    world.bound = frozenset({"SH-0042"})
    world.crash_host()
    world.until(lambda: world.device.confirmed == 6, 2)
    world.device.draw(world.s)
    world.run(0.2)
    assert [report.play for report in world.journal if report.key] == [False] * 6 + [True]


def test_a_device_of_another_family_is_never_played() -> None:
    world = World(family="shuffler")
    world.plug()
    world.run(1)
    assert world.session.state == "unbound"
    assert doubts(world) == [("device_changed", "SH-0042 is no shuffler: it says shoe; connect the right device")]
    assert not world.journal[-1].play


@pytest.mark.parametrize(("code", "body"), [(0x99, b"\x01"), (2, b"\x0e\x01\x01\x00\x50"), (3, b"\x00")])
def test_an_event_that_cannot_be_read_is_stored_confirmed_and_doubted(code: int, body: bytes) -> None:
    world = started()
    world.device.happen(code, body, world.s)
    world.device.happen(3, b"", world.s)
    world.run(0.2)
    assert world.device.confirmed == 3
    assert doubts(world) == [("unknown_event", f"SH-0042: event 2, code {code:02X} with {len(body)} bytes")]


@pytest.mark.parametrize("tail", ["00", "03 03 00 00 00 00 00 00 00 00 00 00 00 00"])
def test_a_frame_that_its_events_do_not_fill_is_refused_whole(tail: str) -> None:
    world = started()
    event = bytes.fromhex("03 02 00 00 00 00 00 00 00 00 00 00 00 00" + tail)
    raw = model.frame(0, b"\xe0" + event)
    world.session.received(raw, world.now)
    world.drain()
    assert [(captured.data, captured.why) for captured in world.captured[-1:]] == [(raw, "refused")]
    assert len(world.journal) == 1


WANTS = [
    (want.Lock(True), Answered(want.Lock(True), "done"), b"\x09\x01"),
    (want.Lock(False), Answered(want.Lock(False), "done"), b"\x0a\x01"),
    (want.CountCards(), Answered(want.CountCards(), "done", counts=(10, None)), b"\x24"),
    (want.Shuffle(2), Answered(want.Shuffle(2), "unsupported"), b"\x25\x02"),
    (want.Peek(9, 1), Answered(want.Peek(9, 1), "unsupported"), bytes.fromhex("27 09 00 00 00 01")),
]


@pytest.mark.parametrize(("wanted", "answered", "command"), WANTS)
def test_what_is_wanted(wanted: want.Wanted, answered: Answered, command: bytes) -> None:
    world = started()
    world.session.want(wanted, world.now)
    world.drain()
    world.run(0.05)
    assert world.answered == [answered]
    assert world.device.commands[-1] == command


def test_attestation_gives_the_sixteen_bytes_and_the_firmware() -> None:
    world = started()
    nonce = bytes(range(0xA0, 0xB0))
    world.session.want(want.Attest(nonce), world.now)
    world.drain()
    world.run(0.05)
    proof = hmac.digest(model.Device.KEY, nonce + b"1.0.3", hashlib.sha256)[:16]
    assert [(answer.outcome, answer.detail) for answer in world.answered] == [("done", f"{proof.hex()} 1.0.3")]


def test_a_restart_is_followed_by_a_new_start() -> None:
    world = started()
    world.session.want(want.Restart(), world.now)
    world.drain()
    world.run(3)
    assert [answer.outcome for answer in world.answered] == ["done"]
    assert world.running()
    assert [report.observation for report in world.journal][-1] == Started("reset")


@pytest.mark.parametrize(
    ("answer", "outcome", "words"),
    [
        ("F3", "refused", "parameters"), ("F4", "refused", "nothing of that number"), ("F5 02", "refused", "busy"),
        ("F5 05", "refused", "error stands"), ("F5 09", "refused", "reason 9"), ("F5 01", "refused", "lost the link"),
        ("F2", "unsupported", ""),
    ],
)  # fmt: skip
def test_a_refusal_in_words(answer: str, outcome: str, words: str) -> None:
    world = started()
    world.device.refuse[0x23] = bytes.fromhex(answer)
    world.session.want(want.ClearError(3), world.now)
    world.drain()
    world.run(1)
    assert [given.outcome for given in world.answered] == [outcome]
    assert words in world.answered[0].detail
    assert world.running()


def test_a_want_without_an_answer_is_given_up_and_never_repeated() -> None:
    world = started()
    world.device.answering = False
    world.session.want(want.ClearError(3), world.now)
    world.drain()
    world.run(0.45)
    assert [answer.outcome for answer in world.answered] == ["no_answer"]
    world.device.answering = True
    sent = len(world.sent)
    world.run(2)
    assert world.running()
    assert "CLEAR_ERROR" not in [send.what for send in world.sent[sent:]]


def test_wants_wait_for_the_start_and_are_bounded() -> None:
    world = World()
    world.session.want(want.CountCards(), world.now)
    assert world.session.take()[0] == Answered(
        want.CountCards(), "no_answer", "it was not sent: the line to the device is down; ask again when it is back"
    )
    world.plug()
    for _ in range(17):
        world.session.want(want.CountCards(), world.now)
    world.drain()
    assert [answer.outcome for answer in world.answered] == ["refused"]
    world.run(1)
    assert [answer.outcome for answer in world.answered[1:]] == ["done"] * 16
    assert [send.what for send in world.sent][:5] == START


@pytest.mark.parametrize(
    "wanted", [want.ConfirmGame(), want.Peek(1, 14), want.Peek(1 << 32, 1), want.Attest(b"short"), want.Shuffle(256)]
)
def test_what_the_protocol_does_not_have_is_not_sent(wanted: want.Wanted) -> None:
    world = started()
    sent = len(world.sent)
    world.session.want(wanted, world.now)
    world.drain()
    assert world.answered[0].outcome == ("unsupported" if isinstance(wanted, want.ConfirmGame) else "refused")
    assert len(world.sent) == sent


def test_a_device_that_cannot_be_enabled_runs_polled_and_is_asked_again() -> None:
    world = World()
    world.device.refuse[0x0A] = b"\xf5\x05"
    world.plug()
    world.until(world.running, 1)
    world.device.draw(world.s)
    world.run(1.5)
    assert "SH-0042/2" in keys(world)
    world.device.refuse.clear()
    world.run(2)
    assert world.device.pushing


def test_an_echo_of_our_own_frames_means_nothing() -> None:
    world = started()
    for send in list(world.sent):
        world.session.received(send.frame, world.now)
    assert world.session.take() == ()


def test_nothing_that_is_printed_names_a_card() -> None:
    world = started()
    world.device.draw(world.s)
    world.run(1)
    shown = repr([world.journal, world.captured, world.sent and [send.what for send in world.sent], doubts(world)])
    assert "8S" not in shown
    assert "7F007F" not in shown.upper()
    assert {type(output) for output in (*world.captured, *world.sent)} == {Captured, Send}


# --- draw indices


def card_with(index: int, confidence: int = 98) -> bytes:
    return b"\x08\x03" + index.to_bytes(2, "little") + bytes([confidence])


def told_in_order(world: World) -> list[str]:
    """Cards by their index, and doubts, as they were told."""
    seen = [report.observation for report in world.journal if report.key != "SH-0042/1"]
    return [each.doubt if isinstance(each, Doubted) else str(getattr(each, "index", "")) for each in seen]


@pytest.mark.parametrize("index", [1, 4, 5, 7, 60])
def test_an_index_that_is_not_the_next_is_a_doubt_before_its_card(index: int) -> None:
    """Left out, told twice, or from before: of a card in between nothing was told."""
    world = started()
    for each in (4, 5, index):
        world.device.happen(0x02, card_with(each), world.s)
    world.run(0.2)
    assert told_in_order(world) == ["4", "5", "cards_untold", str(index)]
    assert doubts(world) == [("cards_untold", f"draw index {index} came after 5")]


def test_a_card_that_passed_unread_has_an_index_too_and_one_pushed_back_keeps_its_own() -> None:
    world = started()
    for code, body in ((2, card_with(1)), (4, b"\x02\x00"), (5, b"\x02\x00"), (2, card_with(3)), (6, b"\x02\x00")):
        world.device.happen(code, body, world.s)
    world.run(0.2)
    assert told_in_order(world) == ["1", "2", "2", "3", "2"]


def test_a_shoe_that_is_loaded_counts_from_one() -> None:
    world = started()
    for code, body in ((2, card_with(300)), (7, b"\x80\x01\x01"), (2, card_with(1)), (7, b"\x80\x01\x01")):
        world.device.happen(code, body, world.s)
    world.device.happen(2, card_with(2), world.s)
    world.run(0.2)
    assert told_in_order(world) == ["300", "", "1", "", "cards_untold", "2"]


@pytest.mark.parametrize(("family", "doubted"), [("continuous", []), ("shoe", ["cards_untold"])])
def test_only_a_continuous_shuffler_goes_from_the_largest_index_to_one(family: Family, doubted: list[str]) -> None:
    world = World(family=family)
    world.device.family = 3 if family == "continuous" else 1
    world.plug()
    world.until(world.running, 2)
    world.device.happen(2, card_with(65535), world.s)
    world.device.happen(2, card_with(1), world.s)
    world.run(0.2)
    assert [doubt for doubt, _ in doubts(world)] == doubted


def test_the_last_index_outlives_the_server() -> None:
    world = started()
    world.device.happen(2, card_with(9), world.s)
    world.run(0.2)
    world.crash_host()
    world.until(world.running, 2)
    world.device.happen(2, card_with(11), world.s)
    world.run(0.2)
    assert doubts(world) == [("cards_untold", "draw index 11 came after 9")]


def test_a_gap_before_the_device_was_bound_is_nobodys() -> None:
    world = World(bound=frozenset())
    for index in (1, 5):
        world.device.happen(2, card_with(index), world.s)
    world.bound = frozenset({"SH-0042"})
    world.session.bind("SH-0042")
    world.plug()
    world.until(lambda: world.device.confirmed == 3, 2)
    assert [doubt for doubt, _ in doubts(world)] == ["cards_untold", "cards_before"]
    assert [report.play for report in world.journal if isinstance(report.observation, Doubted)] == [False, True]


def test_cards_of_which_the_device_is_not_sure_are_counted() -> None:
    world = started()
    for index, confidence in enumerate((98, 90, 89, 0), 1):
        world.device.happen(2, card_with(index, confidence), world.s)
    world.run(0.2)
    assert world.session.counted.unsure == 2
    assert doubts(world) == []


# --- counts


def lose_answers_to_counts(world: World, times: int) -> None:
    """The first answer to each of the next counts is lost, and a card leaves before it is asked for again."""
    send, run, lost = world.device.send, world.device.run, 0

    def counting(data: bytes, now: float) -> bytes:
        nonlocal lost
        answer = run(data, now)
        if data == b"\x24" and lost < times:
            lost += 1
            world.device.drawn += 1
            world.device.send = lambda _: setattr(world.device, "send", send)
        return answer

    world.device.run = counting  # type: ignore[method-assign]


@pytest.mark.parametrize(("lost", "counts"), [(0, (10, None)), (1, (11, None)), (2, (12, None))])
def test_a_count_whose_answer_was_lost_is_asked_for_anew(lost: int, counts: tuple[int, None]) -> None:
    """The answer to the repeat says what was so before a card left."""
    world = started()
    lose_answers_to_counts(world, lost)
    world.session.want(want.CountCards(), world.now)
    world.drain()
    world.run(1)
    assert world.answered == [Answered(want.CountCards(), "done", counts=counts)]


def test_a_count_is_not_asked_for_without_end() -> None:
    world = started()
    lose_answers_to_counts(world, 10)
    world.session.want(want.CountCards(), world.now)
    world.drain()
    world.run(2)
    (answered,) = world.answered
    assert (answered.outcome, answered.counts) == ("no_answer", None)
    assert "ask again later" in answered.detail
    assert world.device.commands.count(b"\x24") == 3


@pytest.mark.parametrize(("down_s", "late"), [(1, [False, False, False]), (6, [False, True, False])])
def test_what_happened_in_a_long_time_without_a_word_is_late(down_s: float, late: list[bool]) -> None:
    world = started(mark=MARK)
    before = len(world.journal)
    world.device.draw(world.s)
    world.run(0.5)
    world.unplug()
    world.run(down_s / 2)
    world.device.draw(world.s)
    world.run(down_s / 2)
    world.plug()
    world.until(lambda: len(world.journal) == before + 2, 5)
    world.device.draw(world.s)
    world.until(lambda: len(world.journal) == before + 3, 5)
    assert [report.late for report in world.journal[before:]] == late


def test_what_happened_while_the_server_was_away_is_late_and_what_a_new_life_tells_is_not() -> None:
    world = started(mark=MARK)
    world.unplug()
    world.device.draw(world.s)
    world.crash_host()
    world.until(lambda: bool(world.journal), 5)
    assert world.journal[-1].late
    world.device.lose_memory(random.Random(1), world.s)
    world.until(lambda: world.running() and world.device.confirmed == world.device.counter, 10)
    world.device.draw(world.s)
    world.until(lambda: not world.waiting and world.device.confirmed == world.device.counter, 5)
    assert isinstance(world.journal[-1].observation, CardSeen) and not world.journal[-1].late


def swapped(world: World, device: model.Device) -> model.Device:
    """This device is plugged in where the other one was; the other one."""
    world.unplug()
    before, world.device = world.device, device
    device.send = lambda data: world.carry(1, data)
    world.plug()
    world.until(lambda: world.running() and device.confirmed == device.counter and not world.waiting, 3)
    return before


def test_another_of_the_tables_own_devices_is_a_doubt_and_what_it_kept_is_not_played() -> None:
    """What left the first one after the last that it told was keyed, or left it elsewhere."""
    both = frozenset({"SH-0042", "SH-0043"})
    world = started(mark=MARK, bound=both)
    world.device.draw(world.s)
    world.run(0.1)
    world.device.pushing = False
    world.device.draw(world.s)
    first = swapped(world, model.Device(lambda _data: None, "SH-0043"))
    assert doubts(world) == [("device_swapped", "SH-0043 is where SH-0042 was")]
    world.device.draw(world.s)
    world.run(0.1)
    assert world.journal[-1].play, "it is the table's"
    world.crash_host()
    world.until(world.running, 3)
    assert len(doubts(world)) == 1, "the same one again is no other"
    world.crash_host()
    swapped(world, first)
    assert [doubt for doubt, _ in doubts(world)[1:]] == ["device_swapped", "cards_before"]
    assert [report.play for report in world.journal if isinstance(report.observation, CardSeen)] == [True, True, False]
    first.draw(world.s)
    world.run(0.1)
    assert world.journal[-1].play


def test_a_device_that_lost_its_memory_elsewhere_plays_nothing_of_it_here() -> None:
    world = started(mark=MARK)
    for _ in range(3):
        world.device.draw(world.s)
    world.run(0.1)
    world.unplug()
    stored = world.journal[-1].mark
    world.device.lose_memory(random.Random(1), world.s)
    world.device.draw(world.s)
    world.session = TableLinkSession("shoe", stored, world.bound, lambda: next(world.tokens), stayed=False)
    before = len(world.journal)
    world.plug()
    world.until(lambda: world.running() and world.device.confirmed == 2 and not world.waiting, 3)
    assert not any(report.play for report in world.journal[before:] if report.key)
    world.device.draw(world.s)
    world.run(0.1)
    assert world.journal[-1].play


@pytest.mark.parametrize("crash", [False, True])
def test_a_shuffle_that_ends_with_another_set_than_it_began_with_is_not_believed(*, crash: bool) -> None:
    """Nor after a restart of the server in the middle of it; one in the middle of which the machine was dead is what
    it says."""
    world = World(family="shuffler")
    world.device.family = 2
    world.plug()
    world.until(world.running, 5)

    def told(code: int, body: str) -> bool:
        world.device.happen(code, bytes.fromhex(body), world.s)
        world.until(lambda: world.running() and world.device.confirmed == world.device.counter, 5)
        return world.journal[-1].play

    told(0x10, "01")
    if crash:
        world.crash_host()
        world.until(world.running, 5)
    assert not told(0x12, "02 80 01")
    assert ("set_differs", "it began with set 1 and ended with set 2") in doubts(world)
    assert told(0x10, "02") and told(0x12, "02 80 01")
    assert told(0x12, "01 80 01"), "how that began was not told"
    told(0x10, "01")
    world.device.start(1, world.s)
    assert told(0x12, "02 80 01")
    assert len([each for each in doubts(world) if each[0] == "set_differs"]) == 1


@pytest.mark.parametrize("lossy", [0.0, 0.05])
def test_a_device_that_does_not_push_is_polled_often_and_loses_nothing(lossy: float) -> None:
    """One that is made for a line with others answers F4 to ENABLE(1)."""
    world = World(seed=3, mark=MARK, faults=Faults(drop=lossy))
    world.device.only_polled = True
    world.plug()
    world.until(world.running, 5)
    enabled = [command for command in world.device.commands if command[0] == 0x0A]
    assert (enabled[:2], world.device.pushing) == ([b"\x0a\x01", b"\x0a\x00"], False)
    for _ in range(30):
        world.device.draw(world.s)
        begun = world.s
        world.until(lambda: keys(world)[-1:] == [f"SH-0042/{world.device.counter}"], 10)
        assert lossy or world.s - begun < 0.1
    assert len(set(keys(world))) == len(keys(world)) == 30


def test_a_device_that_does_not_push_is_unlocked_without() -> None:
    world = World(mark=MARK)
    world.device.only_polled = True
    world.plug()
    world.until(world.running, 5)
    world.session.want(want.Lock(locked=True), world.now)
    world.drain()
    world.until(lambda: world.device.locked, 2)
    world.session.want(want.Lock(locked=False), world.now)
    world.drain()
    world.until(lambda: len(world.answered) == 2, 2)
    assert not world.device.locked
    assert [each.outcome for each in world.answered] == ["done", "done"]
