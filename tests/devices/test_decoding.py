"""Stored bytes in words, dialect by dialect; the bytes were made by other hands than the program's."""

import struct

import pytest

from app.devices.codecs.table_link import command_messages
from app.devices.spoken_dialects import decoded
from tests.devices.angel_eye_wire import LOCK, UNLOCK, VECTORS, drawn
from tests.devices.bee_tek_wire import VECTORS as BEE_TEK
from tests.devices.table_link_device import frame

DIALECTS = ("angel-eye", "bee-tek", "table-link", None)
WORDS = {
    "S boot": "booted",
    "D draw 1, 8 of spades": "card drawn, card 8S, valid true, index 1",
    "D draw 1, K of hearts": "card drawn, card KH, valid true, index 1",
    "C cutting card": "cutting card",
    "E code 1, error mode": "error up, code 1",
    "L locked": "lock status, locked true",
}


def event(code: int, counter: int, body: bytes) -> bytes:
    """An event of a device, as it stands in a frame."""
    return struct.pack("<BIQB", code, counter, 1_795_003_200_000, len(body)) + body


@pytest.mark.parametrize(("name", "words"), WORDS.items())
@pytest.mark.parametrize("dialect", ["angel-eye", None])
def test_reports_of_an_angel_eye(dialect: str | None, name: str, words: str) -> None:
    assert decoded(dialect, VECTORS[name], sent=False) == words


def test_what_an_angel_eye_is_told_and_answers() -> None:
    assert decoded("angel-eye", LOCK, sent=True) == "lock or unlock, number 02"
    assert decoded("angel-eye", UNLOCK, sent=True) == "lock or unlock, number 01"
    assert decoded("angel-eye", b"\x06", sent=True) == "acknowledge"
    assert decoded("angel-eye", LOCK[:-1] + b"0", sent=True) is None
    assert decoded("angel-eye", b"\x06", sent=False) == "ack"
    assert decoded("angel-eye", b"\x15\x21", sent=False) == "nak, code the shoe is busy"


@pytest.mark.parametrize("dialect", ["bee-tek", None])
def test_tokens_of_a_bee_tek(dialect: str | None) -> None:
    words = [decoded(dialect, each, sent=False) for each in BEE_TEK]
    assert words == [
        "card token, card 4S, burnt false", "card token, card KH, burnt true", "alarm token, text E3 Card Not Read",
        "alarm token, text Cover Open", "warning token, text W0x01", "card token, burnt false",
    ]  # fmt: skip


@pytest.mark.parametrize("dialect", ["table-link", None])
def test_frames_of_a_table_link(dialect: str | None) -> None:
    card = event(0x02, 7, struct.pack("<BBHB", 5, 4, 12, 99))
    assert decoded(dialect, card, sent=False) == "event 7: card seen, 5H, index 12, confidence 99"
    assert (
        decoded(dialect, frame(1, b"\xe0" + card), sent=False)
        == "frame 1: event 7: card seen, 5H, index 12, confidence 99"
    )
    assert (
        decoded(dialect, frame(0, b"\xf0" + card), sent=False)
        == "frame 0: event 7: card seen, 5H, index 12, confidence 99"
    )
    assert decoded(dialect, frame(0, b"\xf0"), sent=False) == "frame 0: done"
    assert decoded(dialect, frame(0, b"\xf5\x03"), sent=False) == "frame 0: refusal, status not_now, reason 3"
    assert decoded(dialect, frame(1, command_messages.confirm(258)), sent=True) == "frame 1: confirm 02010000"
    assert decoded(dialect, frame(1, b"\x99"), sent=True) == "frame 1: command 99, which is not known"
    assert decoded(dialect, event(0x7E, 8, b""), sent=False) == "event 8: an unknown event"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_no_frame_decodes_to_nothing(dialect: str | None) -> None:
    for data in (b"", b"\x00", b"\xff\x7f", drawn(1, "8S")[:-1], frame(0, b"\xf0")[:-1], b"<Card:4S"):
        assert decoded(dialect, data, sent=False) is None, data
        assert decoded(dialect, data, sent=True) is None, data


def test_one_flipped_bit_is_no_other_card() -> None:
    """Where the dialect has check bytes."""
    whole = drawn(1, "8S")
    for at in range(len(whole) * 8):
        flipped = bytearray(whole)
        flipped[at // 8] ^= 1 << at % 8
        words = decoded("angel-eye", bytes(flipped), sent=False)
        assert words is None or "card 8S" in words or "card" not in words, (at, words)
