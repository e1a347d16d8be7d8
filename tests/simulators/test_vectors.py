"""The byte vectors of the three dialects."""

import pytest

from device_simulators.dialects import angel_eye, bee_tek
from device_simulators.dialects.table_link import answers, events, framing
from device_simulators.ends.ring import Ring
from device_simulators.machines import happenings as h

KEY = bytes(range(32))
NONCE = bytes(range(0xA0, 0xB0))
DEVICE = answers.Identity(1, "SH-0042", "1.0.3", KEY)
TOKEN = bytes.fromhex("DDCCBBAA")
CARD_41 = "02 29 00 00 00 00 6C 50 C4 A0 01 00 00 05 08 03 7F 00 62"
CUT_42 = "03 2A 00 00 00 FA 6C 50 C4 A0 01 00 00 00"
AT_MS = 1790000000000


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        (angel_eye.report(1, "S"), "05 31 53 03 36 31"),
        (angel_eye.report(1, "D", angel_eye.card_data(0, 1, "8S")), "05 31 44 81 B8 03 34 46"),
        (angel_eye.report(3, "D", angel_eye.card_data(1, 1, "KH")), "05 33 44 91 CD 03 32 38"),
        (angel_eye.report(4, "C"), "05 34 43 03 37 34"),
        (angel_eye.report(6, "E", angel_eye.error_data(1, error_mode=True)), "05 36 45 C1 03 42 31"),
        (angel_eye.report(7, "L", angel_eye.lock_data(locked=True)), "05 37 4C 81 03 46 39"),
    ],
)
def test_angel_eye_reports(frame: bytes, expected: str) -> None:
    assert frame == bytes.fromhex(expected)


@pytest.mark.parametrize(
    ("frame", "number"), [("02 4F 50 4C 4B 30 32 03 31 42", 2), ("02 4F 50 4C 4B 30 31 03 31 38", 1)]
)
def test_angel_eye_commands(frame: str, number: int) -> None:
    commands = angel_eye.Commands()
    data = bytes.fromhex(frame)
    assert commands.feed(data) == [angel_eye.Command("LK", number)]
    assert [found for byte in b"\x06" + data for found in commands.feed(bytes([byte]))] == [
        angel_eye.Command("LK", number)
    ]
    assert angel_eye.Commands(bcc_includes_stx=False).feed(data) == [angel_eye.Unclear(angel_eye.NAK_BCC)]


@pytest.mark.parametrize(
    ("first", "ten", "card", "place", "token"),
    [
        ("rank", "10", "4S", "game", b" [Game]<Card:4S> "),
        ("rank", "10", "KH", "burn", b" [Manual Burn Cards]<Card:KH> "),
        ("suit", "10", "4S", "game", b" [Game]<Card:S4> "),
        ("rank", "10", "TC", "game", b" [Game]<Card:10C> "),
        ("suit", "T", "TC", "game", b" [Game]<Card:CT> "),
    ],
)
def test_bee_tek_cards(first: str, ten: str, card: str, place: str, token: bytes) -> None:
    assert bee_tek.card_token(card, place, bee_tek.Spelling(first, ten)) == token  # type: ignore[arg-type]


def test_bee_tek_alarms() -> None:
    assert bee_tek.alarm_token("E3 Card Not Read") == b" [Game]<Alarm:E3 Card Not Read> "
    assert bee_tek.WARNING == b"<W0x01>"
    assert bee_tek.UNREAD == b" [Game]<Game> "


def test_table_link_check_value() -> None:
    assert framing.crc16(b"123456789") == 0xAEE7


