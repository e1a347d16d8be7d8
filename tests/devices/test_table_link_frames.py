"""Table Link's bytes: every vector of the specification both ways, and what damage does to them."""

import itertools
import random
from pathlib import Path

import pytest
from fastcrc import crc16

from app.devices.codecs.table_link import answers, command_messages
from app.devices.codecs.table_link.answers import Counts, Done, Events, Identity, Proof, Refusal, Status, read_answer
from app.devices.codecs.table_link.command_messages import Command
from app.devices.codecs.table_link.event_messages import Event, observe, split_events
from app.devices.codecs.table_link.framing import LONGEST_FRAME, Decoder, Frame, Piece, Scrap, encode_frame
from app.devices.observations import CardSeen, CutCardSeen, HoleAnswered, Observation, ShuffleEnded, Started
from app.game.core.cards import parse_card
from tests.devices import table_link_device as model

CARD = "02 29 00 00 00 00 6C 50 C4 A0 01 00 00 05 08 03 7F 00 62"
CUT = "03 2A 00 00 00 FA 6C 50 C4 A0 01 00 00 00"
NONCE = bytes(range(0xA0, 0xB0))
TOKEN = 0xAABBCCDD
VECTORS = {  # frame, SEQ, DATA
    "SYNC": ("7F 80 01 11 65 82", 1, "11"),
    "POLL": ("7F 80 01 07 12 02", 1, "07"),
    "OK": ("7F 80 01 F0 23 80", 1, "F0"),
    "push": ("7F 00 14 E0 02 29 00 00 00 00 6C 50 C4 A0 01 00 00 05 08 03 7F 7F 00 62 1A 9D", 0, "E0" + CARD),
    "two events": (
        "7F 00 22 F0 02 29 00 00 00 00 6C 50 C4 A0 01 00 00 05 08 03 7F 7F 00 62 03 2A 00 00 00 FA 6C 50 C4 A0 01 00 "
        "00 00 33 84", 0, "F0" + CARD + CUT,
    ),
    "CONFIRM": ("7F 80 05 20 2A 00 00 00 09 4F", 1, "20 2A 00 00 00"),
    "RESEND_FROM": ("7F 00 05 21 29 00 00 00 71 FB", 0, "21 29 00 00 00"),
    "IDENTIFY": ("7F 00 05 05 DD CC BB AA BC 73", 0, "05 DD CC BB AA"),
    "identity": (
        "7F 00 21 F0 01 01 07 00 00 00 2B 00 00 00 07 53 48 2D 30 30 34 32 05 31 2E 30 2E 33 29 00 00 00 DD CC BB AA "
        "48 74", 0,
        "F0 01 01 07 00 00 00 2B 00 00 00 07 53 48 2D 30 30 34 32 05 31 2E 30 2E 33 29 00 00 00 DD CC BB AA",
    ),
    "ATTEST": (
        "7F 80 11 26 A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 AA AB AC AD AE AF D6 89", 1, "26" + NONCE.hex(),
    ),
    "proof": (
        "7F 80 11 F0 EE A1 35 F6 A2 B9 48 D6 2E 2D D9 03 9F A7 FA 4F F8 DA", 1,
        "F0 EE A1 35 F6 A2 B9 48 D6 2E 2D D9 03 9F A7 FA 4F",
    ),
    "out of step": ("7F 00 02 F5 01 05 BE", 0, "F5 01"),
    "PEEK": ("7F 00 06 27 09 00 00 00 01 2A 6F", 0, "27 09 00 00 00 01"),
}  # fmt: skip
RAW = {name: bytes.fromhex(vector[0]) for name, vector in VECTORS.items()}
COMMANDS = {
    "SYNC": command_messages.sync(),
    "POLL": command_messages.poll(),
    "CONFIRM": command_messages.confirm(42),
    "RESEND_FROM": command_messages.resend_from(41),
    "IDENTIFY": command_messages.identify(TOKEN),
    "ATTEST": command_messages.attest(NONCE),
    "PEEK": command_messages.peek(9, 1),
}


