"""The device's end of Table Link, with the time passed in."""

from dataclasses import dataclass, field

import pytest

from device_simulators.cards import shuffled
from device_simulators.dialects.table_link.answers import Identity
from device_simulators.ends.ring import CAPACITY, RESERVED, Ring
from device_simulators.ends.table_link import TableLinkEnd
from device_simulators.machines.continuous import ContinuousShuffler
from device_simulators.machines.machine import CannotNow, Machine
from device_simulators.machines.mishaps import Mishaps
from device_simulators.machines.reader import Reader
from device_simulators.machines.shoe import Shoe
from device_simulators.machines.shuffler import Shuffler
from tests.simulators.host import Event, Numbered, card_of, events_in, table_link_data, table_link_frame

SYNC, POLL, RESET, GET_COUNT = b"\x11", b"\x07", b"\x01", b"\x24"
ENABLE_PUSH, ENABLE_POLL = b"\x0a\x01", b"\x0a\x00"
OK, UNKNOWN, WRONG, RANGE, STEP = b"\xf0", b"\xf2", b"\xf3", b"\xf4", b"\xf5\x01"


def confirm(counter: int) -> bytes:
    return b"\x20" + counter.to_bytes(4, "little")


def resend(counter: int) -> bytes:
    return b"\x21" + counter.to_bytes(4, "little")


def set_time(unix_ms: int) -> bytes:
    return b"\x22" + unix_ms.to_bytes(8, "little")


def peek(token: int, rank: int) -> bytes:
    return b"\x27" + token.to_bytes(4, "little") + bytes([rank])


@dataclass
class Bench:
    """A device end on the bench, and a clock."""

    machine: Machine
    family: int
    key: bytes | None = None
    now_s: float = 100.0
    numbered: Numbered = field(default_factory=Numbered)

    def __post_init__(self) -> None:
        self.ring = Ring(boot_id=7)
        identity = Identity(self.family, "SH-0042", "1.0.3", self.key)
        self.end = TableLinkEnd(self.machine, self.ring, identity, lambda: 0xCAFE)
        self.machine.start("power")
        self.settle()

    def settle(self, seconds: float = 0.0) -> list[bytes]:
        """DATA of what is sent when so much time has passed."""
        self.now_s += seconds
        self.machine.tick(self.now_s)
        for happening in self.machine.take():
            self.end.tell(happening, self.now_s)
        self.end.tick(self.now_s)
        return [data for _, data in table_link_data(b"".join(sent.data for sent in self.end.take()))]

    def pushed(self, seconds: float = 0.0) -> list[Event]:
        """The events that are pushed when so much time has passed."""
        return [event for data in self.settle(seconds) for event in events_in(data) if data[0] == 0xE0]

    def send(self, frame: bytes) -> list[bytes]:
        """DATA of what is sent upon these bytes."""
        self.end.received(frame, self.now_s)
        return self.settle()

    def ask(self, data: bytes) -> bytes:
        """The answer to the next command."""
        return self.send(self.numbered.frame(data))[0]

    def in_step(self) -> "Bench":
        """The same, after a SYNC."""
        assert self.ask(SYNC) == OK
        return self


def shoe_bench(key: bytes | None = None) -> Bench:
    return Bench(Shoe(Mishaps(), shuffled(1, 3)), 1, key)


def drawn(bench: Bench, count: int = 1) -> None:
    assert isinstance(bench.machine, Shoe)
    bench.machine.press(count)


def test_nothing_before_a_sync_and_out_of_step_until_then() -> None:
    bench = shoe_bench()
    drawn(bench)
    assert bench.settle(1.0) == []
    assert bench.send(table_link_frame(0, POLL)) == [STEP]
    assert bench.send(table_link_frame(0, ENABLE_PUSH)) == [STEP]
    assert bench.pushed(1.0) == []
    assert bench.send(table_link_frame(0, SYNC)) == []
    assert bench.send(table_link_frame(1, SYNC)) == [OK]
    assert bench.send(table_link_frame(0, confirm(0))) == [OK]


def test_a_repeat_is_answered_again_and_not_run() -> None:
    bench = shoe_bench().in_step()
    bench.machine.jam()
    bench.settle()
    clear = bench.numbered.frame(b"\x23\x08")
    assert bench.send(clear) == [OK]
    assert bench.send(clear) == [OK]
    assert bench.ask(b"\x23\x08") == RANGE