def test_table_link_events_in_a_push_and_in_an_answer() -> None:
    card = events.coded(h.CardOut("8S", 127), 98)
    cut = events.coded(h.CutCardOut(), 98)
    assert card is not None
    assert cut is not None
    first, second = events.encode(41, AT_MS, *card), events.encode(42, AT_MS + 250, *cut)
    assert (first, second) == (bytes.fromhex(CARD_41), bytes.fromhex(CUT_42))
    assert framing.encode(0, events.PUSH + first) == bytes.fromhex(
        "7F 00 14 E0 02 29 00 00 00 00 6C 50 C4 A0 01 00 00 05 08 03 7F 7F 00 62 1A 9D"
    )
    assert framing.encode(0, answers.OK + first + second) == bytes.fromhex(
        "7F 00 22 F0 02 29 00 00 00 00 6C 50 C4 A0 01 00 00 05 08 03 7F 7F 00 62"
        "03 2A 00 00 00 FA 6C 50 C4 A0 01 00 00 00 33 84"
    )


def test_table_link_answers() -> None:
    assert framing.encode(1, answers.OK) == bytes.fromhex("7F 80 01 F0 23 80")
    assert framing.encode(0, answers.cannot_now(answers.Reason.OUT_OF_STEP)) == bytes.fromhex("7F 00 02 F5 01 05 BE")
    assert framing.encode(0, answers.identified(DEVICE, 7, 43, 41, TOKEN)) == bytes.fromhex(
        "7F 00 21 F0 01 01 07 00 00 00 2B 00 00 00 07 53 48 2D 30 30 34 32 05 31 2E 30 2E 33 29 00 00 00 DD CC BB AA"
        "48 74"
    )
    proof = DEVICE.proof(NONCE)
    assert proof is not None
    assert framing.encode(1, answers.OK + proof) == bytes.fromhex(
        "7F 80 11 F0 EE A1 35 F6 A2 B9 48 D6 2E 2D D9 03 9F A7 FA 4F F8 DA"
    )


COMMANDS = {
    "7F 80 01 11 65 82": (1, "11"),
    "7F 80 01 07 12 02": (1, "07"),
    "7F 80 05 20 2A 00 00 00 09 4F": (1, "20 2A 00 00 00"),
    "7F 00 05 21 29 00 00 00 71 FB": (0, "21 29 00 00 00"),
    "7F 00 05 05 DD CC BB AA BC 73": (0, "05 DD CC BB AA"),
    "7F 80 11 26 A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 AA AB AC AD AE AF D6 89": (1, "26" + NONCE.hex()),
    "7F 00 06 27 09 00 00 00 01 2A 6F": (0, "27 09 00 00 00 01"),
}


@pytest.mark.parametrize("frame", COMMANDS)
def test_table_link_commands(frame: str) -> None:
    data, (seq, asked) = bytes.fromhex(frame), COMMANDS[frame]
    expected = framing.Frame(0, seq, bytes.fromhex(asked))
    noise = bytes.fromhex("00 FF 7F 7F 03 05")
    assert framing.Frames().feed(noise + data + b"\x01" + data) == [expected, expected]
    for place in range(len(data) * 8):
        flipped = bytearray(data)
        flipped[place // 8] ^= 1 << place % 8
        assert framing.Frames().feed(bytes(flipped)) == []


def test_a_stuffed_byte_anywhere_and_a_frame_cut_short() -> None:
    data = b"\x20\x7f\x7f\x7f\x7f"
    whole = framing.encode(1, data)
    assert whole.count(0x7F) >= 9
    assert framing.Frames().feed(whole[:6] + whole) == [framing.Frame(0, 1, data)]
    largest = framing.encode(1, b"\x7f" * 255)
    assert len(largest) <= 519
    assert [frame.data for frame in framing.Frames().feed(largest)] == [b"\x7f" * 255]


def test_the_events_of_a_ring_are_those_of_the_vectors() -> None:
    ring = Ring(boot_id=7)
    card, cut = events.coded(h.CardOut("8S", 127), 98), events.coded(h.CutCardOut(), 98)
    assert card is not None
    assert cut is not None
    for counter in range(1, 41):
        ring.write(AT_MS, 0x08, b"")
        ring.confirm(counter)
    ring.write(AT_MS, *card)
    ring.write(AT_MS + 250, *cut)
    assert [event.data for event in ring.unconfirmed(9)] == [bytes.fromhex(CARD_41), bytes.fromhex(CUT_42)]
