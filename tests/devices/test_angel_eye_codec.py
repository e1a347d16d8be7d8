"""Angel Eye: bytes to reports and back, however they are cut and whatever stands between them."""

from collections.abc import Iterable
from random import Random

import pytest

from app.devices.codecs.angel_eye import GARBAGE_AT_ONCE, Ack, AngelEyeDecoder, Garbage, Nak, Piece, Refused
from app.devices.codecs.angel_eye_commands import NAK_MEANINGS, cancel_error, confirm_game, lock
from app.devices.codecs.angel_eye_reports import (
    LONGEST,
    Booted,
    CardAgain,
    CardDrawn,
    CardDrawnOutside,
    CuttingCard,
    ErrorDown,
    ErrorUp,
    GameResult,
    LockStatus,
    PresetSet,
    Standby,
    Told,
)
from app.game.core.cards import Card
from tests.devices import angel_eye_wire as wire
from tests.devices.chunks import at_random, byte_by_byte, flips, two_way

ALL_CARDS = [rank + suit for rank in wire.RANKS for suit in wire.SUITS]
STREAM = (
    b"\xff\x00\x06noise"
    + b"".join(wire.VECTORS.values())
    + wire.drawn(1, "QD")[:-3]
    + wire.drawn(2, "AS")
    + b"\x06\x15\x21"
    + wire.report(3, "Z")
    + b"\x06\x15\x21\x15"
    + wire.report(4, "M", b"012345")
    + b"\x15"
    + wire.report(5, "G", b"\x81\x92")
    + b"\x05\x05"
    + b"\x7f" * (GARBAGE_AT_ONCE + 20)
    + wire.drawn_outside(6, "TS", wire.ERROR)
    + b"\x05\x31\x44\x81"
)


def decoded(chunks: Iterable[bytes]) -> list[Piece]:
    decoder = AngelEyeDecoder()
    pieces = [piece for chunk in chunks for piece in decoder.feed(chunk)]
    return pieces + decoder.close()


def told(*chunks: bytes) -> list[Told]:
    return [piece for piece in decoded(chunks) if isinstance(piece, Told)]


@pytest.mark.parametrize(
    ("name", "made", "read"),
    [
        ("S boot", wire.report(1, "S"), Booted(wire.report(1, "S"))),
        ("D draw 1, 8 of spades", wire.drawn(1, "8S"), CardDrawn(wire.drawn(1, "8S"), Card("8S"), True, 1)),
        ("D draw 1, K of hearts", wire.drawn(3, "KH", 1, 1), CardDrawn(wire.drawn(3, "KH", 1, 1), Card("KH"), True, 1)),
        ("C cutting card", wire.report(4, "C"), CuttingCard(wire.report(4, "C"))),
        ("E code 1, error mode", wire.report(6, "E", b"\xc1"), ErrorUp(wire.report(6, "E", b"\xc1"), 1)),
        ("L locked", wire.report(7, "L", b"\x81"), LockStatus(wire.report(7, "L", b"\x81"), True)),
    ],
)
def test_vectors_are_read_and_made(name: str, made: bytes, read: Told) -> None:
    assert made == wire.VECTORS[name]
    assert told(wire.VECTORS[name]) == [read]


def test_every_report_has_its_number() -> None:
    assert [report.seq for report in told(*wire.VECTORS.values())] == [1, 1, 3, 4, 6, 7]


@pytest.mark.parametrize("card", ALL_CARDS)
def test_every_card_is_read(card: str) -> None:
    for index in range(16):
        assert told(wire.drawn(9, card, index)) == [CardDrawn(wire.drawn(9, card, index), Card(card), True, index)]