def decoded(*chunks: bytes) -> list[Piece]:
    decoder = Decoder()
    return [piece for chunk in chunks for piece in decoder.feed(chunk)] + decoder.flush()


def frames(*chunks: bytes) -> list[Frame]:
    return [piece for piece in decoded(*chunks) if isinstance(piece, Frame)]


def test_the_library_has_the_right_crc() -> None:
    assert crc16.cms(b"123456789") == model.crc(b"123456789") == 0xAEE7


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_both_ways(name: str) -> None:
    raw, seq, data = RAW[name], VECTORS[name][1], bytes.fromhex(VECTORS[name][2])
    assert decoded(raw) == [Frame(seq, 0, data, raw)]
    assert encode_frame(seq, data) == raw == model.frame(seq, data)


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_stands_in_the_documentation(name: str) -> None:
    document = Path(__file__).parents[2] / "docs" / "devices" / "table-link.md"
    assert RAW[name].hex(" ").upper() in document.read_text()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_the_data_of_its_vector(name: str) -> None:
    assert COMMANDS[name] == bytes.fromhex(VECTORS[name][2])


def test_the_other_commands() -> None:
    assert command_messages.enable(push=True) == b"\x0a\x01"
    assert command_messages.disable(lock=True) == b"\x09\x01"
    assert command_messages.reset() == b"\x01"
    assert command_messages.set_time(1_790_000_000_000) == bytes.fromhex("22 00 6C 50 C4 A0 01 00 00")
    assert command_messages.clear_error(8) == b"\x23\x08"
    assert command_messages.get_count() == b"\x24"
    assert command_messages.start_shuffle(2) == b"\x25\x02"


def test_the_answers_of_the_vectors() -> None:
    data = {name: frames(RAW[name])[0].data for name in ("OK", "identity", "proof", "out of step", "two events")}
    assert read_answer(Command.ENABLE, data["OK"]) == Done()
    assert read_answer(Command.POLL, data["OK"]) == Events(())
    assert read_answer(Command.IDENTIFY, data["identity"]) == Identity(1, 7, 43, "SH-0042", "1.0.3", 41, TOKEN)
    assert read_answer(Command.ATTEST, data["proof"]) == Proof(data["proof"][1:])
    refusal = read_answer(Command.ENABLE, data["out of step"])
    assert isinstance(refusal, Refusal)
    assert refusal.out_of_step
    told = read_answer(Command.POLL, data["two events"])
    assert isinstance(told, Events)
    assert [(event.counter, observe(event), event.device_us) for event in told.events] == [
        (41, CardSeen(parse_card("8S"), 127, confidence=98), 1_790_000_000_000_000),
        (42, CutCardSeen(), 1_790_000_000_250_000),
    ]
    assert [event.raw for event in told.events] == [bytes.fromhex(CARD), bytes.fromhex(CUT)]


@pytest.mark.parametrize(
    ("command", "data"),
    [
        (Command.SYNC, "F0 00"),
        (Command.IDENTIFY, "F0"),
        (Command.IDENTIFY, "F0 02 01 07000000 2B000000 01 53 01 31 29000000 DDCCBBAA"),  # another protocol
        (Command.IDENTIFY, "F0 01 01 07000000 28000000 01 53 01 31 29000000 DDCCBBAA"),  # keeps what it has not made
        (Command.IDENTIFY, "F0 01 01 07000000 2B000000 00 01 31 29000000 DDCCBBAA"),  # no serial number
        (Command.IDENTIFY, "F0 01 01 07000000 2B000000 01 07 01 31 29000000 DDCCBBAA"),  # not printable
        (Command.IDENTIFY, "F0 01 01 07000000 2B000000 01 53 01 31 29000000 DDCCBB"),
        (Command.POLL, "F0" + CARD[:-3]),
        (Command.POLL, "F0" + CARD + "00"),
        (Command.GET_COUNT, "F0 01 00"),
        (Command.ATTEST, "F0" + "00" * 15),
        (Command.RESEND_FROM, "F4"),
        (Command.CONFIRM, "F4 01 00 00 00"),
        (Command.ENABLE, "F5"),
        (Command.ENABLE, "F2 00"),
        (Command.ENABLE, "F1"),
    ],
)
def test_an_answer_of_another_shape_is_none(command: Command, data: str) -> None:
    assert read_answer(command, bytes.fromhex(data)) is None