def test_the_same_seq_with_other_data_is_out_of_step() -> None:
    bench = shoe_bench().in_step()
    assert bench.send(table_link_frame(1, POLL)) == [STEP]
    assert bench.send(table_link_frame(0, POLL)) == [STEP]
    assert bench.in_step().ask(confirm(0)) == OK


def test_sync_is_never_a_repeat_and_other_directions_and_addresses_are_not_heard() -> None:
    bench = shoe_bench().in_step().in_step()
    assert bench.send(table_link_frame(0, OK)) == []
    assert bench.send(table_link_frame(0, b"\xe0" + bytes(14))) == []
    assert bench.send(table_link_frame(0, POLL, address=3)) == []
    damaged = bytearray(table_link_frame(0, POLL))
    damaged[-1] ^= 1
    assert bench.send(bytes(damaged)) == []


def test_identify() -> None:
    bench = shoe_bench().in_step()
    drawn(bench, 2)
    bench.settle()
    answer = bench.ask(b"\x05\xdd\xcc\xbb\xaa")
    expected = "F0 01 01 07 00 00 00 04 00 00 00 07 53 48 2D 30 30 34 32 05 31 2E 30 2E 33 01 00 00 00 DD CC BB AA"
    assert answer == bytes.fromhex(expected)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (b"\x07\x00", WRONG),
        (b"\x11\x00", WRONG),
        (b"\x20\x01", WRONG),
        (b"\x0a\x02", RANGE),
        (b"\x09\x02", RANGE),
        (b"\x66", UNKNOWN),
        (b"\x25\x01", UNKNOWN),
        (peek(1, 1), UNKNOWN),
        (b"\x23\x08", RANGE),
        (set_time(2**64 - 1), RANGE),
        (confirm(2), RANGE),
        (confirm(1), OK),
        (b"\x26" + bytes(16), b"\xf5\x04"),
        (GET_COUNT, b"\xf0\x00\x00\x30\x00"),
    ],
)
def test_answers_of_a_shoe(asked: bytes, answer: bytes) -> None:
    assert shoe_bench().in_step().ask(asked) == answer


def test_attest_with_a_key() -> None:
    bench = shoe_bench(key=bytes(range(32))).in_step()
    answer = bench.ask(b"\x26" + bytes(range(0xA0, 0xB0)))
    assert answer == bytes.fromhex("F0 EE A1 35 F6 A2 B9 48 D6 2E 2D D9 03 9F A7 FA 4F")


def test_push_at_once_eight_on_their_way_and_again_every_100_ms() -> None:
    bench = shoe_bench().in_step()
    bench.ask(set_time(1790000000000))
    bench.ask(confirm(1))
    bench.ask(ENABLE_PUSH)
    drawn(bench, 12)
    cards = bench.pushed()
    assert [event.counter for event in cards] == list(range(2, 10))
    assert isinstance(bench.machine, Shoe)
    assert [card_of(event.body) for event in cards] == [one.card for one in bench.machine.supply.drawn[:8]]
    assert {event.time_ms for event in cards} == {1790000000000}
    assert bench.pushed(0.09) == []
    assert [event.counter for event in bench.pushed(0.02)] == list(range(2, 10))
    again = bench.send(bench.numbered.frame(confirm(5)))
    assert again[0] == OK
    assert [event.counter for data in again[1:] for event in events_in(data)] == list(range(10, 14))
    assert [event.counter for event in bench.pushed(0.11)] == list(range(6, 14))
    bench.ask(confirm(13))
    assert bench.pushed(0.2) == []
    assert bench.end.due_s() == pytest.approx(bench.now_s - 0.2 + 5.0)


def test_push_stops_after_five_seconds_without_a_command() -> None:
    bench = shoe_bench().in_step()
    bench.ask(ENABLE_PUSH)
    assert bench.pushed(4.9) != []
    assert bench.pushed(0.2) == []
    assert bench.end.due_s() is None
    assert bench.ask(POLL)[0] == 0xF0
    assert bench.pushed(0.2) == []
    frame = bench.numbered.frame(ENABLE_PUSH)
    assert [data[0] for data in bench.send(frame)] == [0xF0, 0xE0]


def test_push_stops_at_the_very_moment_that_was_told() -> None:
    """Less than five seconds have passed then, as floats are subtracted; a clock that waits for it must not wait on."""
    began_s = 1021.9237264961095
    assert began_s + 5.0 - began_s < 5.0
    bench = shoe_bench().in_step()
    bench.ask(confirm(1))
    bench.now_s = began_s
    bench.ask(ENABLE_PUSH)
    assert bench.end.due_s() == began_s + 5.0
    bench.settle(5.0)
    assert bench.now_s == began_s + 5.0
    assert bench.end.due_s() is None