@pytest.mark.parametrize(
    ("frame", "read"),
    [
        (wire.report(0, "P"), Standby(wire.report(0, "P"))),
        (wire.report(0, "e", b"\x82"), ErrorDown(wire.report(0, "e", b"\x82"), 2)),
        (wire.report(0, "L", b"\x80"), LockStatus(wire.report(0, "L", b"\x80"), False)),
        (wire.report(0, "M", b"070042"), PresetSet(wire.report(0, "M", b"070042"), 7, 42)),
        (wire.report(0, "G"), GameResult(wire.report(0, "G"))),
        (wire.report(0, "G", b"\x85" * 16), GameResult(wire.report(0, "G", b"\x85" * 16))),
        (wire.again(0, "8S"), CardAgain(wire.again(0, "8S"))),
        (wire.drawn_outside(0, "8S", 0), CardDrawnOutside(wire.drawn_outside(0, "8S", 0), Card("8S"), True, "locked")),
        (wire.drawn_outside(0, "8S", 1), CardDrawnOutside(wire.drawn_outside(0, "8S", 1), Card("8S"), True, "error")),
        (wire.drawn_outside(0, "8S", 2), CardDrawnOutside(wire.drawn_outside(0, "8S", 2), Card("8S"), True, "setting")),
        (wire.drawn_outside(0, "8S", 3), CardDrawnOutside(wire.drawn_outside(0, "8S", 3), Card("8S"), True, None)),
    ],
)
def test_other_reports_are_read(frame: bytes, read: Told) -> None:
    assert told(frame) == [read]


@pytest.mark.parametrize("code", range(256))
def test_a_card_byte_is_a_card_or_unread_or_no_card(code: int) -> None:
    frame = wire.report(1, "D", bytes((0x81, code)))
    if code in (0x03, 0x05):
        assert told(frame) == []
        return
    (report,) = told(frame)
    assert isinstance(report, CardDrawn)
    suit, rank = code >> 4 & 7, code & 15
    unread = code >= 0x80 and 0 in (suit, rank)
    card = code >= 0x80 and 1 <= suit <= 4 and 1 <= rank <= 13
    assert (report.card is not None, report.valid) == (card, card or unread)


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        (wire.report(1, "S")[:-1] + b"0", "wrong BCC"),
        (wire.drawn(1, "8S")[:-2] + b"4f", "wrong BCC"),
        (wire.report(1, "X"), "unknown code"),
        (wire.report(1, "S", b"\x81"), "wrong length"),
        (wire.report(1, "D", b"\x81"), "wrong length"),
        (wire.report(1, "D", b"\x81\xb8\xb8"), "wrong length"),
        (wire.report(1, "M", b"12345"), "wrong length"),
        (wire.report(1, "G", b"\x81" * 17), "too long"),
        (wire.report(1, "M", b"12345\xb6"), "a preset that is no number"),
        (wire.report(1, "L", b"\x01"), "a data byte without its top bit"),
        (wire.report(1, "G", b"\x81\x01"), "a data byte without its top bit"),
        (b"\x05AS\x03" + wire.check(b"AS\x03"), "no number"),
        (b"\x05\x03" + wire.check(b"\x03"), "no number"),
    ],
)
def test_a_wrong_report_is_refused_and_kept(frame: bytes, why: str) -> None:
    refused, *rest = decoded([frame, wire.VECTORS["S boot"]])
    assert isinstance(refused, Refused)
    assert refused.why == why
    assert rest[-1] == Booted(wire.VECTORS["S boot"])
    assert b"".join(piece.frame for piece in (refused, *rest[:-1])) == frame


def test_any_chunking_gives_the_same_pieces() -> None:
    whole = decoded([STREAM])
    assert sum(isinstance(piece, Told) for piece in whole) == 10
    assert sum(isinstance(piece, Ack) for piece in whole) == 1
    assert sum(isinstance(piece, Nak) for piece in whole) == 1
    assert decoded(byte_by_byte(STREAM)) == whole
    assert all(decoded(chunks) == whole for chunks in two_way(STREAM))
    assert all(decoded(at_random(STREAM, Random(seed))) == whole for seed in range(200))


def test_nothing_is_lost_of_what_came() -> None:
    assert b"".join(piece.frame for piece in decoded([STREAM])) == STREAM


@pytest.mark.parametrize("frame", [*wire.VECTORS.values(), wire.again(5, "AS"), wire.report(8, "M", b"010203")])
def test_no_single_flip_is_read(frame: bytes) -> None:
    guard = wire.drawn(2, "9D")
    for flipped in flips(frame):
        assert [report.frame for report in told(guard, flipped, guard)] == [guard, guard]


def test_no_single_flip_of_any_card_is_read() -> None:
    for card in ALL_CARDS:
        assert [report for flipped in flips(wire.drawn(4, card, 15)) for report in told(flipped)] == []


@pytest.mark.parametrize("garbage", [b"\x00", b"\x05", b"\x15", b"\x06", b"\x03", b"\x0515", b"\x051D\x81", bytes(999)])
def test_garbage_costs_nothing_but_what_it_touches(garbage: bytes) -> None:
    frames = list(wire.VECTORS.values())
    stream = garbage + garbage.join(frames) + garbage
    assert [report.frame for report in told(stream)] == frames