def test_the_counts() -> None:
    assert read_answer(Command.GET_COUNT, bytes.fromhex("F0 0A 00 FF FF")) == Counts(10, None)
    assert read_answer(Command.GET_COUNT, bytes.fromhex("F0 0A 00 76 01")) == Counts(10, 374)
    assert read_answer(Command.RESEND_FROM, bytes.fromhex("F4 29 00 00 00")) == Refusal(Status.OUT_OF_RANGE, 0, 41)


def event(code: int, body: str, time_ms: int = 0) -> Event:
    rest = bytes.fromhex(body)
    head = bytes([code]) + (9).to_bytes(4, "little") + time_ms.to_bytes(8, "little") + bytes([len(rest)])
    events = split_events(head + rest)
    assert events is not None
    return events[0]


@pytest.mark.parametrize(
    ("code", "body", "meaning"),
    [
        (0x01, "04", Started("memory_lost")),
        (0x12, "02 76 01", ShuffleEnded(2, 374)),
        (0x20, "01 DD CC BB AA", HoleAnswered("blackjack", TOKEN)),
        (0x02, "0A 01 01 00 64", CardSeen(parse_card("TD"), 1, confidence=100)),
        (0x02, "01 02 FF FF 00", CardSeen(parse_card("AC"), 65535, confidence=0)),
        (0x04, "07 00", CardSeen(None, 7)),
    ],
)
def test_what_an_event_means(code: int, body: str, meaning: Observation) -> None:
    assert observe(event(code, body)) == meaning


def test_every_card_has_its_own_code() -> None:
    seen = {observe(event(2, f"{rank:02x} {suit:02x} 01 00 50")) for rank in range(1, 14) for suit in range(1, 5)}
    assert len(seen) == 52
    names = {told.card for told in seen if isinstance(told, CardSeen)}
    assert names == {parse_card(rank + suit) for rank in "A23456789TJQK" for suit in "DCSH"}


@pytest.mark.parametrize(
    ("code", "body"),
    [
        (0x02, "00 01 01 00 50"), (0x02, "0E 01 01 00 50"), (0x02, "01 00 01 00 50"), (0x02, "01 05 01 00 50"),
        (0x02, "01 01 00 00 50"), (0x02, "01 01 01 00 65"), (0x02, "01 01 01 00"), (0x02, "01 01 01 00 50 00"),
        (0x01, "00"), (0x01, "05"), (0x04, "00 00"), (0x05, "00 00"), (0x06, "00 00"), (0x11, "65"),
        (0x20, "03 00 00 00 00"), (0x03, "00"), (0x09, ""), (0xFF, ""),
    ],
)  # fmt: skip
def test_a_code_or_body_that_cannot_be_is_no_observation(code: int, body: str) -> None:
    assert observe(event(code, body)) is None


def test_a_time_that_no_clock_has_is_none() -> None:
    assert event(3, "", 0).device_us is None
    assert event(3, "", 2**64 - 1).device_us is None
    assert event(3, "", 1).device_us == 1000


@pytest.mark.parametrize("counter", [0, 0xFFFF_FFFF])
def test_a_counter_that_has_no_event_before_or_after_it_fills_no_frame(counter: int) -> None:
    assert split_events(b"\x03" + counter.to_bytes(4, "little") + bytes(9)) is None


def test_7f_in_every_place() -> None:
    """SEQ and ADDR can be no 7F; LEN, every byte of DATA and both of the CRC can."""
    for length in (1, 2, 126, 127, 128, 255):
        for place in range(length):
            data = bytearray(length)
            data[place] = 0x7F
            assert [(f.seq, f.data) for f in frames(encode_frame(1, bytes(data)))] == [(1, bytes(data))]
    full = encode_frame(0, b"\x7f" * 255)
    assert frames(full)[0].data == b"\x7f" * 255
    assert len(full) <= LONGEST_FRAME