def test_poll_gives_whole_events_and_disable_only_stops_pushing() -> None:
    bench = shoe_bench().in_step()
    bench.ask(ENABLE_POLL)
    drawn(bench, 20)
    assert bench.settle(1.0) == []
    answer = bench.ask(POLL)
    counters = [event.counter for event in events_in(answer)]
    assert len(answer) <= 255
    assert counters == list(range(1, 14))
    bench.ask(confirm(21))
    assert bench.ask(POLL) == OK
    bench.ask(b"\x09\x01")
    with pytest.raises(CannotNow, match="locked"):
        drawn(bench)
    bench.machine.move_door(opened=True)
    bench.settle()
    assert [event.code for event in events_in(bench.ask(POLL))] == [0x40]
    bench.ask(ENABLE_PUSH)
    drawn(bench)


def test_the_ring_keeps_256_and_goes_back_as_far() -> None:
    bench = shoe_bench().in_step()
    for _ in range(CAPACITY + 9):
        bench.machine.press_button(1)
    bench.settle()
    assert bench.ask(resend(10)) == RANGE + (11).to_bytes(4, "little")
    assert bench.ask(resend(268)) == RANGE + (11).to_bytes(4, "little")
    assert bench.ask(resend(267)) == OK
    assert bench.ask(POLL) == OK
    assert bench.ask(resend(11)) == OK
    assert events_in(bench.ask(POLL))[0].counter == 11
    assert bench.ring.shown()["lost_unconfirmed"] == 10


def test_a_shoe_locks_itself_before_it_loses_a_card() -> None:
    bench = shoe_bench()
    assert isinstance(bench.machine, Shoe)
    bench.machine.may_let_out = lambda: not bench.ring.nearly_full
    for _ in range(CAPACITY - RESERVED):
        bench.machine.press_button(1)
    bench.settle()
    with pytest.raises(CannotNow, match="locked itself"):
        drawn(bench)
    bench.in_step().ask(confirm(9))
    drawn(bench)


def test_a_restart_is_out_of_step_with_the_next_boot_id_and_no_time() -> None:
    bench = shoe_bench().in_step()
    bench.ask(set_time(1790000000000))
    drawn(bench, 3)
    bench.settle()
    assert bench.ask(RESET) == OK
    assert bench.end.wants_restart()
    assert not bench.end.wants_restart()
    bench.machine.die()
    bench.end.restarted()
    bench.machine.start("reset")
    assert bench.settle(1.0) == []
    assert bench.send(table_link_frame(1, POLL)) == [STEP]
    drawn(bench)
    bench.in_step()
    assert bench.ring.boot_id == 8
    boot, card = events_in(bench.ask(POLL))[-2:]
    assert (boot.code, boot.body, boot.time_ms) == (1, b"\x02", 0)
    assert card.body[2:4] == b"\x04\x00"
    bench.end.lose_memory()
    assert bench.ring.kept() == {
        "boot_id": 0xCAFE,
        "next_counter": 1,
        "confirmed": 0,
        "lost_unconfirmed": 0,
        "events": [],
    }


def test_a_jam_stands_until_it_is_cleared() -> None:
    bench = shoe_bench().in_step()
    bench.ask(confirm(1))
    bench.machine.jam()
    with pytest.raises(CannotNow, match="stuck"):
        drawn(bench)
    bench.settle()
    assert [(event.code, event.body) for event in events_in(bench.ask(POLL))] == [(0x14, b""), (0x50, b"\x08")]
    assert bench.ask(b"\x23\x07") == RANGE
    assert bench.ask(b"\x23\x08") == OK
    drawn(bench)
    bench.settle()
    assert [event.code for event in events_in(bench.ask(POLL))] == [0x14, 0x50, 0x51, 0x02]


def test_a_wrong_clock_is_wrong_by_so_much() -> None:
    bench = shoe_bench().in_step()
    bench.ask(confirm(1))
    bench.ask(set_time(1790000000000))
    bench.end.set_clock_offset(-250)
    bench.now_s += 2.0
    drawn(bench)
    bench.settle()
    assert events_in(bench.ask(POLL))[0].time_ms == 1790000001750


