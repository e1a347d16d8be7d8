"""Events of Table Link: a code, a body, and how they are written with their counter and time."""

from typing import NamedTuple

from device_simulators.cards import rank_number, suit_number
from device_simulators.machines import happenings as h

PUSH = b"\xe0"
BOOT_REASONS = {"power": 1, "reset": 2, "watchdog": 3, "memory_lost": 4}
PEEK_RESULTS = {"no_blackjack": 0, "blackjack": 1, "not_read": 2}


class Kept(NamedTuple):
    """An event as the device keeps it: its counter, and all its bytes."""

    counter: int
    data: bytes


UNSURE_PERCENT = 40


def encode(counter: int, time_ms: int, code: int, body: bytes) -> bytes:
    """The bytes of an event, which are the same in a push and in the answer to a poll."""
    return bytes((code,)) + counter.to_bytes(4, "little") + time_ms.to_bytes(8, "little") + bytes((len(body),)) + body


def coded(happening: h.Happening, confidence: int) -> tuple[int, bytes] | None:  # noqa: C901 - one row per event
    """Code and body of what happened; None where the dialect has no word for it."""
    match happening:
        case h.Booted(reason):
            return 0x01, bytes((BOOT_REASONS[reason],))
        case h.CardOut(None, index):
            return 0x04, _u16(index)
        case h.CardOut(card, index, _, unsure) if card is not None:
            sure = UNSURE_PERCENT if unsure else confidence
            return 0x02, bytes((rank_number(card), suit_number(card))) + _u16(index) + bytes((sure,))
        case h.CutCardOut():
            return 0x03, b""
        case h.PushedBack(index):
            return 0x05, _u16(index)
        case h.TwoOut(index):
            return 0x06, _u16(index)
        case h.Filled(cards, set_id):
            return 0x07, _u16(cards) + bytes((set_id,))
        case h.RanOut():
            return 0x08, b""
        case h.CardsReturned(cards):
            return 0x15, _u16(cards)
        case h.Jammed():
            return 0x14, b""
        case h.ErrorRaised(code):
            return 0x50, bytes((code,))
        case h.ErrorCleared(code):
            return 0x51, bytes((code,))
        case h.ButtonPressed(box):
            return 0x32, bytes((box,))
        case h.DoorMoved(opened):
            return (0x40 if opened else 0x41), b""
    return _coded_of_shuffles_and_peeks(happening)


def _coded_of_shuffles_and_peeks(happening: h.Happening) -> tuple[int, bytes] | None:
    match happening:
        case h.ShuffleBegan(set_id):
            return 0x10, bytes((set_id,))
        case h.ShuffleWentOn(percent):
            return 0x11, bytes((percent,))
        case h.ShuffleEnded(set_id, cards):
            return 0x12, bytes((set_id,)) + _u16(cards)
        case h.Miscounted(counted, expected):
            return 0x13, _u16(counted) + _u16(expected)
        case h.PeekAnswered(result, token):
            return 0x20, bytes((PEEK_RESULTS[result],)) + token.to_bytes(4, "little")
        case h.PeekOutOfTurn():
            return 0x21, b""
    return None


def _u16(number: int) -> bytes:
    return number.to_bytes(2, "little")