def test_7f_in_the_crc() -> None:
    wanted = {(True, False), (False, True), (True, True)}
    found: set[tuple[bool, bool]] = set()
    for number in range(70_000):
        data = b"\x20" + number.to_bytes(3, "little")
        check = model.crc(bytes([128, 4]) + data) if number < 3000 else crc16.cms(bytes([128, 4]) + data)
        place = (check & 255 == 0x7F, check >> 8 == 0x7F)
        if place in wanted - found:
            found.add(place)
            raw = encode_frame(1, data)
            assert raw == model.frame(1, data)
            assert decoded(*(bytes([byte]) for byte in raw)) == [Frame(1, 0, data, raw)]
        if found == wanted:
            return
    pytest.fail(f"only {found}")


STREAM = b"".join(RAW.values()) + b"noise\x7f" + RAW["push"] + RAW["push"][:12] + RAW["two events"] + b"\x7f\x7f\x00"


def test_every_chunking_gives_the_same_pieces() -> None:
    whole = decoded(STREAM)
    assert b"".join(piece.raw for piece in whole) == STREAM
    for cut in range(len(STREAM)):
        assert decoded(STREAM[:cut], STREAM[cut:]) == whole
    assert decoded(*(bytes([byte]) for byte in STREAM)) == whole
    chance = random.Random(1)
    for _ in range(200):
        cuts = sorted(chance.sample(range(len(STREAM)), 9))
        assert decoded(*(STREAM[a:b] for a, b in itertools.pairwise([0, *cuts, len(STREAM)]))) == whole


@pytest.mark.parametrize("name", VECTORS)
def test_every_flipped_bit_is_refused(name: str) -> None:
    raw = RAW[name]
    for bit in range(len(raw) * 8):
        damaged = bytearray(raw)
        damaged[bit // 8] ^= 1 << bit % 8
        assert frames(bytes(damaged)) == []
        # Whatever the damage made of it, the next frame but one is whole: no more than two are touched.
        assert frames(bytes(damaged) + RAW["OK"] + RAW["POLL"])[-1].data == b"\x07"


NOISES = tuple(
    bytes.fromhex(noise)
    for noise in ("00", "7F", "7F 7F", "7F 00", "7F 00 FF", "7F FF FF", "FF" * 700, "7F 00 00", "7F" * 9)
)


@pytest.mark.parametrize("noise", NOISES)
def test_garbage_touches_only_its_own_frame(noise: bytes) -> None:
    """After noise that ends in 7F the frame that follows may look doubled: it is the one that was touched."""
    assert [f.data for f in frames(RAW["POLL"] + noise)] == [b"\x07"]
    assert [f.data for f in frames(RAW["SYNC"] + noise + RAW["OK"] + RAW["POLL"])][-1] == b"\x07"
    if not noise.endswith(b"\x7f"):
        assert [f.data for f in frames(noise + RAW["POLL"])] == [b"\x07"]
    inside = RAW["push"][:9] + noise + RAW["push"][9:]
    assert [f.data for f in frames(RAW["OK"] + inside + RAW["SYNC"] + RAW["POLL"])][-1] == b"\x07"
    assert frames(inside) == []


def test_noise_between_frames_that_ends_in_7f_loses_nothing() -> None:
    assert [f.data for f in frames(RAW["SYNC"] + b"abc\x7f" + RAW["POLL"])] == [b"\x11", b"\x07"]


def test_what_is_kept_back_is_bounded() -> None:
    chance = random.Random(2)
    decoder = Decoder()
    for _ in range(2000):
        decoder.feed(bytes(chance.choice((0x7F, 0, 255, chance.randrange(256))) for _ in range(chance.randint(0, 300))))
        assert decoder.pending_bytes <= LONGEST_FRAME + 256


def test_nothing_prints_a_card() -> None:
    frame = frames(RAW["push"])[0]
    events = split_events(frame.data[1:])
    assert events is not None
    shown = repr([frame, Scrap(frame.raw, "refused"), events, observe(events[0]), answers.Events(events)])
    assert "8S" not in shown
    assert "\\x08\\x03" not in shown