def test_a_report_broken_off_costs_nothing_but_itself() -> None:
    frame, after = wire.drawn(1, "8S"), wire.drawn(2, "9S")
    for length in range(1, len(frame)):
        assert [report.frame for report in told(frame[:length], after)] == [after]


def test_an_answer_is_taken_where_a_report_could_start() -> None:
    report = wire.drawn(1, "8S")
    assert decoded([b"\x06"]) == [Ack(b"\x06")]
    assert decoded([report + b"\x06" + report])[1:2] == [Ack(b"\x06")]
    for code in NAK_MEANINGS:
        assert decoded([b"\x15", bytes((code,))]) == [Nak(bytes((0x15, code)), code)]


@pytest.mark.parametrize("answer", [b"\x06", b"\x15\x21"])
def test_an_answer_inside_a_report_is_none(answer: bytes) -> None:
    frame = wire.drawn(1, "8S")
    for at in range(1, len(frame)):
        pieces = decoded([frame[:at] + answer + frame[at:]])
        assert not [piece for piece in pieces if isinstance(piece, Ack | Nak | Told)]


@pytest.mark.parametrize(
    "stray", [b"\x00\x06", b"\x15\x31\x06", wire.report(1, "X") + b"\x06", bytes(GARBAGE_AT_ONCE) + b"\x06"]
)
def test_an_answer_after_garbage_is_garbage(stray: bytes) -> None:
    assert not [piece for piece in decoded([stray]) if isinstance(piece, Ack)]


def test_a_pause_ends_garbage() -> None:
    decoder = AngelEyeDecoder()
    assert decoder.feed(b"\x00\x06") == []
    assert decoder.unsettled
    assert decoder.paused() == [Garbage(b"\x00\x06")]
    assert not decoder.unsettled
    assert decoder.feed(b"\x06") == [Ack(b"\x06")]


def test_a_pause_lets_an_answer_break_off_half_a_report() -> None:
    decoder = AngelEyeDecoder()
    half = wire.drawn(1, "8S")[:5]
    assert decoder.feed(half) == []
    assert decoder.paused() == []
    assert decoder.feed(b"\x15\x21") == [Refused(half, "broken off by an answer"), Nak(b"\x15\x21", 0x21)]


def test_a_pause_does_not_lose_a_report_whose_other_half_is_late() -> None:
    frame = wire.drawn(1, "8S")
    for at in range(1, len(frame)):
        decoder = AngelEyeDecoder()
        decoder.feed(frame[:at])
        decoder.paused()
        assert [piece.frame for piece in decoder.feed(frame[at:])] == [frame]


def test_little_is_held() -> None:
    for endless in (b"\x00", b"\x051", b"\x051D\x81\x82", b"\x15"):
        decoder = AngelEyeDecoder()
        held = 0
        for _ in range(3000):
            held += len(endless) - sum([len(piece.frame) for piece in decoder.feed(endless)])
            assert held <= max(GARBAGE_AT_ONCE, LONGEST)


def test_commands_are_made() -> None:
    assert lock(locked=True, bcc_includes_stx=True) == wire.LOCK
    assert lock(locked=False, bcc_includes_stx=True) == wire.UNLOCK
    assert lock(locked=True, bcc_includes_stx=False) == wire.LOCK[:-2] + b"19"  # 1B without the 02 of STX
    assert cancel_error(2, bcc_includes_stx=True) == b"\x02OPEC02\x03" + wire.check(b"\x02OPEC02\x03")
    assert confirm_game(bcc_includes_stx=False) == b"\x02OPGP00\x03" + wire.check(b"OPGP00\x03")


@pytest.mark.parametrize("code", [-1, 64, 100])
def test_an_error_that_no_shoe_has_cannot_be_cancelled(code: int) -> None:
    with pytest.raises(ValueError, match=f"errors 0 to 63, not {code}"):
        cancel_error(code, bcc_includes_stx=True)


def test_nothing_prints_a_card() -> None:
    def printed(card: str) -> str:
        drawn = [wire.drawn(1, card), wire.drawn_outside(2, card, 0), wire.again(3, card), wire.drawn(4, card)[:5]]
        return repr(decoded(drawn))

    assert printed("8S") == printed("KH")