def test_every_kind_of_card_event() -> None:
    bench = shoe_bench().in_step()
    shoe = bench.machine
    assert isinstance(shoe, Shoe)
    bench.ask(confirm(1))
    shoe.mishaps.arm("unreadable", 1)
    shoe.press()
    shoe.push_back()
    shoe.mishaps.arm("two-at-once", 1)
    shoe.press()
    shoe.mishaps.arm("missing", 1)
    shoe.press()
    shoe.supply.place_cut_card(len(shoe.supply.left))
    shoe.press()
    bench.settle()
    told = [(event.code, event.body[2:4] if event.code == 2 else event.body) for event in events_in(bench.ask(POLL))]
    assert told == [
        (0x04, b"\x01\x00"),
        (0x05, b"\x01\x00"),
        (0x02, b"\x02\x00"),
        (0x02, b"\x03\x00"),
        (0x06, b"\x02\x00"),
        (0x03, b""),
        (0x02, b"\x04\x00"),
    ]
    assert [one.index for one in shoe.supply.drawn] == [1, 2, 3, None, 4]


def test_a_shuffle() -> None:
    bench = Bench(Shuffler(Mishaps(), shuffled(1, 3), 3, shuffle_s=1.0), 2).in_step()
    bench.ask(confirm(1))
    assert bench.ask(b"\x25\x04") == OK
    assert bench.ask(b"\x25\x04") == b"\xf5\x02"
    assert bench.ask(GET_COUNT) == b"\xf0\x00\x00\xff\xff"
    bench.machine.mishaps.arm("count-mismatch", 1)
    bench.settle(1.01)
    told = [(event.code, event.body) for event in events_in(bench.ask(POLL))]
    progress = [(0x11, bytes([percent])) for percent in range(10, 100, 10)]
    assert told == [
        (0x10, b"\x04"),
        *progress,
        (0x13, b"\x2f\x00\x30\x00"),
        (0x12, b"\x04\x2f\x00"),
    ]
    assert bench.ask(b"\x09\x01") == OK
    assert bench.ask(b"\x25\x04") == b"\xf5\x03"


def test_the_reader_answers_one_bit_and_only_when_asked() -> None:
    reader = Reader(Mishaps())
    bench = Bench(reader, 4).in_step()
    bench.ask(confirm(1))
    assert bench.ask(GET_COUNT) == UNKNOWN
    assert bench.ask(peek(9, 14)) == RANGE
    reader.insert("KS")
    assert bench.ask(peek(9, 1)) == OK
    reader.insert("KS")
    assert bench.ask(peek(9, 1)) == OK
    reader.insert("KS")
    assert bench.ask(peek(10, 1)) == OK
    reader.insert("9S")
    assert bench.ask(peek(11, 0)) == OK
    reader.insert("AS")
    assert bench.ask(peek(12, 12)) == OK
    reader.insert("AS")
    bench.settle()
    told = [(event.code, event.body) for event in events_in(bench.ask(POLL))]
    assert told == [
        (0x21, b""),
        (0x20, b"\x01\x09\x00\x00\x00"),
        (0x21, b""),
        (0x20, b"\x00\x0a\x00\x00\x00"),
        (0x20, b"\x02\x0b\x00\x00\x00"),
        (0x20, b"\x01\x0c\x00\x00\x00"),
    ]


@pytest.mark.parametrize("disarming", [peek(0, 0), b"\x09\x00", RESET])
def test_what_disarms_the_reader(disarming: bytes) -> None:
    reader = Reader(Mishaps())
    bench = Bench(reader, 4).in_step()
    assert bench.ask(peek(9, 1)) == OK
    assert bench.ask(disarming) == OK
    if bench.end.wants_restart():
        reader.die()
        reader.start("reset")
    reader.insert("KS")
    assert reader.inserted[-1]["told"] == "out_of_turn"


def test_a_locked_reader_is_not_armed() -> None:
    bench = Bench(Reader(Mishaps()), 4).in_step()
    assert bench.ask(b"\x09\x01") == OK
    assert bench.ask(peek(9, 1)) == b"\xf5\x03"


def test_a_continuous_shuffler_takes_cards_back_and_counts_round() -> None:
    shuffler = ContinuousShuffler(Mishaps(), shuffled(1, 3), 3)
    bench = Bench(shuffler, 3).in_step()
    bench.ask(confirm(1))
    shuffler.index = 0xFFFE
    shuffler.press(2)
    shuffler.give_back(2)
    bench.settle()
    told = events_in(bench.ask(POLL))
    assert [event.code for event in told] == [0x02, 0x02, 0x15]
    assert [event.body[2:4] for event in told[:2]] == [b"\xff\xff", b"\x01\x00"]
    assert len(shuffler.supply.left) == 48
    assert bench.ask(GET_COUNT) == b"\xf0\x02\x00\x30\x00"
